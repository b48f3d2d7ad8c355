/** How much of the feed corpus news-rss finds, by kind of feed, with every miss. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { FEED_CORPUS, scoreFeeds } from "../test/support/feed-corpus.ts";
import { FLOORS } from "./floors.ts";

if (!existsSync(fileURLToPath(FEED_CORPUS))) {
  console.log("The corpus of feeds is not here.");
} else {
  const { checks, broken, share } = await scoreFeeds();
  for (const suite of [...new Set(checks.map((check) => check.suite))].toSorted()) {
    const own = checks.filter((check) => check.suite === suite);
    console.log(`${suite.padEnd(24)} ${own.filter(({ holds }) => holds).length} of ${own.length}`);
  }
  for (const { file, field, expected, found } of checks.filter(({ holds }) => !holds)) {
    console.log(`  ${file} ${field}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
  }
  for (const line of broken) console.log(`  broken: ${line}`);
  console.log(`feeds ${share.toFixed(3)} (floor ${FLOORS.feeds})`);
  if (share < FLOORS.feeds || broken.length > 0) process.exitCode = 1;
}
