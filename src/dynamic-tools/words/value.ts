/** A value that words hold: what would stand in a request. */

/** What a span of days may be. */
export type CalendarUnit = "week" | "month" | "quarter" | "year";

export type ValueKind =
  | "quoted"
  | "email"
  | "url"
  | "date"
  | "time"
  | "ip"
  | "address"
  | "phone"
  | "point"
  | "extent"
  | "repository"
  | "hashtag"
  | "handle"
  | "color"
  | "domain"
  | "id"
  | "amount"
  | "currency"
  | "percent"
  | "number"
  | "unit"
  | "code"
  | "name"
  | "word";

export interface Value {
  readonly kind: ValueKind;
  /** As it is sent: "2025-06-10" of "June 10, 2025", "EUR" of "euros". */
  readonly text: string;
  /** Where it stands in the utterance. */
  readonly start: number;
  readonly end: number;
  /** Of a span of days, its first or its last. */
  readonly role?: "start" | "end";
  /** That span is as long: it is no day of its own. */
  readonly unit?: CalendarUnit;
  /** It may only colour the wish, as what is told from today or spelled as a word: "today's headlines", "two factors". */
  readonly isOptional?: boolean;
}

/** In characters: so much before a value says what it is. */
const MAX_BEFORE = 60;

export function textBefore({ start }: Pick<Value, "start">, text: string): string {
  return text.slice(Math.max(0, start - MAX_BEFORE), start);
}

/** A long number may be what a thing is called by, or how many there are. */
export function isNumber({ kind, text }: Pick<Value, "kind" | "text">): boolean {
  return kind === "number" || (kind === "id" && /^\d+$/.test(text));
}
