/** What a slot takes, read from a description as freely as may be: for words that nothing else explains. */
import { listOf, objectOf, textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { describedMembers } from "./described-members.ts";

const MAX_READ = 1_200;
const MAX_OPTIONS = 60;

/** "'order', 'shipping'", "`hot` : for what is trending". */
const QUOTED = /(['"`‘“])(\p{L}[\p{L}\p{N}_-]{1,30}(?: [\p{L}\p{N}_-]{1,20})?)['"`’”]/gu;
/** "- hot: …" on a line of its own, "end => at the end". */
const EXPLAINED = /(?:^|\n)\s{0,4}[-*•]\s{0,2}[`'"]?(\p{L}[\p{L}\p{N}_-]{1,30})|(\p{L}[\p{L}\p{N}_]{1,30})\s?=>\s/gu;
/** "(regular, postseason, or both)". */
const IN_PARENTHESES = /\((?:e\.g\.,?\s|i\.e\.,?\s)?([^()]{3,200})\)/gu;
/** "e.g. passing". */
const FOR_EXAMPLE = /(?:\be\.g\.|\bfor example|\bfor instance|\bsuch as|\bexample:)[,:]?\s([^().;:\n]{2,80})/giu;
const PART = /^[`'"]?(\p{L}[\p{L}\p{N}_-]{1,30}(?: [\p{L}\p{N}_-]{1,20})?)[`'"]?$/u;

/** Of its own list, of its description and of its examples; none where it takes no words. */
export function optionsOf({ schema, name }: Pick<Slot, "schema" | "name">): readonly string[] {
  const items = objectOf(schema.items);
  const listed = listOf(schema.enum ?? items["enum"]);
  if (listed.length > 0) return listed.filter((one) => typeof one === "string");
  const types = [schema.type, items["type"]].flat();
  if (!types.every((one) => one === undefined || one === "string" || one === "array")) return [];
  const about = textOf(schema.description).slice(0, MAX_READ);
  const options = [
    ...describedMembers({ schema, name }),
    ...severalOf([...about.matchAll(QUOTED)].map(([, , one = ""]) => one)),
    ...severalOf([...about.matchAll(EXPLAINED)].map(([, one, other]) => one ?? other ?? "")),
    ...[...about.matchAll(IN_PARENTHESES)].flatMap(([, list = ""]) => severalOf(partsOf(list))),
    ...[...about.matchAll(FOR_EXAMPLE)].flatMap(([, list = ""]) => partsOf(list)),
    ...listOf(schema.examples).flatMap((one) => (typeof one === "string" ? partsOf(one) : [])),
  ];
  return [...new Set(options)].slice(0, MAX_OPTIONS);
}

/** A single one is mentioned, and no option. */
function severalOf(options: readonly string[]): readonly string[] {
  return new Set(options).size > 1 ? options : [];
}

/** None where a part is a phrase. */
function partsOf(list: string): string[] {
  const parts = list
    .split(/,\s?(?:or\s|and\s)?|\s?[|/]\s?|\s(?:or|and)\s/u)
    .map((one) => one.trim())
    .filter((one) => one !== "" && one !== "etc" && one !== "etc.");
  const words = parts.flatMap((one) => PART.exec(one)?.[1] ?? []);
  return words.length === parts.length ? words : [];
}
