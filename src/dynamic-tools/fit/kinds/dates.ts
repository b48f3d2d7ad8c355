/** Days: from when, until when. */
import { textOf } from "../../../text/foreign.ts";
import { takesNumbers } from "../../slots/schema.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";
import type { CalendarUnit } from "../../words/value.ts";
import { OF_KIND, POSSIBLE } from "./scores.ts";

export function dateScore(word: string, before: string, role?: "start" | "end"): number {
  const isEnd =
    role === "end" ||
    /\b(?:until|till|through|before|back(?: on)?|return(?:ing)?(?: on)?|zurück(?: am)?|(?:older|earlier) than|no later than|bis|vor|bis zum|hasta(?: el)?|antes del?|jusqu['’]?au?|avant(?: le)?|até(?: o)?)\s+$/i.test(
      before,
    ) ||
    (role !== "start" && (/\b(?:to|and)\s+$/i.test(before) || LAST_OF_TWO.test(before)));
  const isStart =
    role === "start" ||
    /\b(?:from|since|between|starting|after|(?:newer|later) than|ab(?: dem)?|von|vom|seit(?: dem)?|desde(?: el| o)?|despu[ée]s del?|a partir del?|depuis(?: le)?|apr[èe]s(?: le)?|à partir du|depois de)\s+$/iu.test(
      before,
    );
  const taken = endTaken(word);
  if (isEnd) return taken === "end" ? OF_KIND + 0.1 : taken === "start" ? 0 : POSSIBLE;
  if (isStart) return taken === "start" ? OF_KIND + 0.1 : taken === "end" ? 0 : POSSIBLE + 0.05;
  return taken === "end" ? 0 : OF_KIND - 0.1;
}

/** "entre el 2 y el …", "du 3 au …", "de 1 a …": behind another day. */
const LAST_OF_TWO =
  /(?<!\p{L})(?:entre|zwischen|vom|von|del?|du|desde)\s(?:(?:el|le|o|dem)\s)?\d[^;:!?]{0,24}\s(?:a|al|ao|au|à|y|e|et|und|bis)\s(?:(?:el|le|o|dem|zum)\s)?$/iu;

const MOVES = /^(?:move|reschedule|postpone|shift|delay|change)$/;

/** "move the meeting to Friday": it begins then, and does not end. */
export function isMovedTo({ verb }: { readonly verb: string }, before: string): boolean {
  return MOVES.test(verb) && /\bto\s+$/i.test(before) && !/\bfrom\s/i.test(before);
}

/** Which end of a span a slot takes, by its name. */
export function endTaken(word: string): "start" | "end" | undefined {
  const wantsEnd =
    /^(?:to|until|end|till|before)\b|\b(?:to|end|until|checkout|return|max)\b|\b(?:before|till|lte?)$|\bend (?:at|on)$/.test(
      word,
    );
  const wantsStart = /^(?:from|since|start|after)\b|\b(?:from|start|begin|checkin|min)\b|\b(?:after|since|gte?)$/.test(
    word,
  );
  return wantsEnd ? "end" : wantsStart ? "start" : undefined;
}

const TELLS_TIME =
  /date|time|\bdays?\b|iso.?8601|rfc.?3339|y{2,4}|epoch|unix|period|earliest|latest|earlier|later|since|until/i;

/** `starting_after` may be a day, or where a list goes on, and "to" who is called: its description says so. */
export function isOfTime({ schema: { format, description } }: Pick<Slot, "schema">, word: string): boolean {
  if (format === "date" || format === "date-time" || /\b(?:date|day|time|timestamp)/.test(word)) return true;
  const about = textOf(description);
  return about === "" || TELLS_TIME.test(about);
}

/** A moment, and no day: by its format, as a number, or as its description writes one. */
export function isOfMoment({ schema: { type, format, description } }: Pick<Slot, "schema">): boolean {
  return (
    format === "date-time" ||
    takesNumbers({ type }) ||
    (format !== "date" && /\dT\d{2}:\d{2}|DDTHH|rfc.?3339 (?:timestamp|format)/i.test(textOf(description)))
  );
}

/** Seconds since the epoch, or milliseconds, in a text that takes nothing else; `undefined` where it takes days as well. */
export function epochForm(
  { schema: { type, format, description } }: Pick<Slot, "schema">,
  moment: string,
): string | undefined {
  const about = textOf(description);
  if (type !== "string" || format !== undefined || !EPOCH.test(about) || OTHERWISE.test(about)) return undefined;
  const at = Date.parse(moment);
  return Number.isNaN(at) ? undefined : String(/milli-?seconds/i.test(about) ? at : Math.floor(at / 1000));
}

const EPOCH = /\bunix (?:epoch|time|timestamp)|\bepoch time/i;
const OTHERWISE = /\biso\b|iso.?8601|rfc.?3339|yyyy|natural|\d{4}-\d{2}/i;

/** "month", "year" and "quarter" of a span that is as long. */
export function takesUnit(word: string, unit: CalendarUnit): boolean {
  return word === unit || (unit === "month" && word === "year month");
}

/** "3" and "14" of the 14th of March, where a slot takes the number of a month or of its day. */
export function partOfDay(slot: Slot, word: string, day: string): unknown {
  if (word === "month") return unitForm(slot, "month", day);
  if (word === "year" && isBesideDay(slot)) return unitForm(slot, "year", day);
  return word === "day" && isDayOfMonth(slot) ? String(Number(day.slice(8, 10))) : undefined;
}

/** Its month and its day stand beside it. */
function isBesideDay({ isOfDay, path }: Slot): boolean {
  return isOfDay === true || (path.length > 1 && /\b(?:date|day)$/.test(spellOut(path.at(-2) ?? "")));
}

function isDayOfMonth({ isOfDay, schema }: Slot): boolean {
  return (
    isOfDay === true ||
    /\bday of (?:the |a )?month\b|\b1\s?(?:-|–|to)\s?(?:28|30|31)\b/i.test(textOf(schema.description))
  );
}

/** A month, a quarter or a year as a slot writes it: 3, "03" or "2026-03"; `undefined` where it does not say how. */
export function unitForm({ schema: { type, description } }: Slot, unit: CalendarUnit, day: string): unknown {
  if (unit === "year") return day.slice(0, 4);
  const month = Number(day.slice(5, 7));
  const about = textOf(description);
  const isWhole = takesNumbers({ type });
  if (unit === "quarter") return isWhole ? Math.ceil(month / 3) : undefined;
  if (isWhole) return month;
  if (/yyyy-mm(?!-dd)/i.test(about)) return day.slice(0, 7);
  if (/\byyyymm(?!dd)/i.test(about)) return day.slice(0, 7).replace("-", "");
  if (/(?:2|two)[- ]?digit|\bmm\b/i.test(about)) return day.slice(5, 7);
  return /\b0?1\s?(?:-|–|to|through|and)\s?12\b/.test(about) ? String(month) : undefined;
}
