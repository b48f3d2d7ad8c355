/** Untidy rows or text in; rows without markup, empty fields and duplicates out. Nothing leaves the machine. */
import { defineActor, type Item, type RowReport, Type } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { isDeeperThan, MAX_DEPTH } from "../../src/runtime/json.ts";
import { createCleaner } from "./clean-value.ts";
import { createTypeInference, type TypeTally } from "./columns.ts";
import { collectorOfTexts } from "../../src/text/collector.ts";
import { knownTexts } from "./known-texts.ts";
import { PackedRows } from "../_shared/rows/packed.ts";
import { stamped, toItem, withoutStamp } from "../_shared/rows/fields.ts";
import { intents } from "./intents.ts";
import { canonicalJson } from "../../src/runtime/canonical-json.ts";

const SOURCE = "data-clean";
const FEW_PARAGRAPHS = 100;

export default defineActor({
  slug: SOURCE,
  name: "Data cleaner",
  description:
    "Cleans rows (`items`) or running text (`text`, one item {text} per paragraph); of both, the rows come first. " +
    "Removes markup with its scripts, styles and comments, control and zero-width characters; decodes entities (escaped " +
    "markup, generics and <placeholders> are text and stay); composes Unicode (NFC), makes white space plain but for " +
    "the indentation of lines, drops nulls, empty fields and empty items. Field names become snake_case, and two that " +
    "would fall together are kept apart by a number. Types are given by column and only when every text of it keeps " +
    "each digit: numbers (`01067`, `1.10`, `1.0`, `-0`, `+5`, `1e5` leave the column text), `true` and `false`, and " +
    "dates that can be read in one way only, as ISO 8601 with their own offset (`01/02/2024` stays). `NA`, `n/a`, " +
    "`null` and `-` are text. Rows that are equal are kept once; those that differ in case, width or spaces alone stay " +
    "and are counted. What is not an object becomes {value}. `meta.report` counts what was changed and says of each " +
    "column why it was typed or not. Cleaning clean rows changes nothing.",
  category: "utilities",
  version: "2.0.0",
  tags: ["clean", "normalize", "deduplicate", "html", "text", "local"],
  input: Type.Object({
    items: Type.Optional(Type.Array(Type.Unknown(), { description: "Rows to clean, of any shape." })),
    text: Type.Optional(Type.String({ description: "Text to clean and split at its paragraphs." })),
  }),
  output: Type.Object({}, { additionalProperties: true }),
  intents,
  examples: [
    {
      title: "Rows with markup, empty fields and a duplicate",
      input: {
        items: [
          { "First Name": " <b>Ann</b>&nbsp;Lee ", zip: "00501", age: "41", note: null },
          { firstName: "Ann Lee", zip: "00501", age: 41 },
          { "First Name": "Bob", zip: "10115", joined: "5 January 2024" },
        ],
      },
    },
    {
      title: "A page's text",
      input: { text: "<h1>Tea &amp; cake</h1><p>At <i>five</i>.</p><script>track()</script>" },
    },
  ],
  cacheTtlSeconds: 0,
  qualityScore: 0.99,
  computeUnits: 0.005,
  usesLlm: false,
  price: { tier: "cached" },
  hosts: [],
  timeoutMs: 20_000,
  maxInputBytes: 8 * 1024 * 1024,
  selfContained: true,
  nextActors: ["data-convert"],
  runInRows: clean,
  async run(input, { now }) {
    const { items, ...beside } = clean(input, now());
    return { items: Array.isArray(items) ? items : [...items], ...beside };
  },
});

interface Input {
  readonly items?: Iterable<unknown> | undefined;
  readonly text?: string | undefined;
}

/** Of more than a few rows no list is ever made: they are cleaned and observed, then typed and compared, then typed and given. */
function clean({ items, text }: Input, now: number): RowReport {
  if (items === undefined && text === undefined) throw nothingGiven();
  const cleaner = createCleaner();
  const columns = createTypeInference();
  const kept = new PackedRows();
  let sent = 0;
  for (const row of items ?? []) {
    if (isDeeperThan(row, MAX_DEPTH - 1)) throw tooDeep();
    sent++;
    const cleaned = cleaner.value(withoutStamp(row));
    if (cleaned === undefined) continue;
    const item = toItem(cleaned);
    columns.observe(item);
    kept.add(item);
  }
  const paragraphs = paragraphsOf(cleaner.text(text ?? ""));
  const { typed, columns: told } = columns.decide();
  const tally = { values: 0, dates: 0 };
  const count = kept.count + paragraphs.length;
  // Few are typed once, many once more for each time they are gone through.
  const few = (paragraphs.length > FEW_PARAGRAPHS ? undefined : kept.few)
    ?.map((row) => toItem(typed(row, tally)))
    .concat(paragraphs.map((paragraph) => ({ text: paragraph })));
  const { isFirst, distinct, exact, near } = duplicatesAmong(few ?? rows(tally), count);
  return {
    items: stamped(few?.filter((_, at) => isFirst[at] === 1) ?? firsts(), distinct, SOURCE, now),
    report: {
      items_in: sent + paragraphs.length,
      items_out: distinct,
      empty_items_removed: sent - kept.count,
      exact_duplicates_removed: exact,
      near_duplicates_kept: near,
      ...cleaner.report(),
      values_typed: tally.values,
      dates_normalised: tally.dates,
      columns: told,
    },
  };

  function* rows(counted: TypeTally): Generator<Item> {
    for (const row of kept) yield toItem(typed(row, counted));
    for (const paragraph of paragraphs) yield { text: paragraph };
  }

  function* firsts(): Generator<Item> {
    let at = 0;
    for (const row of rows({ values: 0, dates: 0 })) if (isFirst[at++] === 1) yield row;
  }
}

function tooDeep(): HubError {
  return new HubError("too_deep", `The items nest deeper than ${MAX_DEPTH} levels.`);
}

function nothingGiven(): HubError {
  const detail = "is required when the other one is missing";
  return new HubError("invalid_input", 'Nothing to clean: send "items", "text" or both.', {
    issues: ["/items", "/text"].map((pointer) => ({ pointer, detail })),
  });
}

function paragraphsOf(text: string): string[] {
  return text === "" ? [] : text.split("\n\n");
}

interface Duplicates {
  /** By row: 1 where no row before it is the same. */
  readonly isFirst: Uint8Array;
  readonly distinct: number;
  readonly exact: number;
  readonly near: number;
}

/** Of rows that are the same JSON the first is kept. Those that differ in case, width or spaces alone are only counted. */
function duplicatesAmong(rows: Iterable<Item>, count: number): Duplicates {
  const isFirst = new Uint8Array(count);
  const exactly = knownTexts();
  const roughly = knownTexts();
  const leave = collectorOfTexts();
  let at = 0;
  for (const row of rows) {
    const json = canonicalJson(row);
    leave(json.length);
    if (exactly.add(json)) {
      isFirst[at] = 1;
      roughly.add(
        json
          .normalize("NFKC")
          .toLowerCase()
          .replace(/\s+|\\[nt]/g, ""),
      );
    }
    at++;
  }
  const distinct = exactly.count;
  return { isFirst, distinct, exact: count - distinct, near: distinct - roughly.count };
}
