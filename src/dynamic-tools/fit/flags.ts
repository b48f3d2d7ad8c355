/** Flags: "in safe mode", "nonstop", "with its transcript", "disable the route". */
import { withMeanings } from "../../catalog/words/loan-words.ts";
import { stemOf } from "../../catalog/words/stem.ts";
import { wordsOf } from "../../catalog/words/words.ts";
import { listOf, textOf } from "../../text/foreign.ts";
import type { WishContext } from "../words/wish-context.ts";
import { byVerb, isOppositeSaid, isSaidOtherwise, isShownToo, isUndone, leavesOut } from "./flags-said.ts";
import { inFull } from "../slots/names.ts";
import { isAside, singular, type Slot, spellOut } from "../slots/slots.ts";

/** What a flag does with the thing it names. */
const PREFIX = /^(?:f )?(?:(?:is|are|has|have|only|include|includes|with|show|return|get|expand|add|want) )+/;
const SHOWING = /^(?:includes?|with|show|return|get|expand|add|want) /;
const SUFFIX = / (?:only|included|flag|enabled)$/;

/** What is on or off as a whole. */
const SWITCH = /^(?:is )?(?:enabled?|active|activated|on|switch state|power|powered(?: on)?|power on|on ?off)$/;
const ON = /\b(?:enable|activate|reactivate|switch(?:ed)? on|turn(?:ed)? on|switch \w+ on|turn \w+ on)\b/i;
/** Right before a flag's word. */
const DENIAL =
  / (?:not|don t|dont|doesn t|never|nicht|não|nao|no|without|excluding|excl|except|leave out|leaving out|hide|non|un|turn off|switch off|disable|deactivate|ohne|kein\w*|sin|sans|sem|remove|drop|lift)(?: the| any| its)?$/;
/** Right behind it. */
const DENIED = /^(?:is |are |to |set to )?(?:disabled|deactivated|off|false|aus)(?: |$)/;
const OFF =
  /\b(?:disable|deactivate|switch(?:ed)? off|turn(?:ed)? off|(?:switch|turn)(?: (?!(?:on|off|and|then)\b)[\p{L}\d_-]{1,30}){1,6} off)\b/iu;

/** `words` are those outside quotation marks. A flag whose words were said, and say nothing of the operation itself. */
export function flagOf(
  slot: Slot,
  { said, own }: WishContext,
  words: string,
): { sent: unknown; word: string } | undefined {
  const { name, schema, required } = slot;
  const turned = turnedTo(slot, words);
  if (turned !== undefined) return turned;
  const isNumber = isSwitch(slot);
  const isText = isTextFlag(slot);
  if ((![schema.type].flat().includes("boolean") && !isNumber && !isText) || isAside(slot)) return undefined;
  const full = spellOut(name);
  if (leavesOut(full, ` ${wordsOf(words).join(" ")} `))
    return { sent: isNumber ? 1 : isText ? "true" : true, word: full };
  const read = (is: boolean) => (isNumber ? Number(is) : isText ? String(is) : is);
  if (SWITCH.test(full) || (slot.needed && full === "state")) {
    if (isSwitchOfAnother(slot, words)) return undefined;
    const way = OFF.exec(words) ?? ON.exec(words);
    if (way !== null) return { sent: read(!OFF.test(words)), word: way[0] };
    if (/\b(?:inactive|disabled|inaktiv)\b/i.test(words)) return { sent: read(false), word: "inactive" };
  }
  const done = DONE.test(full) ? doneIn(words) : undefined;
  if (done !== undefined) return { sent: read(true), word: done };
  if (full === "write" && /\bread[- ]only\b/i.test(words)) return { sent: read(false), word: "only" };
  const whole = inFull(full.replace(PREFIX, "").replace(SUFFIX, ""));
  const word = bareOf(whole, full, words, own);
  const isCalled = ["as", "as a", "as an", "is", "is a", "be", "be a"].some((lead) =>
    ` ${wordsOf(words).join(" ")} `.includes(` ${lead} ${word} `),
  );
  if (word.length < 4 && word === whole && !isCalled && !(slot.needed && word.length > 1)) return undefined;
  // "publish an article" asks to make one, and says nothing of a flag of it.
  const verb = said.effect === "create" && stemOf(said.verb) === stemOf(word) ? undefined : byVerb(word, words);
  if (verb !== undefined) return { sent: read(verb), word };
  // As it was said and as it was read: what looks misspelt may be a flag's own word.
  const text = ` ${wordsOf(`${words} ${said.plain}`).join(" ")} `;
  const single = singular(word);
  const isShown = shows(text, word) || shows(text, single) || isShownToo(word, text);
  if (word.split(" ").every((one) => own.has(one)) && !required && !isShown) return undefined;
  // "location is Madrid" asks for no `include_location`.
  if (SHOWING.test(full) && !isShown && !text.includes(` ${full} `)) return undefined;
  const found = [word, word.replaceAll(" ", ""), ...(isShown ? [`${word}s`, single] : [])].find((one) =>
    text.includes(` ${one} `),
  );
  if (found === undefined) {
    if (isOppositeSaid(word, text)) return { sent: read(false), word };
    if (isUndone(word, text)) return { sent: read(false), word };
    return isSaidOtherwise(full, text, own) ? { sent: read(true), word } : undefined;
  }
  const [, ...behind] = text.split(` ${found} `);
  const isDenied =
    behind.some((after) => DENIED.test(after)) ||
    text
      .split(` ${found} `)
      .slice(0, -1)
      .some((before) => DENIAL.test(before));
  return { sent: read(!isDenied), word: found };
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
function turnedTo({ schema }: Slot, words: string): { sent: unknown; word: string } | undefined {
  const members = listOf(schema.enum);
  const on = members.filter((one) => IS_ON.test(String(one)));
  const off = members.filter((one) => IS_OFF.test(String(one)));
  if (on.length !== 1 || off.length !== 1) return undefined;
  const way = OFF.exec(words) ?? ON.exec(words);
  return way === null ? undefined : { sent: OFF.test(words) ? off[0] : on[0], word: way[0] };
}

const IS_ON = /^(?:enabled?|on|active)$/i;
const IS_OFF = /^(?:disabled?|off|inactive)$/i;

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
    ["", "the ", "its ", "their ", "all "].some((article) =>
      ["", "s"].some((plural) => text.includes(` ${lead} ${article}${word}${plural} `)),
    ),
  );
}

/** A text that is "true" or "false". */
function isTextFlag({ schema: { type, enum: members, description } }: Slot): boolean {
  if (type !== "string" && type !== undefined) return false;
  const listed = listOf(members).map(String);
  if (listed.length > 0) return listed.length === 2 && ["true", "false"].every((one) => listed.includes(one));
  return /^\W*(?:true or false|true\/false)\W*$/i.test(textOf(description));
}

/** A number that is 0 or 1. */
function isSwitch({ name, schema: { type, enum: members, description, maximum } }: Slot): boolean {
  if ((type !== "integer" && type !== "number") || Number(maximum) > 1) return false;
  if (/^(?:f )?has /.test(spellOut(name)) && /\b(?:when set|if set)\b/i.test(textOf(description))) return true;
  if ([0, 1].every((one) => listOf(members).includes(one))) return true;
  return /\b(?:0 or 1|1 or 0|if it is 1|if set to 1|set (?:it )?to 1|(?<!from )1 (?:=|for|to) )\b/i.test(
    textOf(description),
  );
}
