import { describe, expect, test } from "bun:test";
import { CORPORA_ARE_HERE } from "../../bench/extract/corpora.ts";
import { judgeOtherPages, OTHER_PAGES_ARE_HERE, scoreOf, shareSaid } from "../../bench/extract/other-pages.ts";
import { FLOORS } from "../../bench/floors.ts";
import { readCorpora, score } from "../../bench/extract/readings.ts";
import { readPage } from "../../src/page/read.ts";

const WHERE = CORPORA_ARE_HERE ? "" : " (they are not beside the project)";

describe.skipIf(!CORPORA_ARE_HERE)(`the corpora of pages${WHERE}`, () => {
  test("are read no worse than the floors", async () => {
    const { article, segments, title } = await score(readCorpora(), ({ bytes, url }) =>
      readPage({ bytes, url, contentType: "text/html" }),
    );
    expect(article.f1).toBeGreaterThanOrEqual(FLOORS.article);
    expect(segments.f1).toBeGreaterThanOrEqual(FLOORS.segments);
    expect(title).toBeGreaterThanOrEqual(FLOORS.title);
  }, 120_000);
});

test("titles, authors and days of the project's pages are read no worse than the floors", () => {
  expect(shareSaid("sites")).toBeGreaterThanOrEqual(FLOORS.sitesSaid);
  expect(shareSaid("generators")).toBeGreaterThanOrEqual(FLOORS.generatorsSaid);
});

test.skipIf(!OTHER_PAGES_ARE_HERE)(
  "pages that are no articles are read no worse than the floors",
  () => {
    const corpus = scoreOf(judgeOtherPages("corpus", "ours"));
    expect(corpus.f).toBeGreaterThanOrEqual(FLOORS.otherPages);
    expect(corpus.structure).toBeGreaterThanOrEqual(FLOORS.otherStructure);
    const own = scoreOf(judgeOtherPages("written", "ours"));
    expect(own.f).toBeGreaterThanOrEqual(FLOORS.ownPages);
    expect(own.structure).toBeGreaterThanOrEqual(FLOORS.ownStructure);
    const sites = scoreOf(judgeOtherPages("sites", "ours"));
    expect(sites.f).toBeGreaterThanOrEqual(FLOORS.sites);
    expect(sites.structure).toBeGreaterThanOrEqual(FLOORS.sitesStructure);
    const kinds = scoreOf(judgeOtherPages("kinds", "ours"));
    expect(kinds.f).toBeGreaterThanOrEqual(FLOORS.kinds);
    expect(kinds.structure).toBeGreaterThanOrEqual(FLOORS.kindsStructure);
    const generators = scoreOf(judgeOtherPages("generators", "ours"));
    expect(generators.f).toBeGreaterThanOrEqual(FLOORS.generators);
    expect(generators.structure).toBeGreaterThanOrEqual(FLOORS.generatorsStructure);
  },
  60_000,
);
