/** What a slot takes, where its description lists it in words. */
import { textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

/** Of a list that a description gives in words, these and longer ones are told apart. */
const MAX_DESCRIBED = 24;

const OF_OWN_FORM = /\b(?:uris?|urls?|links?|ids?|uuids?|e ?mails?|phones?)$/;

/** What sorts or is shown is called by the names of fields. */
const OF_FIELDS = /\b(?:sort|order|fields?|columns?|by|include|expand|embed|group|filters?)\b/;

const SEARCH = /^(?:q|query|search(?: query| term| text)?)$/;

const LISTED =
  /\b(?:(?:valid|possible|allowed|accepted|supported|available|permitted) (?:values?|options?|types?)(?: (?:for|of) [^:.,]{1,30}?)?|options|one of(?: the following)?|either|can be|must be|values)\s*(?::|are\b|include\b|(?:can|may|must) be\b)?:?\s*([^.;\n]{3,240})/iu;

/** "ACTIVE,INACTIVE,CLOSED", "regular or postseason": a description that is nothing else. */
const ALL_A_LIST = /^\p{L}[\p{L}\p{N}_-]{1,30}(?:(?:\s?[,/|]\s?|,?\sor\s)\p{L}[\p{L}\p{N}_-]{1,30}){1,23}(?=\.?$)/u;

/** "<code>figure</code> <code>book</code>". */
const IN_TAGS = /<(?:code|b|strong|em|tt)>\s{0,3}([\p{L}\p{N}_ -]{1,40}?)\s{0,3}<\/(?:code|b|strong|em|tt)>/gu;
const MAX_READ = 1_200;

/** "'newest' | 'random'". */
const ALTERNATIVES = /(['"`])[\p{L}\p{N}_-]{2,30}\1(?:\s?(?:[|/]|\bor\b)\s?(['"`])[\p{L}\p{N}_-]{2,30}\2){1,12}/u;
/** "(days,hours,alerts)". */
const IN_PARENTHESES = /\((?:[^(),;.]{0,40}\s[-–]\s)?(\p{Ll}{3,20}(?:,\s?\p{Ll}{3,20}){2,20})\s?\)/u;

/** "NEWLY_LISTED": in several words, written as only a machine writes them. */
function codesIn(about: string): string[] {
  return [...new Set(about.match(/\b[A-Z]{2,20}(?:_[A-Z]{2,20}){1,4}\b/g))].slice(0, MAX_DESCRIBED);
}

/** What a description names in quotation marks, or behind "possible values:". */
export function describedMembers({ schema, name }: Pick<Slot, "schema" | "name">): string[] {
  if (schema.type !== "string" && schema.type !== undefined) return [];
  // "URIs, can be of tracks or episodes": their kinds are none of them.
  if (OF_OWN_FORM.test(spellOut(name))) return [];
  // What narrows a search stands in it beside what is looked for: "track:…".
  if (SEARCH.test(spellOut(name))) return [];
  const about = textOf(schema.description)
    .slice(0, MAX_READ)
    .replace(IN_TAGS, "'$1', ")
    .replace(/<[^<>]{1,40}>/g, " ")
    .slice(0, 600);
  const list =
    LISTED.exec(about)?.[1] ??
    ALL_A_LIST.exec(about.trim())?.[0] ??
    ALTERNATIVES.exec(about)?.[0] ??
    IN_PARENTHESES.exec(about)?.[1];
  if (list === undefined) return OF_FIELDS.test(spellOut(name)) ? [] : codesIn(about);
  const quoted = [...list.matchAll(/['"`*‘“]{1,2}([\p{L}][\p{L}\p{N}_ -]{1,30}?)['"`*’”]{1,2}/gu)].map(
    ([, one = ""]) => one,
  );
  const parts = quoted.length > 1 ? quoted : list.split(/,|\||\/|\bor\b|\band\b/u).map((one) => one.trim());
  const members = parts.filter((one) => /^\p{L}[\p{L}\p{N}_-]*(?: \p{L}[\p{L}\p{N}_-]*)?$/u.test(one));
  const isOfForms = !OF_FIELDS.test(spellOut(name)) && members.some((one) => isForm(spellOut(one), spellOut(name)));
  return members.length > 1 && members.length >= parts.length - 1 && !isOfForms ? members.slice(0, MAX_DESCRIBED) : [];
}

/** "idMember or username" tells by what a member is found, and neither is its name. */
function isForm(said: string, name: string): boolean {
  return said === name || /^(?:id|uuid|guid|user ?name|login|slug)\b|\b(?:id|uuid|user ?name)$/.test(said);
}
