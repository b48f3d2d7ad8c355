/** "sorted by name descending", "newest first": by what a list is ordered, and which way. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words/words.ts";
import { listOf, objectOf, textOf } from "../../text/foreign.ts";
import { describedMembers } from "./described-members.ts";
import { fieldIn, isByAge, isOrdered, orderedBy, orderWritten, type Way, wayIn } from "./order-words.ts";
import { type Slot, spellOut } from "../slots/slots.ts";

const ORDER_NAME =
  /(?:^|\b)(?:sort|sorting|sort (?:by|on|order|field|key|column|property|dir|direction|type)|order|ordering|order (?:by|field|dir|direction|type)|direction)$/;
/** Characters of a description that are read. */
const MAX_DESCRIPTION = 900;
const DIRECTION = /^(?:asc|desc|ascending|descending|up|down)$/i;

const { meanings } = LOAN_WORDS;

/** What is sent, and the words that say so; `undefined` where nothing is said of an order, or the slot takes none. */
export function orderOf(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  if (!ORDER_NAME.test(spellOut(slot.name))) return undefined;
  const written = orderWritten(text);
  if (written !== undefined && listOf(slot.schema.enum).length === 0) return { sent: written, word: written };
  const superlative = superlativeIn(slot, text);
  if (superlative !== undefined || !isOrdered(text)) return superlative;
  const way = wayIn(text);
  const field = fieldIn(text);
  const items = objectOf(slot.schema.items);
  const declared = listOf(slot.schema.enum ?? items["enum"]).filter((one) => typeof one === "string");
  const members = declared.length > 0 ? declared : describedMembers(slot);
  const about = textOf(slot.schema.description).slice(0, MAX_DESCRIPTION);
  const isDirection =
    members.length > 0
      ? members.every((one) => DIRECTION.test(one))
      : /\b(?:dir|direction)$/.test(spellOut(slot.name)) ||
        (/^\W*(?:sort |order )?(?:asc|desc)|\basc(?:ending)?\W+or\W+desc/i.test(about) && !tellsOf(about, field));
  if (isDirection) {
    if (way === undefined) return undefined;
    return { sent: members.find((one) => one.toLowerCase().startsWith(way)) ?? way, word: way };
  }
  if (field === undefined) {
    const words = ` ${wordsOf(text).join(" ")} `;
    const named = members
      .filter((one) => words.includes(` ${wordsOf(splitIdentifier(one)).join(" ")} first `))
      .toSorted((a, b) => b.length - a.length)[0];
    const sent = named ?? (isByAge(text) ? memberOfAge(declared, way) : undefined);
    return sent === undefined ? undefined : { sent, word: sent };
  }
  const word = field.join(" ");
  if (members.length > 0) {
    const inEnglish = field.map((one) => meanings.get(one)?.[0] ?? one);
    const found = memberFor(members, field, way) ?? memberFor(members, inEnglish, way);
    return found === undefined ? undefined : { sent: found, word };
  }
  if (slot.schema.type !== "string" && slot.schema.type !== undefined && slot.schema.type !== "array") return undefined;
  const [first = ""] = orderedBy(text).split(" ", 1);
  // "most commented first" is no name of a field.
  if (first === "") return undefined;
  const name = first.includes("_") ? first : field.join("_");
  const marked = /\bprefix|[-–]\s?\w.{0,60}\bdesc|\bminus\b|["'`]-["'`]/i.test(about);
  const suffixed = /\w:(?:asc|desc)\b/i.test(about);
  if (way === "desc" && marked) return { sent: `-${name}`, word };
  return { sent: suffixed && way !== undefined ? `${name}:${way}` : name, word };
}

/** "items by price (in ascending or descending order)". */
function tellsOf(about: string, field: readonly string[] | undefined): boolean {
  return field !== undefined && ` ${wordsOf(about).join(" ")} `.includes(` ${field.join(" ")} `);
}

/** "newest", "most_popular": what says by itself which comes first. */
const IS_SUPERLATIVE = /^(?:newest|oldest|latest|earliest|cheapest|(?:most|least|best|highest|lowest)[ _-]?\p{L}+)$/iu;

function superlativeIn(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  const words = ` ${wordsOf(text).join(" ")} `;
  const declared = listOf(slot.schema.enum).map(String);
  const said = (declared.length > 0 ? declared : describedMembers(slot)).filter(
    (one) => IS_SUPERLATIVE.test(one) && words.includes(` ${wordsOf(splitIdentifier(one)).join(" ")} `),
  );
  return said.length === 1 && said[0] !== undefined ? { sent: said[0], word: said[0] } : undefined;
}

/** What tells when a thing came to be; the first of these that a list has. */
const OF_AGE = ["creat", "publish", "date", "timestamp", "time"];

function memberOfAge(members: readonly string[], way: Way | undefined): string | undefined {
  const firsts = members.map((one) =>
    stemOf(wordsOf(splitIdentifier(one)).find((word) => !DIRECTION.test(word)) ?? ""),
  );
  const stem = OF_AGE.find((one) => firsts.includes(one));
  return stem === undefined ? undefined : memberFor(members, [stem], way);
}

/** "-score" and "score_desc" go down, "score" goes up unless the list knows but one way. */
function memberFor(members: readonly string[], field: readonly string[], way: Way | undefined): string | undefined {
  const wanted = field.map((word) => stemOf(word)).join(" ");
  const found = members
    .map((one) => {
      const words = wordsOf(splitIdentifier(one));
      const stems = words.filter((word) => !DIRECTION.test(word)).map((word) => stemOf(word));
      const own: Way | undefined =
        one.startsWith("-") || words.some((word) => word.startsWith("desc"))
          ? "desc"
          : words.some((word) => word.startsWith("asc")) || one.startsWith("+")
            ? "asc"
            : undefined;
      return { one, own, name: stems.join(" "), first: stems[0] };
    })
    .filter(({ name, first }) => name === wanted || (field.length === 1 && first === wanted));
  const exact = found.filter(({ name }) => name === wanted);
  const among = exact.length > 0 ? exact : found;
  const best =
    among.find(({ own }) => own === way) ??
    (way === undefined ? among[0] : way === "asc" ? among.find(({ own }) => own === undefined) : undefined) ??
    (among.length === 1 ? among[0] : undefined);
  return best?.one;
}
