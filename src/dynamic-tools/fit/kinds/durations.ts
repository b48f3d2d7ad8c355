/** "for 2 hours" where a slot counts minutes is 120. */
import { textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

/** How many seconds each has. */
const SECONDS: Readonly<Record<string, number>> = {
  ms: 0.001,
  millisecond: 0.001,
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
};
const IN_NAME: readonly (readonly [RegExp, string])[] = [
  [/\b(?:ms|millis|milliseconds?)$/, "millisecond"],
  [/\b(?:secs?|seconds?)$/, "second"],
  [/\b(?:mins|minutes?)$/, "minute"],
  [/\b(?:hrs?|hours?)$/, "hour"],
  [/\bdays?$/, "day"],
];
const LASTING = /\b(?:duration|length|timeout|ttl|delay|time to live|lifetime|max age)\b/;
/** "Number of seconds to wait", "Meeting duration (minutes)". */
const TOLD = /(?:\bnumber of |\btime in |\bduration in |\((?:in )?)(ms|millisecond|second|minute|hour|day)s?\b/i;
/** Of a description. */
const MAX_CHARS = 200;

/** "hour" of the "2" of "for 2 hours". */
export function unitSaid(after: string): string | undefined {
  return /^\s*-?(millisecond|second|minute|hour|day)s?(?!\p{L})/iu.exec(after)?.[1]?.toLowerCase();
}

/** What a slot counts, by its name or as the only unit that its description speaks of. */
function unitCounted({ name, schema }: Slot): string | undefined {
  const word = spellOut(name);
  const named = IN_NAME.find(([pattern]) => pattern.test(word))?.[1];
  if (named !== undefined) return named;
  const about = textOf(schema.description).slice(0, MAX_CHARS);
  const told = TOLD.exec(about)?.[1]?.toLowerCase();
  if (told !== undefined || !LASTING.test(word)) return told;
  const units = new Set(
    [...about.matchAll(/\b(millisecond|second|minute|hour|day)s?\b/gi)].map(([, unit = ""]) => unit.toLowerCase()),
  );
  return units.size === 1 ? [...units][0] : undefined;
}

/** The number as the slot counts it where it counts another unit than was said; `undefined` where neither is known. */
export function durationForm(slot: Slot, text: string, after: string): string | undefined {
  const said = SECONDS[unitSaid(after) ?? ""];
  const counted = SECONDS[unitCounted(slot) ?? ""];
  if (said === undefined || counted === undefined || said === counted) return undefined;
  return String(Number(((Number(text) * said) / counted).toFixed(6)));
}
