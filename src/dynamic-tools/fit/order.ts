/** "sorted by name descending", "newest first": by what a list is ordered, and which way. */
import { LOAN_WORDS } from "../../catalog/search/loan-words.ts";
import { stemOf } from "../../catalog/stem.ts";
import { splitIdentifier, wordsOf } from "../../catalog/words.ts";
import { listOf, objectOf, textOf } from "../../text/foreign.ts";
import { describedMembers } from "./members.ts";
import { type Slot, spellOut } from "../slots/slots.ts";

const ORDERED =
  /\b(?:sort(?:ed|ing)?|order(?:ed|ing)?|rank(?:ed)?|sortiert|geordnet|ordenad[oa]s?|tri[ée]e?s?|class[ée]e?s?)\s+(?:by|nach|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _-]\p{L}{2,30}){0,3})/iu;
/** "nach Datum sortiert", "by date, descending". */
const TURNED =
  /(?<!\p{L})(?:nach|by|por|par)\s+(?:the |dem |der |el |la |le |o )?([\p{L}_]{2,30}(?:[ _]\p{L}{2,30})?),?\s+(?:(?:absteigend|aufsteigend)\s+)?(?:sortiert|geordnet|absteigend|aufsteigend|(?:de|a)scending|(?:de|a)scendente|(?:dé)?croissante?)(?!\p{L})/iu;
const IS_ORDERED =
  /\b(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|sortiert|ordenad[oa]s?|tri[ée]e?s?|first|zuerst|primero|(?:de|a)scending|absteigend|aufsteigend|(?:de|a)scendente)\b/iu;
const DOWN =
  /(?<!\p{L})(?:desc(?:ending)?|absteigende?|descendente|d[ée]croissante?|decrescente|(?:newest|latest|most recent|highest|largest|biggest|greatest|best|most \p{L}+) first|neueste zuerst)(?!\p{L})/iu;
const UP =
  /(?<!\p{L})(?:asc(?:ending)?|aufsteigende?|ascendente|croissante?|crescente|(?:oldest|earliest|lowest|smallest|cheapest|least \p{L}+) first|alphabetical(?:ly)?|[äa]lteste zuerst)(?!\p{L})/iu;
/** What ends the name of a field. */
const NO_FIELD =
  /^(?:desc|descending|asc|ascending|absteigend|aufsteigend|descendente|ascendente|and|in|with|from|at|of|for|limit|first|page|order|y|und|et|e|the)$/;

const ORDER_NAME =
  /(?:^|\b)(?:sort|sorting|sort (?:by|on|order|field|key|column|property|dir|direction|type)|order|ordering|order (?:by|field|dir|direction|type)|direction)$/;
/** Characters of a description that are read. */
const MAX_DESCRIPTION = 900;
const DIRECTION = /^(?:asc|desc|ascending|descending|up|down)$/i;

const { meanings } = LOAN_WORDS;

type Way = "asc" | "desc";

/** What is sent, and the words that say so; `undefined` where nothing is said of an order, or the slot takes none. */
export function orderOf(slot: Slot, text: string): { readonly sent: unknown; readonly word: string } | undefined {
  if (!ORDER_NAME.test(spellOut(slot.name)) || !IS_ORDERED.test(text)) return undefined;
  const way: Way | undefined = DOWN.test(text) ? "desc" : UP.test(text) ? "asc" : undefined;
  const field = fieldIn(text);
  const items = objectOf(slot.schema.items);
  const declared = listOf(slot.schema.enum ?? items["enum"]).filter((one) => typeof one === "string");
  const members = declared.length > 0 ? declared : describedMembers(slot);
  const about = textOf(slot.schema.description).slice(0, MAX_DESCRIPTION);
  const isDirection =
    members.length > 0
      ? members.every((one) => DIRECTION.test(one))
      : /\b(?:dir|direction)$/.test(spellOut(slot.name)) ||
        /^\W*(?:sort |order )?(?:asc|desc)|\basc(?:ending)?\W+or\W+desc/i.test(about);
  if (isDirection) {
    if (way === undefined) return undefined;
    return { sent: members.find((one) => one.toLowerCase().startsWith(way)) ?? way, word: way };
  }
  if (field === undefined) {
    const words = ` ${wordsOf(text).join(" ")} `;
    const named = members
      .filter((one) => words.includes(` ${wordsOf(splitIdentifier(one)).join(" ")} first `))
      .toSorted((a, b) => b.length - a.length)[0];
    return named === undefined ? undefined : { sent: named, word: named };
  }
  const word = field.join(" ");
  if (members.length > 0) {
    const inEnglish = field.map((one) => meanings.get(one)?.[0] ?? one);
    const found = memberFor(members, field, way) ?? memberFor(members, inEnglish, way);
    return found === undefined ? undefined : { sent: found, word };
  }
  if (slot.schema.type !== "string" && slot.schema.type !== undefined && slot.schema.type !== "array") return undefined;
  const [written = ""] = orderedBy(text).split(" ", 1);
  const name = written.includes("_") ? written : field.join("_");
  const marked = /\bprefix|[-–]\s?\w.{0,60}\bdesc|\bminus\b|["'`]-["'`]/i.test(about);
  const suffixed = /\w:(?:asc|desc)\b/i.test(about);
  if (way === "desc" && marked) return { sent: `-${name}`, word };
  return { sent: suffixed && way !== undefined ? `${name}:${way}` : name, word };
}

function orderedBy(text: string): string {
  return (ORDERED.exec(text) ?? TURNED.exec(text))?.[1] ?? "";
}

/** "last seen" of "ordered by last seen, ascending". */
function fieldIn(text: string): readonly string[] | undefined {
  const words = wordsOf(orderedBy(text));
  const end = words.findIndex((word) => NO_FIELD.test(word));
  const field = end < 0 ? words : words.slice(0, end);
  return field.length === 0 ? undefined : field;
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
