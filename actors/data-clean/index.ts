/** Untidy rows or text in; rows without markup, empty fields and duplicates out. Nothing leaves the machine. */
import { defineActor, type Item, Type } from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { canonicalJson, isDeeperThan, MAX_DEPTH } from "../../src/runtime/json.ts";
import { createCleaner } from "./clean-value.ts";
import { typeColumns } from "./columns.ts";
import { stamp, toItem, withoutStamp } from "../_shared/record.ts";
import { intents } from "./intents.ts";

const SOURCE = "data-clean";

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
  async run({ items, text }, { now }) {
    if (items === undefined && text === undefined) throw nothingGiven();
    if (isDeeperThan(items, MAX_DEPTH)) {
      throw new HubError("too_deep", `The items nest deeper than ${MAX_DEPTH} levels.`);
    }
    const cleaner = createCleaner();
    const rows = (items ?? []).map((row) => cleaner.value(withoutStamp(row)));
    const kept = rows.filter((row) => row !== undefined).map(toItem);
    const typed = typeColumns(kept);
    const paragraphs = paragraphsOf(cleaner.text(text ?? ""));
    const { distinct, exact, near } = dropDuplicates([...typed.rows.map(toItem), ...paragraphs]);
    return {
      items: stamp(distinct, SOURCE, now()),
      report: {
        items_in: rows.length + paragraphs.length,
        items_out: distinct.length,
        empty_items_removed: rows.length - kept.length,
        exact_duplicates_removed: exact,
        near_duplicates_kept: near,
        ...cleaner.report(),
        values_typed: typed.values,
        dates_normalised: typed.dates,
        columns: typed.columns,
      },
    };
  },
});

function nothingGiven(): HubError {
  const detail = "is required when the other one is missing";
  return new HubError("invalid_input", 'Nothing to clean: send "items", "text" or both.', {
    issues: ["/items", "/text"].map((pointer) => ({ pointer, detail })),
  });
}

function paragraphsOf(text: string): Item[] {
  return text === "" ? [] : text.split("\n\n").map((paragraph) => ({ text: paragraph }));
}

/** Of rows that are the same JSON the first is kept. Those that differ in case, width or spaces alone are only counted. */
function dropDuplicates(rows: readonly Item[]): { distinct: Item[]; exact: number; near: number } {
  const exactly = new Set<string>();
  const roughly = new Set<string>();
  const distinct: Item[] = [];
  for (const row of rows) {
    const json = canonicalJson(row);
    if (exactly.has(json)) continue;
    exactly.add(json);
    roughly.add(
      json
        .normalize("NFKC")
        .toLowerCase()
        .replace(/\s+|\\[nt]/g, ""),
    );
    distinct.push(row);
  }
  return { distinct, exact: rows.length - distinct.length, near: distinct.length - roughly.size };
}
