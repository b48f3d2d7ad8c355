/** "sorted by name descending", "newest first": by what a list is ordered, and which way. */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";
import { listOf, objectOf, textOf } from "../../../text/foreign.ts";
import { describedMembers } from "./described-members.ts";
import {
  fieldIn,
  fieldWritten,
  isByAge,
  isOrdered,
  orderWritten,
  qualitiesIn,
  type Way,
  wayIn,
} from "./order-words.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

const ORDER_NAME =
  /(?:^|\b)(?:sort|sorting|sort (?:by|on|order|field|key|column|property|dir|direction|type)|order|ordering|order (?:by|field|dir|direction|type)|direction|(?:sort|order)(?:by|order|field|dir|direction))$/;
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
    const sent = named ?? (isByAge(text) ? memberOfAge(declared, way) : memberAmong(members, qualitiesIn(text), way));
    return sent === undefined ? undefined : { sent, word: sent };
  }
  const word = field.join(" ");
  if (members.length > 0) {
    const inEnglish = field.map((one) => meanings.get(one)?.[0] ?? one);
    const found =
      memberFor(members, field, way) ??
      memberFor(members, inEnglish, way) ??
      (inEnglish[0] === "date" ? memberOfAge(members, way) : undefined);
    return found === undefined ? undefined : { sent: found, word };
  }
  if (slot.schema.type !== "string" && slot.schema.type !== undefined && slot.schema.type !== "array") return undefined;
  const first = fieldWritten(text);
  if (first === undefined) return undefined;
  const name = /_|[a-z][A-Z]/.test(first) ? first : field.join("_");
  const marked = /\bprefix|[-–]\s?\w.{0,60}\bdesc|\bminus\b|["'`]-["'`]/i.test(about) || isMarked(slot);
  const suffixed = /\w:(?:asc|desc)\b/i.test(about);
  if (way === "desc" && marked) return { sent: `-${name}`, word };
  return { sent: suffixed && way !== undefined ? `${name}:${way}` : name, word };
}

/** By its pattern, its example or its default: "-created". */
function isMarked({ schema }: Slot): boolean {
  return (
    /^\^?-\?/.test(textOf(schema["pattern"])) ||
    [schema["default"], ...listOf(schema["examples"])].some((one) => /^-\p{L}/u.test(String(one)))
  );
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
  return memberAmong(members, OF_AGE, way);
}

/** By the first of the fields that the list has. */
function memberAmong(members: readonly string[], fields: readonly string[], way: Way | undefined): string | undefined {
  const firsts = members.map((one) =>
    stemOf(wordsOf(splitIdentifier(one)).find((word) => !DIRECTION.test(word)) ?? ""),
  );
  const field = fields.find((one) => firsts.includes(stemOf(one)));
  return field === undefined ? undefined : memberFor(members, [field], way);
}

/** "last reported date time" is when it was reported, and "comment count" how many comments there are. */
function coreOf(stems: readonly string[]): string {
  const core = stems.join(" ").replace(/^(?:last|latest) /, "");
  return core.replace(/ (?:date time|date|time|at|on|count|number|num|total)$/, "") || core;
}

/** "-score" and "score_desc" go down, "score" goes up unless the list knows but one way. */
function memberFor(members: readonly string[], field: readonly string[], way: Way | undefined): string | undefined {
  const wanted = coreOf(field.map((word) => stemOf(word)));
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
      return { one, own, name: coreOf(stems), first: stems[0] };
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
