/**
 * What somebody corrects while saying it, as if it had been said right at once: "disable the backups? No, enable them", "on
 * Thursday at 10:00, no wait, make that Friday".
 */
import { isVerb } from "../verbs/verbs.ts";

const HESITATES = "(?:(?:hmm+|uh|um|er|oh|ah|sorry|ach|perdona?)[,.]? )?";
const NO = "(?:no[, ]+wait|wait[, ]+no|no|nope|wait|actually|scratch that|sorry|correction|nein|quatsch|non|n[aã]o)";

/** A verb is taken back, and another one said of the same thing. */
const OF_VERB = new RegExp(
  `^(\\W{0,3}(?:[\\p{L}\\d.-]{2,30}: )?(?:please )?)(\\p{L}{2,20}) ([^.!?;"]{2,120}?) ?[?,.;!…–-]{1,3} ?${HESITATES}${NO}[ ,.!:;–-]{1,3}(?:(?:just|only|rather|please|instead) )?(\\p{L}{2,20}) (?:it|them|that|this|him|her|ihn|sie|es)(?!\\p{L})`,
  "iu",
);

/** Values are. */
const OF_VALUES = new RegExp(
  `^(.{3,300}?) ?[?,.;!…–-]{1,3} ?${HESITATES}(?:${NO}[ ,.!:;–-]{1,3})?(?:i mean|i meant|make (?:that|it)|(?:it|that) should be|ich meine?|quiero decir|je veux dire|quero dizer) ([^,;!?"]{1,60}?)([.!]?)$`,
  "iu",
);

const MAKES = /\bmake (?:that|it) [^,;!?" ]{1,60}[,;] /i;

/** "amount 12.40, no sorry, 14.20, on Friday": right behind what it stands for, and with no word of its own. */
const AT_ONCE =
  /^(.{3,300}?[\d%@.\p{L}])(?:,? (?:no[, ]+(?:wait|sorry)|wait[, ]+no|wait|sorry|scratch that|correction)[, :]{1,2}|, (?:no|actually|nein|non),? )([^\s,;!?"]{0,40}\d[^\s,;!?"]{0,40}?)(?=[.,;]?(?:\s|$))/iu;

/** What values look like, the closer first: one is corrected by another of its kind. */
const KINDS: readonly RegExp[] = [
  /^[^@]{1,60}@[^@]{3,60}$/,
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{1,2}:\d{2}(?:[ap]m)?$|^\d{1,2}[ap]m$/i,
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|heute|morgen)$/i,
  /^[€$£]?\d[\d.,]{0,20}$/,
  /\d/,
  /^\p{Lu}/u,
];
const TOKEN = /[^\s,;!?"]{1,80}/g;

interface Token {
  readonly kind: number;
  readonly text: string;
  readonly start: number;
}

/** Of two things of a kind only the second is meant: "don't delete the file 42, delete the file 43". */
const NOT_THIS_ONE =
  /^\W{0,3}(?:please )?(?:don['’]?t|do not|no|n[ãa]o|ne) \p{L}{2,20} (?:pas )?([^,;.!?"]{2,60}?) (\S{0,40}\d\S{0,40}), (?:(?:but|sino|mais|mas|pero) )?(\p{L}{2,20}) ([^,;.!?"]{2,60}?) (\S{0,40}\d[^\s,;]{0,40})$/iu;
const NOT_THIS_BUT =
  /^\W{0,3}(?:bitte )?(\p{L}{2,20}) ([^,;.!?"]{2,60}?) (\S{0,40}\d\S{0,40}) nicht, sondern ([^,;.!?"]{2,60}?) (\S{0,40}\d[^\s,;]{0,40})$/iu;

export function corrected(text: string): string {
  return withValueAtOnce(withValues(withVerb(ofTheOther(text))));
}

function ofTheOther(text: string): string {
  const denied = NOT_THIS_ONE.exec(text);
  const [, ofFirst, , verb, ofSecond, second] = denied ?? [];
  if (denied !== null) return ofFirst === ofSecond ? `${verb} ${ofSecond} ${second}` : text;
  const [whole, doing, thing, , other, one] = NOT_THIS_BUT.exec(text) ?? [];
  return whole !== undefined && thing === other ? `${doing} ${other} ${one}` : text;
}

function withVerb(text: string): string {
  const [whole, label = "", first = "", thing, second = ""] = OF_VERB.exec(text) ?? [];
  if (whole === undefined || !isVerb(first) || !isVerb(second) || second.toLowerCase() === "make") return text;
  return `${label}${second} ${thing}${text.slice(whole.length)}`;
}

/** "make that 24, only open ones": the rest is none of it. */
function withValues(whole: string): string {
  const behind = MAKES.exec(whole);
  const at = behind === null ? -1 : whole.slice(behind.index).search(/[,;] /);
  const text = behind === null || at < 0 ? whole : whole.slice(0, behind.index + at);
  const corrected = withLastValues(text);
  return corrected === text ? whole : corrected + whole.slice(text.length);
}

function withLastValues(text: string): string {
  const [whole, said = "", instead = "", end = ""] = OF_VALUES.exec(text) ?? [];
  if (whole === undefined) return text;
  let left = said;
  for (const { kind, text: right } of tokensIn(instead)) {
    const wrong = tokensIn(left).findLast((one) => one.kind === kind);
    if (wrong === undefined) return text;
    left = left.slice(0, wrong.start) + right + left.slice(wrong.start + wrong.text.length);
  }
  return left === said ? text : left + end;
}

function withValueAtOnce(text: string): string {
  const [whole, said = "", right = ""] = AT_ONCE.exec(text) ?? [];
  if (whole === undefined) return text;
  const [wrong, instead] = [tokensIn(said).at(-1), tokensIn(right)[0]];
  const isWithin = said.split('"').length % 2 === 0;
  const isOfKind = !isWithin && wrong !== undefined && wrong.kind === instead?.kind && said.endsWith(wrong.text);
  return isOfKind ? said.slice(0, wrong.start) + right + text.slice(whole.length) : text;
}

function tokensIn(text: string): readonly Token[] {
  const all = [...text.matchAll(TOKEN)].map(({ 0: found, index }) => {
    const one = found.replace(/\.$/, "");
    return { kind: KINDS.findIndex((kind) => kind.test(one)), text: one, start: index };
  });
  return all.filter(({ kind }) => kind >= 0);
}
