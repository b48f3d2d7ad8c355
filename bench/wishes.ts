/**
 * Tools from plain words on labelled wishes: how many reach a right entry, how many that nothing fulfils are refused, and
 * what a confidence is worth. A hash of the id splits the wishes: the first half was worked on, the second only counted.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { openCatalog } from "../src/catalog/catalog.ts";
import { compose } from "../src/dynamic-tools/compose.ts";
import { createOperations } from "../src/proxy/operations.ts";

const FILE = new URL("../../shared/corpora/wishes/visible.json", import.meta.url).pathname;

interface Wish {
  readonly id: string;
  readonly wish: string;
  /** Slugs of all right entries, as patterns; none where nothing in the catalogue fulfils it. */
  readonly right: readonly string[];
  /** The actor that does it best. */
  readonly actor?: string;
}

interface Outcome {
  readonly half: string;
  readonly isAbsent: boolean;
  readonly isRefused: boolean;
  readonly isRight: boolean;
  readonly confidence: number | undefined;
}

if (!existsSync(FILE)) {
  console.log(`skipped: there are no labelled wishes at ${FILE}`);
  process.exit(0);
}
const catalog = openCatalog(process.argv[2] ?? "data/catalog.sqlite", Math.random);
const find = createOperations();
const rows: Outcome[] = [];
for (const { id, wish, right, actor } of JSON.parse(readFileSync(FILE, "utf8")) as Wish[]) {
  if (actor !== undefined) continue;
  const composed = await compose(catalog, find, { description: wish, limit: 5 });
  const entry = composed.ok ? composed.draft.callee.entry.slug : undefined;
  rows.push({
    half: (createHash("sha256").update(id).digest()[0] ?? 0) % 2 === 0 ? "worked on" : "only counted",
    isAbsent: right.length === 0,
    isRefused: entry === undefined,
    isRight: entry !== undefined && right.some((one) => new RegExp(`^(?:${one})$`).test(entry)),
    confidence: composed.ok ? composed.draft.confidence : undefined,
  });
}
catalog.close();

const share = <T>(all: readonly T[], is: (one: T) => boolean) => `${all.filter(is).length} of ${all.length}`;
console.table(
  ["worked on", "only counted"].map((half) => {
    const own = rows.filter((row) => row.half === half);
    const there = own.filter(({ isAbsent }) => !isAbsent);
    return {
      half,
      "right entry": share(there, ({ isRight }) => isRight),
      "wrongly refused": share(there, ({ isRefused }) => isRefused),
      "absent refused": share(
        own.filter(({ isAbsent }) => isAbsent),
        ({ isRefused }) => isRefused,
      ),
    };
  }),
);
console.table(
  [0, 0.2, 0.4, 0.6, 0.8].map((least) => ({
    confidence: `${least} and above${least < 0.8 ? `, below ${(least + 0.2).toFixed(1)}` : ""}`,
    "right entry": share(
      rows.filter(({ confidence = -1 }) => confidence >= least && (least >= 0.8 || confidence < least + 0.2)),
      ({ isRight }) => isRight,
    ),
  })),
);
