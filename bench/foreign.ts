/**
 * Needs of everyday in German, Spanish, French and Portuguese: how often a right entry is among the first five. One or two
 * needs of each category were written before any was searched; a few labels were widened after reading what English finds,
 * before any foreign query ran. A hash splits the queries of each language: of those for checking only the figures are
 * known, but who wrote them wrote the tables of `words/loans` as well, so both halves flatter. The same needs in English
 * show what the words would find.
 * Usage: bun bench/foreign.ts <catalog.sqlite> [--failures]
 */
import { readFileSync } from "node:fs";
import { openCatalog } from "../src/catalog/file-catalog/catalog.ts";

interface Need {
  /** In English. */
  readonly need: string;
  /** A slug with this in it is right, */
  readonly right: string;
  /** where its category is one of these, if they are given. */
  readonly categories?: readonly string[];
  readonly de: string;
  readonly es: string;
  readonly fr: string;
  readonly pt: string;
}

const LANGUAGES = ["de", "es", "fr", "pt"] as const;
const SHOWN = 5;

const [path = "data/catalog.sqlite", option] = process.argv.slice(2);
const needs: readonly Need[] = JSON.parse(readFileSync(new URL("foreign/needs.json", import.meta.url), "utf8"));
const catalog = openCatalog(path, Math.random);
const asked = needs.flatMap((need) => LANGUAGES.map((language) => ({ need, language, text: need[language] })));
for (const half of ["tuning", "checking"] as const) {
  const own = asked.filter(({ text }) => halfOf(text) === half);
  const shares = LANGUAGES.map((language) => `${language} ${shareOf(own.filter((one) => one.language === language))}`);
  console.log(`${half.padEnd(9)} ${[...shares, `all ${shareOf(own)}`].join("  ")}`);
}
console.log(`English   ${shareOf(needs.map((need) => ({ need, text: need.need })))}`);
if (option === "--failures") {
  for (const { need, language, text } of asked)
    if (halfOf(text) === "tuning" && !isFound(text, need)) console.log(`${language} "${text}"`, slugsOf(text));
}

function shareOf(queries: readonly { readonly need: Need; readonly text: string }[]): string {
  const found = queries.filter(({ need, text }) => isFound(text, need)).length;
  return `${found} of ${queries.length} (${((100 * found) / queries.length).toFixed(0)} %)`;
}

function isFound(text: string, { right, categories }: Need): boolean {
  const pattern = new RegExp(right);
  return hitsOf(text).some(({ entry }) => pattern.test(entry.slug) && categories?.includes(entry.category) !== false);
}

function slugsOf(text: string): string[] {
  return hitsOf(text).map(({ entry }) => entry.slug.slice(0, 60));
}

function hitsOf(text: string) {
  return catalog.search({ text, limit: SHOWN }).hits;
}

/** FNV-1a, its parity. */
function halfOf(text: string): "tuning" | "checking" {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value % 2 === 0 ? "tuning" : "checking";
}
