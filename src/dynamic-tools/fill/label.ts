/** Values that say what is wanted: "the IP 203.0.113.7", "NAICS code 541511", "UDPRN 23747771": what only says what the next value is. */
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import type { WishContext } from "../words/wish/wish-context.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Value } from "../words/value.ts";

const OPAQUE: ReadonlySet<Value["kind"]> = new Set(["id", "number", "ip", "point", "phone", "email", "url", "code"]);
const BETWEEN = /^ {0,2}(?:(?:code|number|no\.?|id|address|name) {0,2})?[:=#]? {0,2}$/i;

export function isLabel(value: Value, { text, values }: Wish): boolean {
  if (value.kind !== "code" && value.kind !== "name") return false;
  const next = values.find(({ start }) => start >= value.end);
  return next !== undefined && OPAQUE.has(next.kind) && BETWEEN.test(text.slice(value.end, next.start));
}

/** "maps of Halo 5": the operation is called so itself. */
export function isOfOwnName({ kind, text, start }: Value, said: Wish, { own }: Pick<WishContext, "own">): boolean {
  const before = said.text.slice(Math.max(0, start - 40), start);
  return kind === "number" && own.has(text) && before.endsWith(" ") && own.has(wordsOf(before).at(-1) ?? "");
}

/** "Create a Payment Link", written like a name: what the operation itself is called. */
export function isOwnName({ kind, text }: Value, { own }: WishContext): boolean {
  return kind === "name" && wordsOf(splitIdentifier(text)).every((word) => own.has(word));
}
