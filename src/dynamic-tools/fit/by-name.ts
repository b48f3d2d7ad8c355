/** How well the words around a value name the slot. */
import { LOAN_WORDS } from "../../catalog/words/loan-words.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { editDistance } from "../../text/edit-distance.ts";
import { holderName, isInRow } from "../slots/holders.ts";
import { aliasOf, CALLED, holderOf, isNounSaid, namesOf, SUFFIX } from "../slots/names.ts";
import { takesNumbers } from "../slots/schema.ts";
import { type Slot, takesSeveral } from "../slots/slots.ts";
import { singular, spellOut } from "../slots/spelled-names.ts";
import type { Wish } from "../words/wish/wish.ts";
import { CALLED as CALLING } from "../words/introductions.ts";
import { type Beside, besideOf } from "./beside.ts";
import { isHowMany, isYear } from "./kinds/counts.ts";
import { isOfSide } from "./kinds/extent.ts";
import { FAR, NAMED, PARTLY } from "./kinds/scores.ts";
import { UNIT_WORDS } from "./kinds/units.ts";
import { isNumber, type Value } from "../words/value.ts";

const FILLERS = new Set(
  "a an the is are of as with id ids number no code named called titled by name than be on my our this equals equal equalling being contains containing includes like equals matching starting starts el la le les der die das den dem o".split(
    " ",
  ),
);
/** "set the priority to high". */
const SETTING = new Set("set change update rename edit switch turn".split(" "));
const CALLED_SO = new RegExp(`["”»] (?:${CALLING})\\W{0,2}$`, "iu");

export function nameScore(slot: Slot, value: Value, said: Wish): number {
  const { kind } = value;
  const beside = besideOf(value, said);
  const word = spellOut(slot.name);
  const holder =
    slot.path.length > 1 && /^(?:ids?|name|value)$/.test(word) ? `${holderOf(slot.path)[0] ?? ""} ${word}` : word;
  const isIntroduced =
    beside.introduced.some((name) => name.test(word) || name.test(holder)) && !isOfUnsaidRow(slot, said.text);
  // A branch is merged into its base, and no money.
  const isMoney = word === "base" && (kind === "code" || kind === "currency");
  if (isIntroduced && !isMoney && !/^(?:from|starting at)/.test(word)) {
    const ofBound = wordsOf(word.replaceAll(BOUND, " "));
    // "a length of at most 42" is `max_length`, and no other maximum.
    if (ofBound.length > 0 && ofBound.join(" ") !== word) {
      if (ofBound.every((one) => saysNear(beside, one))) return NAMED + LONGER * ofBound.length;
      return isOfUnit(slot, beside) ? NAMED : isHowMany(value, said) ? 0 : FAR;
    }
    // "a branch called main": `branch_name`.
    const thing = (word === "name" ? holder : word).replace(/ (?:name|title)$/, "");
    if (thing !== word && thing !== "" && beside.before.slice(0, -1).join(" ").endsWith(thing)) return NAMED;
    // `the key "ssh-rsa …" named laptop`: what it is called is told by nothing else.
    if (word === "name" && value.kind === "quoted" && CALLED_SO.test(said.text.slice(0, value.start)))
      return NAMED + 0.01;
    return word.includes(" ") ? PARTLY : NAMED - (word === "body" ? 0.03 : 0.02);
  }
  if (
    slot.place === "body" &&
    (slot.isOfPair === true || kind === "id" || kind === "code" || (kind === "word" && word === "value")) &&
    beside.paired.some((name) => name.test(word))
  )
    return slot.isOfPair === true ? NAMED + OF_PAIR : PARTLY;
  if (
    (isNumber(value) || kind === "amount") &&
    (!OF_DAYS.test(word) || INSTANT.test(value.text)) &&
    !(isYear(value.text) && takesNumbers(slot.schema) && !/\b(?:year|season)\b/.test(word)) &&
    beside.spanned.some((name) => name.test(word))
  ) {
    const bounded = wordsOf(word.replaceAll(BOUND, " "));
    // "receipts between 10 and 20": of several bounds those of receipts.
    if (bounded.length > 0 && bounded.join(" ") !== word && bounded.every((one) => saysNear(beside, one)))
      return NAMED + LONGER * bounded.length;
    return word === "from" || word === "to" ? NAMED : PARTLY;
  }
  const roleWords = wordsInRole(slot, beside);
  // "the person p-31 as home" names the person first.
  if (roleWords > 0) return isIdLike(slot) ? PARTLY : NAMED + LONGER * roleWords;
  // What is forked is no name of the fork.
  const isDeed = said.effect === "change" && beside.before.length === 1 && beside.before[0] === said.verb;
  const before = isDeed ? [] : [...beside.before];
  let words = wordsOfName(slot, before, kind);
  while (before.length > 0 && FILLERS.has(before.at(-1) ?? "") && words === 0) {
    before.pop();
    words = wordsOfName(slot, before, kind);
  }
  // "bitrate de audio 128" of `audio_bitrate`.
  if (words === 0 && !isDeed) words = wordsOfName(slot, beside.glossed, kind);
  if (words === 0 && before.at(-1) === "to" && before.slice(0, -1).some((one) => SETTING.has(one)))
    words = wordsOfName(slot, before.slice(0, -1), kind);
  // "a bill …, number B-77" of `BillNumber`.
  if (words === 0 && NUMBER.test(beside.before.at(-1) ?? "") && isNumberOfSaid(word, said)) return NAMED - LONGER;
  // "the model 4f2a-11" is rather its id than its name.
  const isRather =
    (kind === "id" || kind === "number") && CALLED.test(word) && !word.endsWith(` ${before.at(-1) ?? ""}`);
  const isAlias = aliasOf(slot) === before.at(-1);
  const passed = beside.before.length - before.length;
  if (before.length > 0 && words > 0)
    return (
      NAMED +
      LONGER * (words - 1) -
      (isRather ? RATHER : 0) -
      (isAlias ? RATHER + LONGER : 0) -
      FURTHER * Math.min(passed, MAX_PASSED)
    );
  if (before.length > 0 && isPartOfName(slot, before.at(-1) ?? "")) return PARTLY;
  if (isNameOfNew(slot, kind, beside, said)) return PARTLY;
  if (isNamedBefore(slot, kind, beside) || isChangedTo(slot, beside)) return FAR;
  if (isOfUnit(slot, beside) || isOfSide(spellOut(slot.name), beside.extent)) return NAMED - 0.03;
  const isCount =
    kind === "number" ||
    kind === "id" ||
    kind === "amount" ||
    kind === "percent" ||
    (kind === "code" && !slot.inPath && !CODE_LIKE.test(word)) ||
    kind === "word";
  // "10 backgrounds" are no background of that id, nor are "die letzten 10 Rechnungen" an invoice.
  const areMany = singular(beside.following) !== beside.following || isHowMany(value, said);
  if (!isCount || (isIdLike(slot) && areMany)) return 0;
  return namesOf(slot).some((name) => beside.counted.includes(name)) ? NAMED - 0.05 : 0;
}

/** "register … named Jane Doe": of a row of which nobody spoke nothing is called so. */
function isOfUnsaidRow(slot: Slot, text: string): boolean {
  const row = isInRow(slot) && !slot.needed && CALLED.test(spellOut(slot.name)) ? holderName(slot) : undefined;
  return (
    row !== undefined &&
    !spellOut(row)
      .split(" ")
      .some((one) => isNounSaid(singular(one), text))
  );
}

const NUMBER = /^(?:number|no|nr|num|nummer|numero|n)$/;

/** What it is the number of was spoken of. */
function isNumberOfSaid(word: string, { text }: Wish): boolean {
  const thing = /^(.+) (?:number|no|num|nr)$/.exec(word)?.[1];
  return thing !== undefined && isNounSaid(thing, text);
}

/** "a droplet web-01": what is made is called so, though a machine's id is written alike. */
function isNameOfNew(slot: Slot, kind: Value["kind"], { before }: Beside, { effect }: Wish): boolean {
  const { required, thing, name } = slot;
  if (!required || thing === undefined || name.toLowerCase() !== "name" || kind !== "id") return false;
  if ((effect !== "create" && effect !== "none") || before.at(-1) !== thing) return false;
  return !WHERE.test(before.slice(0, -1).join(" "));
}

/** "in the folder fld_7". */
const WHERE = /(?:^| )(?:in|into|inside|on|onto|of|from|to|for|with|by|under|within|at)(?: (?:the|my|our|its))?$/;

const BOUND = /\b(?:min|max|minimum|maximum|gte?|lte?|lower|upper|lowest|highest)\b/g;
const OF_DAYS = /\b(?:date|time|day|month)\b/;
/** Seconds or milliseconds since the epoch, or a day and an hour without what stands between. */
const INSTANT = /^(?:\d{10}|\d{13}|(?:19|20)\d{12})$/;

function saysNear({ near }: Beside, word: string): boolean {
  return near.some((one) => one === word || singular(one) === singular(word));
}

/** What is set, and what to, says more than what the pair is called by: "set the text custom field "PO number" to …". */
const OF_PAIR = 0.05;

/** Of two names the longer says more: "per page" is no page. */
const LONGER = 0.01;

const RATHER = 0.05;

/** "the balance of Ethereum address 0x1": of two values the one right behind the name. */
const FURTHER = 0.002;
const MAX_PASSED = 3;

/** Of how many words the slot's name is with which the role begins; 0 where it is another's. */
function wordsInRole(slot: Slot, { role: said }: Beside): number {
  if (said.length === 0) return 0;
  const names = [spellOut(slot.name), ...namesOf(slot)].map((one) => one.replaceAll(" ", ""));
  for (let count = Math.min(4, said.length); count > 0; count--)
    if (names.includes(said.slice(0, count).join(""))) return ENDS_ROLE.test(said[count] ?? "and") ? count : 0;
  return 0;
}

/** "… as user ops1" is whose it is. */
const ENDS_ROLE = /^(?:and|in|of|on|for|with|from|to|at|by|und|mit|von|y|con|de|et|avec|e|com)$/;

/** What "the SEC conference" cannot be: a currency stands before many a word. */
const CODE_LIKE = /\b(?:from|to|name|title|text|message|id)\b/;

/** "set the depth of the probe to 12". */
function isNamedBefore(slot: Slot, kind: Value["kind"], { leading }: Beside): boolean {
  if (kind === "name" || kind === "word" || kind === "email" || kind === "point") return false;
  const own = spellOut(slot.name);
  return own.length > 3 && !own.includes(" ") && !slot.inPath && leading.includes(own);
}

function isChangedTo(slot: Slot, { changed, setTo }: Beside): boolean {
  const names = namesOf(slot);
  if (changed !== undefined && names.includes(changed)) return true;
  // "the weight of the goal" of `contribution_weight`.
  const isLast = (one: string) => one.length > 4 && names[0]?.endsWith(` ${one}`) === true;
  return [...(changed === undefined ? [] : [changed]), ...setTo].some((one) => names.includes(one) || isLast(one));
}

/** "12 pounds" for `weight_lb`, "800 miles" for `distance_mi`. */
function isOfUnit({ name }: Slot, { unit }: Beside): boolean {
  const last = spellOut(name).split(" ").at(-1) ?? "";
  return unit !== "" && UNIT_WORDS.some((words) => words.has(unit) && words.has(last));
}

/** "name" of "projectName", "user" of "username": of what is called by more than one word. */
function isPartOfName(slot: Slot, said: string): boolean {
  // "schedule a call for tomorrow" says no day for whom it is scheduled.
  if (said.length < 3 || said === "for") return false;
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
    !(takesNumbers(slot.schema) && said === singular(full[0] ?? "")) &&
    !(isIdLike(slot) && singular(said) === full[0]) &&
    (((full[0] ?? "").startsWith(said) && (full[0] ?? "").length <= said.length + 4) ||
      ((full[0] ?? "").length > 3 && said.startsWith(full[0] ?? "")));
  return isOne || (full.length > 1 && [words.at(-1), full.at(-1), words.at(-1)?.replace(/s$/, "")].includes(said));
}

export function isIdLike({ inPath, name }: Slot): boolean {
  return inPath || / (?:ids?|number|uuid|guid|sid|gid)$/.test(` ${spellOut(name)}`);
}

const { meanings } = LOAN_WORDS;

function isPlural(name: string): boolean {
  return name.length > 3 && singular(name) !== name;
}

/** How many words the name is of that stands right before; 0 where it is not the slot's. */
function wordsOfName(slot: Slot, before: readonly string[], kind: Value["kind"]): number {
  const isId = isIdLike(slot);
  const tail = (words: number) => before.slice(-words).join(" ");
  const english = meanings.get(before.at(-1) ?? "") ?? [];
  const found = namesOf(slot, kind).find((name) => {
    if (english.some((one) => one === name)) return true;
    const words = name.split(" ").length;
    const said = tail(words);
    const isNear = words === 1 && name.length > 4 && said[0] === name[0] && editDistance(said, name, 1) <= 1;
    if (isNear && singular(said) !== name) return true;
    // "row 100" is one of the rows, and not how many there are.
    const many = spellOut(slot.name);
    if (kind === "number" && takesNumbers(slot.schema) && isPlural(many) && said === singular(many)) return false;
    // "the refunds of …" names no refund by its id.
    const isMany = singular(said) !== said && isId && !takesSeveral(slot);
    const squeezed = name.replaceAll(" ", "");
    // "federal state" is `federalstate`, and "user name" `username`.
    const isSqueezed = name.length > 5 && [tail(2), tail(3)].some((one) => one.replaceAll(" ", "") === squeezed);
    return said === name || (!isMany && singular(said) === name) || tail(1) === squeezed || isSqueezed;
  });
  return found === undefined ? 0 : found.split(" ").length;
}
