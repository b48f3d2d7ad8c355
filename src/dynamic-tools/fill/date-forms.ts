/** A day as a slot writes it: ISO 8601, without hyphens, or as seconds since the epoch. */
import { textOf } from "../../text/foreign.ts";
import { takesNumbers } from "../slots/schema.ts";
import type { Slot } from "../slots/slots.ts";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/** "created_gte". */
const BOUND = /_(?:gte?|lte?|after|before|since|until)$/;

function isOfForm({ format, type }: Slot["schema"]): boolean {
  return format === "date" || format === "date-time" || type === "integer";
}

/** What to send of a day, the likeliest first; the day itself where the slot says nothing else. */
export function dateForms({ schema, name }: Slot, sent: unknown): readonly unknown[] {
  const text = String(sent).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  if (text !== sent && !isOfForm(schema)) return [sent, text];
  if (!DAY.test(text) && !INSTANT.test(text)) return [sent];
  const about = textOf(schema.description);
  const instant = DAY.test(text) ? `${text}T00:00:00Z` : text;
  const isWhole = takesNumbers(schema);
  if (isWhole) {
    // A bound that says nothing of itself counts seconds.
    const isEpoch = /\b(?:unix|epoch|timestamp|seconds|millis)/i.test(about) || (about === "" && BOUND.test(name));
    if (!isEpoch) return [sent];
    const ms = Date.parse(instant);
    return Number.isNaN(ms) ? [] : [/milli/i.test(about) ? ms : Math.floor(ms / 1000)];
  }
  if (DAY.test(text) && /\byyyymmdd\b/i.test(about)) return [text.replaceAll("-", "")];
  return schema.format === "date" && !DAY.test(text) ? [sent, text.slice(0, 10)] : [sent, instant];
}
