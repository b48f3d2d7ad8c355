/** How well the words around a value name the slot. */
import { LOAN_WORDS } from "../../catalog/search/loan-words.ts";
import { wordsOf } from "../../catalog/words.ts";
import { editDistance } from "../../text/edit-distance.ts";
import { CALLED, holderOf, namesOf, SUFFIX } from "../slots/names.ts";
import { singular, type Slot, spellOut, takesSeveral } from "../slots/slots.ts";
import type { Utterance } from "../words/utterance.ts";
import { isNumber, type Value } from "../words/values.ts";
import { isHowMany, isYear } from "./counts.ts";
import { FAR, NAMED, PARTLY } from "./scores.ts";
import { lastClause } from "./sides.ts";
import { UNIT_WORDS } from "./units.ts";

const FILLERS = new Set(
  "a an the is are of as with id ids number no code named called titled by name than be on my our this equals equal equalling being contains containing includes like equals matching starting starts el la le les der die das den dem o".split(
    " ",
  ),
);
/** "set the priority to high". */
const SETTING = new Set("set change update rename edit switch turn".split(" "));
/** What introduces a value says what it is to be. */
const INTRODUCED: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\b(?:saying|says?|reading|that reads|the text|text)\s*:?\s*["'“„«]?$/i,
    /^(?:text|message|body|content|content value|status|comment|note|notes|plain text|caption|description)$|\b(?:text|message|body|content)$/,
  ],
  [
    /\b(?:titled|title|headed)\s*:?\s*["'“„«]?$/i,
    /^(?:title|name|subject|summary|headline|topic)$|\b(?:title|subject)$/,
  ],
  [
    /\b(?:called|named)\s*:?\s*["'“„«]?$/i,
    /^(?:name|title|label|display name|topic|subject|summary)$|(?<!\b(?:contact|user|first|last|file|host|company|domain) )\b(?:name|title)$/,
  ],
  [
    /\b(?:at least|minimum|min|over|above|more than|older than|starting at|from)\s*[$€£]?\s*$/i,
    /\b(?:min|minimum|lower|gte?|at least)\b/,
  ],
  [
    /\b(?:at most|maximum|max|under|below|less than|up to|cheaper than|no more than|budget of)\s*[$€£]?\s*$/i,
    /\b(?:max|maximum|upper|lte?|at most|budget)\b/,
  ],
  [/\b(?:within|radius of|in a radius of|around)\s*$/i, /\b(?:radius|distance|range|within)\b/],
  [
    /\b(?:tagged|labell?ed|(?:tag|label) (?:it|them|this))\s+(?:with\s+|as\s+)?["'“]?$/i,
    /^(?:tags?|tag names?|labels?|label names?|tagged)$/,
  ],
  [/\b(?:rename|call (?:it|this|them))\s(?:.*\s(?:to|as|into)\s+)?["'“„«]?$/i, /\b(?:name|title|label)$/],
  [/(?<!\bper )\bpage\s*$/i, /^page(?: number| no)?$/],
  [
    /\b(?:(?:skip(?:ping)?|offset(?: of)?|start(?:ing)? at|starting from|beginning at|saltando|sautant|pulando)\s+(?:the |las? |les |os )?(?:first |primer[ao]s |premiers |primeir[ao]s |row |index |item |record |position |offset )?|from (?:row |index |item |record |position |offset |number )|after the first )$/i,
    /^(?:offset|skip|start|start num(?:ber)?|start index|start at|first result|start offset)$/,
  ],
  [/\b(?:in|inside|into|under|within)\s+(?:the |my |our )?(?:\p{L}+\s+){1,2}$/iu, /^parent(?: \w+)? ids?$/],
  [/\bfrom\s+["'“]?$/i, /^(?:sender|originator|sender (?:name|id)|from name|originating address|source address)$/],
  [/\bassign(?:ed)?(?: it| this| them)? to\s+["'“]?$/i, /^assignees?(?: ids?| names?| emails?)?$/],
  [/\bas\s*["'“„«]$/i, /^(?:name|title|label)$/],
  [/\bat\s*["'“„«]$/i, /^(?:location|venue|place)$/],
  [/\bfrom\s+(?:the )?(?:branch )?$/i, /^(?:head|source branch|head branch)$/],
  [/\b(?:to|into|onto)\s+(?:the )?(?:branch )?$/i, /^(?:base|target branch|base branch|destination branch)$/],
  [/\b(?:by)\s*$/i, /^(?:q )?(?:artist|author|creator|composer|singer|performer|writer)(?: name)?$/],
];

/** "set NODE_ENV to production": what is set, and what to, of a name and its value. */
const PAIRED: readonly (readonly [RegExp, RegExp, RegExp])[] = [
  [
    /^(?:name|key|variable|field|property|attribute)$/,
    /\b(?:set|change|update|add)\s+(?:\p{L}+\s+){0,4}["'“]?$/iu,
    /^["'”]?\s+(?:to|=|as|with the value)\s/i,
  ],
  [
    /^value$/,
    /\b(?:[Ss]et|[Cc]hange|[Uu]pdate|[Aa]dd)\s(?:\S+\s){0,4}\w+_\w+\s(?:to|=|as|with the value)\s+["'“]?$/u,
    /^/,
  ],
];

/** "from level 3 to level 4". */
const SPANS: readonly (readonly [RegExp, RegExp])[] = [
  [/\b(?:from|between)\s+(?:\p{L}+\s+)?$/iu, /^(?:from|start|min|lower)\b|\b(?:from|start)$/],
  [/\b(?:(?<!\bup )to|until|till|and)\s+(?:\p{L}+\s+)?$/iu, /^(?:to|end|stop|max|upper)\b|\b(?:to|end|until)$/],
];

export function nameScore(slot: Slot, value: Value, said: Utterance): number {
  const { kind, start, end } = value;
  const { text } = said;
  const word = spellOut(slot.name);
  const holder =
    slot.path.length > 1 && /^(?:ids?|name|value)$/.test(word) ? `${holderOf(slot.path)[0] ?? ""} ${word}` : word;
  const introduced = INTRODUCED.find(
    ([intro, name]) => intro.test(text.slice(0, start)) && (name.test(word) || name.test(holder)),
  );
  // A branch is merged into its base, and no money.
  const isMoney = word === "base" && (kind === "code" || kind === "currency");
  if (introduced !== undefined && !isMoney && !/^(?:from|starting at)/.test(word)) {
    const ofBound = wordsOf(word.replaceAll(BOUND, " "));
    // "a length of at most 42" is `max_length`, and no other maximum.
    if (ofBound.length > 0 && ofBound.join(" ") !== word) {
      if (ofBound.every((one) => saysNear(text, value, one))) return NAMED + LONGER * ofBound.length;
      return isOfUnit(slot, text.slice(end, end + 20)) ? NAMED : isHowMany(value, said) ? 0 : FAR;
    }
    return word.includes(" ") ? PARTLY : NAMED - (word === "body" ? 0.03 : 0.02);
  }
  if (
    slot.place === "body" &&
    (kind === "id" || kind === "code" || (kind === "word" && word === "value")) &&
    PAIRED.some(
      ([name, before, after]) => name.test(word) && before.test(text.slice(0, start)) && after.test(text.slice(end)),
    )
  )
    return PARTLY;
  if (
    isNumber(value) &&
    (!OF_DAYS.test(word) || INSTANT.test(value.text)) &&
    !(isYear(value.text) && isNumeric(slot) && !/\b(?:year|season)\b/.test(word)) &&
    SPANS.some(([intro, name]) => name.test(word) && intro.test(text.slice(0, start)))
  )
    return PARTLY;
  const role = ROLE.exec(text.slice(end, end + 60))?.[1];
  if (role !== undefined) {
    const words = wordsInRole(slot, role);
    // "the person p-31 as home" names the person first.
    if (words > 0) return isIdLike(slot) ? PARTLY : NAMED + LONGER * words;
  }
  const before = wordsOf(lastClause(text.slice(0, start)));
  let words = wordsOfName(slot, before, kind);
  while (before.length > 0 && FILLERS.has(before.at(-1) ?? "") && words === 0) {
    before.pop();
    words = wordsOfName(slot, before, kind);
  }
  if (words === 0 && before.at(-1) === "to" && before.slice(0, -1).some((one) => SETTING.has(one)))
    words = wordsOfName(slot, before.slice(0, -1), kind);
  // "the model 4f2a-11" is rather its id than its name.
  const isRather =
    (kind === "id" || kind === "number") && CALLED.test(word) && !word.endsWith(` ${before.at(-1) ?? ""}`);
  if (before.length > 0 && words > 0) return NAMED + LONGER * (words - 1) - (isRather ? RATHER : 0);
  if (before.length > 0 && isPartOfName(slot, before.at(-1) ?? "")) return PARTLY;
  if (isNamedBefore(slot, value, said) || isChangedTo(slot, value, said)) return FAR;
  if (isOfUnit(slot, text.slice(end, end + 20)) || isOfExtent(slot, text.slice(end, end + 30))) return NAMED - 0.03;
  const isCount =
    kind === "number" ||
    kind === "id" ||
    kind === "amount" ||
    kind === "percent" ||
    (kind === "code" && !slot.inPath && !CODE_LIKE.test(word)) ||
    kind === "word";
  if (!isCount) return 0;
  const [after = "", next = ""] = wordsOf(text.slice(end, end + 60));
  // "10 backgrounds" are no background of that id.
  if (isIdLike(slot) && singular(after) !== after) return 0;
  const behind = [after, singular(after), `${after} ${next}`, ...(meanings.get(fold(after)) ?? [])];
  return namesOf(slot).some((name) => behind.includes(name)) && !/^[\s]*[,.;]/.test(text.slice(end)) ? NAMED - 0.05 : 0;
}

const BOUND = /\b(?:min|max|minimum|maximum|gte?|lte?|lower|upper)\b/g;
const OF_DAYS = /\b(?:date|time|day|month)\b/;
/** Seconds or milliseconds since the epoch, or a day and an hour without what stands between. */
const INSTANT = /^(?:\d{10}|\d{13}|(?:19|20)\d{12})$/;

/** In the words right before a value, or behind it. */
function saysNear(text: string, { start, end }: Value, word: string): boolean {
  const near = [...wordsOf(lastClause(text.slice(0, start))), ...wordsOf(text.slice(end, end + 30)).slice(0, 2)];
  return near.some((one) => one === word || singular(one) === singular(word));
}

/** "rosie as the owner name": what a value shall be stands behind it. */
const ROLE =
  /^["'”»]?\s+(?:as|als|como|comme)\s+(?:(?:the|its|an?|their|den|das|die|el|la|le)\s+)?([\p{L}\d_ -]{2,40})/u;
/** Of two names the longer says more: "per page" is no page. */
const LONGER = 0.01;

const RATHER = 0.05;

/** Of how many words the slot's name is with which the role begins; 0 where it is another's. */
function wordsInRole(slot: Slot, role: string): number {
  const said = wordsOf(role);
  const names = [spellOut(slot.name), ...namesOf(slot)].map((one) => one.replaceAll(" ", ""));
  for (let count = Math.min(4, said.length); count > 0; count--)
    if (names.includes(said.slice(0, count).join(""))) return ENDS_ROLE.test(said[count] ?? "and") ? count : 0;
  return 0;
}

/** "… as user ops1" is whose it is. */
const ENDS_ROLE = /^(?:and|in|of|on|for|with|from|to|at|by|und|mit|von|y|con|de|et|avec|e|com)$/;

/** What "the SEC conference" cannot be: a currency stands before many a word. */
const CODE_LIKE = /\b(?:from|to|name|title|text|message|id)\b/;

/** "set the depth of the probe to 12": the name stands further back, and no other value between. */
function isNamedBefore(slot: Slot, value: Value, { text, values }: Utterance): boolean {
  if (value.kind === "name" || value.kind === "word" || value.kind === "email") return false;
  const from = Math.max(0, ...values.filter(({ end }) => end <= value.start).map(({ end }) => end));
  const clause = lastClause(text.slice(from, value.start));
  if (!/\s(?:to|as|at|is|of|auf|a|en|à|para|with)\s+\W*$/i.test(clause)) return false;
  const words = wordsOf(clause);
  const own = spellOut(slot.name);
  return own.length > 3 && !own.includes(" ") && !slot.inPath && words.includes(own);
}

const CHANGED =
  /\b(?:change|set|update|rename|edit) (?:the |its |my |our )?(\p{L}{2,30}(?: \p{L}{2,20}){0,2}?) (?:of|to|for|on|in)\b/iu;

/** "change the subject of webinar 12 to …", "set the name to …". */
function isChangedTo(slot: Slot, value: Value, { text }: Utterance): boolean {
  const before = text.slice(0, value.start);
  if (!/ (?:to|into|auf|zu|in|a|en|à|para) ["'“„«]?$/i.test(before)) return false;
  const changed = CHANGED.exec(before);
  return changed !== null && namesOf(slot).includes(wordsOf(changed[1] ?? "").join(" "));
}

/** "12 pounds" for `weight_lb`, "800 miles" for `distance_mi`. */
function isOfUnit({ name }: Slot, after: string): boolean {
  const [, unit = ""] = /^\s*(\p{L}+)/u.exec(after.toLowerCase()) ?? [];
  const last = spellOut(name).split(" ").at(-1) ?? "";
  return unit !== "" && UNIT_WORDS.some((words) => words.has(unit) && words.has(last));
}

/** "300 wide", "40 pixels tall". */
function isOfExtent({ name }: Slot, after: string): boolean {
  const [, extent = ""] =
    /^\s*(?:(?:px|pixels?|cm|mm|meters?|metres?)\s*)?(wide|high|tall|long|deep|old)\b/i.exec(after) ?? [];
  return extent !== "" && EXTENTS[extent.toLowerCase()]?.test(spellOut(name)) === true;
}

const EXTENTS: Readonly<Record<string, RegExp>> = {
  wide: /\bwidth$/,
  high: /\bheight$/,
  tall: /\bheight$/,
  long: /\blength$/,
  deep: /\bdepth$/,
  old: /\bage$/,
};

/** "name" of "projectName", "user" of "username": of what is called by more than one word. */
function isPartOfName(slot: Slot, said: string): boolean {
  if (said.length < 3) return false;
  const words = spellOut(slot.name).replace(SUFFIX, "").split(" ");
  const full = spellOut(slot.name).split(" ");
  // "the body …" for `body_markdown`: what follows only says how it is written.
  if (full.length === 2 && full[0] === said && /^(?:markdown|html|plain|raw|md)$/.test(full[1] ?? "")) return true;
  const last = words.at(-1) ?? "";
  // "the run …" for `dag_run_id`: so short a word is meant as a whole only.
  if (said.length === 3) return full.length > 1 && last === said;
  const isNear = last.length > 4 && last[0] === said[0] && editDistance(last, said, 1) <= 1;
  if (full.length > 1 && isNear && singular(said) !== last) return true;
  const isOne =
    full.length === 1 &&
    said !== full[0] &&
    !(isNumeric(slot) && said === singular(full[0] ?? "")) &&
    !(isIdLike(slot) && singular(said) === full[0]) &&
    (((full[0] ?? "").startsWith(said) && (full[0] ?? "").length <= said.length + 4) ||
      ((full[0] ?? "").length > 3 && said.startsWith(full[0] ?? "")));
  return isOne || (full.length > 1 && [words.at(-1), full.at(-1), words.at(-1)?.replace(/s$/, "")].includes(said));
}

function fold(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}+/gu, "");
}

function isIdLike({ inPath, name }: Slot): boolean {
  return inPath || / (?:ids?|number|uuid|guid|sid|gid)$/.test(` ${spellOut(name)}`);
}

const { meanings } = LOAN_WORDS;

function isNumeric({ schema }: Slot): boolean {
  return [schema.type].flat().some((type) => type === "integer" || type === "number");
}

function isPlural(name: string): boolean {
  return name.length > 3 && singular(name) !== name;
}

/** How many words the name is of that stands right before; 0 where it is not the slot's. */
function wordsOfName(slot: Slot, before: readonly string[], kind: Value["kind"]): number {
  const isId = isIdLike(slot);
  const tail = (words: number) => before.slice(-words).join(" ");
  const english = meanings.get(fold(before.at(-1) ?? "")) ?? [];
  const found = namesOf(slot, kind).find((name) => {
    if (english.some((one) => one === name)) return true;
    const words = name.split(" ").length;
    const said = tail(words);
    const isNear = words === 1 && name.length > 4 && said[0] === name[0] && editDistance(said, name, 1) <= 1;
    if (isNear && singular(said) !== name) return true;
    // "row 100" is one of the rows, and not how many there are.
    const many = spellOut(slot.name);
    if (kind === "number" && isNumeric(slot) && isPlural(many) && said === singular(many)) return false;
    // "the refunds of …" names no refund by its id.
    const isMany = singular(said) !== said && isId && !takesSeveral(slot);
    const squeezed = name.replaceAll(" ", "");
    // "federal state" is `federalstate`, and "user name" `username`.
    const isSqueezed = name.length > 5 && [tail(2), tail(3)].some((one) => one.replaceAll(" ", "") === squeezed);
    return said === name || (!isMany && singular(said) === name) || tail(1) === squeezed || isSqueezed;
  });
  return found === undefined ? 0 : found.split(" ").length;
}
