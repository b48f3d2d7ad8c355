/** Flags: "in safe mode", "nonstop", "with its transcript", "disable the route". */
import { withMeanings } from "../../../catalog/words/loan-words.ts";
import { stemOf } from "../../../catalog/words/stem.ts";
import { wordsOf } from "../../../catalog/words/words.ts";
import type { WishContext } from "../../words/wish/wish-context.ts";
import { type FlagForms, flagFormsOf, waysOf } from "./flag-forms.ts";
import { type FlagSaid, inOtherWords } from "./flag-phrases.ts";
import { isDenied } from "./flag-polarity.ts";
import { byVerb, isOppositeSaid, isSaidApart, isShownToo, isUndone, leavesOut } from "./flags-said.ts";
import { holderOf, inFull } from "../../slots/names.ts";
import { isAside, type Slot } from "../../slots/slots.ts";
import { singular, spellOut } from "../../slots/spelled-names.ts";

/** What a flag does with the thing it names. */
const PREFIX = /^(?:f )?(?:(?:is|are|has|have|only|include|includes|with|show|return|get|expand|add|want) )+/;
const SHOWING = /^(?:includes?|with|show|return|get|expand|add|want) /;
const SUFFIX = / (?:only|included|flag|enabled)$/;

/** What is on or off as a whole. */
const SWITCH = /^(?:is )?(?:enabled?|active|activated|on|switch state|power|powered(?: on)?|power on|on ?off)$/;
const ON = /\b(?:enable|activate|reactivate|switch(?:ed)? on|turn(?:ed)? on|switch \w+ on|turn \w+ on)\b/i;
const OFF =
  /\b(?:disable|deactivate|switch(?:ed)? off|turn(?:ed)? off|(?:switch|turn)(?: (?!(?:on|off|and|then)\b)[\p{L}\d_-]{1,30}){1,6} off)\b/iu;

/** `words` are those outside quotation marks. A flag whose words were said, and say nothing of the operation itself. */
export function flagOf(slot: Slot, context: WishContext, words: string): { sent: unknown; word: string } | undefined {
  const ways = waysOf(slot);
  const turned = ways === undefined ? undefined : turnedTo(ways, words);
  if (turned !== undefined) return turned;
  const forms = flagFormsOf(slot) ?? ways;
  if (forms === undefined || isAside(slot)) return undefined;
  const name = flagName(slot);
  // "the status" says not which one.
  const plain = forms === ways ? undefined : saidOf(slot, name, context, words);
  const said = plain ?? inOtherWords(name, context, words);
  return said === undefined ? undefined : { sent: said.is ? forms.on : forms.off, word: said.word };
}

/** "include annotations" of `annotations.include`: what only shows what holds it. */
function flagName({ name, path }: Slot): string {
  const [holder] = SHOWS_HOLDER.test(name) ? holderOf(path) : [];
  return holder === undefined ? spellOut(name) : `include ${holder}`;
}

const SHOWS_HOLDER = /^(?:include|included|show|shown|visible)$/i;

function saidOf(slot: Slot, full: string, { said, own }: WishContext, words: string): FlagSaid | undefined {
  if (leavesOut(full, ` ${wordsOf(words).join(" ")} `)) return { is: true, word: full };
  if (SWITCH.test(full) || (slot.needed && full === "state")) {
    if (isSwitchOfAnother(slot, words)) return undefined;
    const way = OFF.exec(words) ?? ON.exec(words);
    if (way !== null) return { is: !OFF.test(words), word: way[0] };
    if (/\b(?:inactive|disabled|inaktiv)\b/i.test(words)) return { is: false, word: "inactive" };
  }
  const done = DONE.test(full) ? doneIn(words) : undefined;
  if (done !== undefined) return { is: true, word: done };
  if (full === "write" && /\bread[- ]only\b/i.test(words)) return { is: false, word: "only" };
  const whole = inFull(full.replace(PREFIX, "").replace(SUFFIX, ""));
  const word = bareOf(whole, full, words, own);
  const isCalled = ["as", "as a", "as an", "is", "is a", "be", "be a"].some((lead) =>
    ` ${wordsOf(words).join(" ")} `.includes(` ${lead} ${word} `),
  );
  if (word.length < 4 && word === whole && !isCalled && !(slot.needed && word.length > 1)) return undefined;
  // "publish an article" asks to make one, and says nothing of a flag of it.
  const verb = said.effect === "create" && stemOf(said.verb) === stemOf(word) ? undefined : byVerb(word, words);
  if (verb !== undefined) return { is: verb, word };
  // As it was said and as it was read: what looks misspelt may be a flag's own word.
  const text = ` ${wordsOf(`${words} ${said.plain}`).join(" ")} `;
  const single = singular(word);
  const isShown = shows(text, word) || shows(text, single) || isShownToo(word, text);
  if (word.split(" ").every((one) => own.has(one)) && !slot.required && !isShown) return undefined;
  // "location is Madrid" asks for no `include_location`.
  if (SHOWING.test(full) && !isShown && !text.includes(` ${full} `)) return undefined;
  const found = [word, word.replaceAll(" ", ""), ...(isShown ? [`${word}s`, single] : [])].find((one) =>
    text.includes(` ${one} `),
  );
  if (found === undefined) {
    if (isSaidApart(full, text)) return { is: true, word: full };
    return isOppositeSaid(word, text) || isUndone(word, text) ? { is: false, word } : undefined;
  }
  const parts = text.split(` ${found} `);
  const isNot = parts.some((before, at) => at < parts.length - 1 && isDenied(before, parts[at + 1] ?? ""));
  return { is: !isNot, word: found };
}

/** Deep in a body is the switch of what holds it: "turn off the chat" is not that of the pictures behind. */
function isSwitchOfAnother({ place, path, needed }: Slot, words: string): boolean {
  if (place === "params" || needed || path.length < 3) return false;
  const said = wordsOf(words);
  return !wordsOf(spellOut(path.at(-2) ?? "")).some((word) => said.includes(word));
}

/** "include the pdf" of `include_invoice_pdf`, where invoices are what the operation is about. */
function bareOf(word: string, full: string, words: string, own: ReadonlySet<string>): string {
  if (!SHOWING.test(full)) return word;
  const bare = word
    .split(" ")
    .filter((one) => !own.has(one))
    .join(" ");
  return bare !== "" && shows(` ${wordsOf(words).join(" ")} `, bare) ? bare : word;
}

/** "mark the task as done". */
const DONE = /^(?:is )?(?:completed?|done|finished|resolved)$/;
/** "als erledigt", "como completada" as well. */
const AS_DONE = /\b(?:as|als|como|comme|come) (\p{L}{4,20})/giu;

function doneIn(words: string): string | undefined {
  return [...words.matchAll(AS_DONE)].find(([, as = ""]) =>
    wordsOf(as)
      .flatMap(withMeanings)
      .some((one) => DONE.test(one)),
  )?.[0];
}

/** "Enabled" of "Enabled", "Disabled" and "Default", where something is switched on. */
function turnedTo({ on, off }: FlagForms, words: string): { sent: unknown; word: string } | undefined {
  const way = OFF.exec(words) ?? ON.exec(words);
  return way === null ? undefined : { sent: OFF.test(words) ? off : on, word: way[0] };
}

/** "with its transcript", "including the bank settings", "deleted ones too". */
function shows(text: string, word: string): boolean {
  if (["too", "as well", "also"].some((end) => ["", " ones"].some((what) => text.includes(` ${word}${what} ${end} `))))
    return true;
  return [
    "with",
    "including",
    "include",
    "incl",
    "without",
    "excluding",
    "excl",
    "no",
    "leave out",
    "leaving out",
    "also show",
    "plus",
    "as",
    "mit",
    "ohne",
  ].some((lead) =>
    ["", "the ", "a ", "an ", "my ", "our ", "its ", "their ", "all "].some((article) =>
      ["", "s"].some((plural) => text.includes(` ${lead} ${article}${word}${plural} `)),
    ),
  );
}
