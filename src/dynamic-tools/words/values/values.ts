/** Finds the values in an utterance: what would stand in a request, each with its place in the text. Pure. */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { calendarSpans } from "../time/calendar-spans.ts";
import { withClockTimes } from "../time/clock-times.ts";
import { countryCode } from "../names/code-names.ts";
import { withFilePaths } from "./file-paths.ts";
import { withJoinedAmounts } from "../numbers/joined-amounts.ts";
import { relativeDays } from "../time/relative-days.ts";
import { sharedDays } from "../time/shared-days.ts";
import { foldLetters } from "../../../text/fold-letters.ts";
import { blanked } from "../../../text/text-range.ts";
import type { ValueKind, Value } from "../value.ts";
import { NAME } from "../names/name-pattern.ts";
import { FINDERS } from "./value-patterns.ts";
import { unquotedIn } from "./unquoted.ts";
import { isVerb } from "../verbs/verbs.ts";
import { yearlessDays } from "../time/yearless-days.ts";

const { meanings } = LOAN_WORDS;

/** "I'm", "It's": no name. */
export function isContraction(word: string): boolean {
  return /^(?:I|you|we|they|he|she|it|that|there|here|who|what|where|don|can|won|isn|let)['’](?:m|re|ve|ll|d|s|t)$/i.test(
    word,
  );
}

/** Where something stands, and what. */
type Found = Pick<RegExpExecArray, 0 | "index">;

/** Who asks begins with a verb: "Show Taylor Swift" has a name, "Search GIFs" has none. */
function withoutVerb({ 0: found, index }: Found): Found | undefined {
  const [verb = "", ...rest] = found.split(/\s+/);
  if (!isVerb(verb)) return { 0: found, index };
  const name = found.slice(verb.length).trimStart();
  const isName = rest.length > 0 && !/^\p{Lu}+s?$/u.test(name);
  return isName ? { 0: name, index: index + found.length - name.length } : undefined;
}

/** "Wetter von Berlin": German writes its nouns like names, and says "von" of things as well. */
function withoutNoun(found: Found | undefined): Found | undefined {
  const noun = found === undefined ? null : /^(\p{L}+)\s+(?:von|zu)\s+(?:de[rnm]\s+)?/u.exec(found[0]);
  if (found === undefined || noun === null || !meanings.has(foldLetters(noun[1] ?? ""))) return found;
  return { 0: found[0].slice(noun[0].length), index: found.index + noun[0].length };
}

/** `page_size=10`, `"userId": "u1"`: what stands before a sign is what a field is called by, and no value. */
function isFieldName({ kind, text: word, end }: Value, text: string): boolean {
  if (!NAME_LIKE.has(kind) || !/^[\w.[\]-]+$/.test(word)) return false;
  // "for cus_81: refund it" names a customer.
  const isOfPrograms = kind === "quoted" || (/_|\p{Ll}\p{Lu}/u.test(word) && !/\d/.test(word));
  const behind = text.slice(end, end + 12);
  // `trigger "invoices": mails from …`: no value follows.
  if (kind === "quoted" && /^\s?:\s(?!["'\d[{-]|true|false|null)/.test(behind)) return false;
  return (isOfPrograms ? /^["']?\s?[=:](?!\/\/)/ : /^=/).test(behind.slice(0, 5));
}

const NAME_LIKE: ReadonlySet<ValueKind> = new Set(["quoted", "id", "name", "code"]);

/** Each is held against every slot of each operation that may be meant: a list of hundreds would take seconds. No wish has more than 8. */
const MAX_VALUES = 32;

/**
 * `isBrand` tells the names of services, which say whose operation is wanted and are no values. Without `now`, in
 * milliseconds since the epoch, days told from today are none either.
 */
export function valuesIn(text: string, isBrand: (name: string) => boolean, now?: number): Value[] {
  let left = text;
  const values: Value[] = [];
  const take = (kind: ValueKind, found: Found, sent: string, isOptional = false) => {
    const start = found.index;
    const end = start + found[0].length;
    values.push({ kind, text: sent, start, end, ...(isOptional && { isOptional }) });
    left = blanked(left, [{ start, end }]);
  };
  for (const { kind, pattern, read, isOptional } of FINDERS) {
    // Behind what stands in quotation marks, before all kinds that may stand in a text.
    if (kind === "email") takeUnquoted();
    if (kind === "date") takeSharedDays();
    if (kind === "ip") {
      takeCalendarSpans();
      if (now !== undefined) takeRelativeDays(now);
      takeClockTimes();
    }
    for (const found of [...left.matchAll(pattern)] as RegExpExecArray[]) {
      const sent = read === undefined ? (found[1] ?? found[0]) : read(found);
      if (sent === undefined || sent === "" || isBrand(sent)) continue;
      take(kind, found, sent, isOptional);
    }
  }
  for (const found of left.matchAll(NAME)) {
    const isFirst = /^\W*$/.test(text.slice(0, found.index)) || /[.!?:]\s*$/.test(text.slice(0, found.index));
    const isPartly = found[0].split(/\s+/).some(isBrand);
    // German writes its nouns like names: "die Wiedergabe-Beschränkung".
    const noun = /^\S*$/.test(found[0]) ? found[0].slice(found[0].lastIndexOf("-") + 1) : found[0];
    const isNoun = meanings.has(foldLetters(noun)) && countryCode(found[0]) === undefined;
    if (isPartly || isNoun || isContraction(found[0]) || isBrand(found[0]) || (isFirst && !/\s/.test(found[0])))
      continue;
    const name = withoutNoun(isFirst ? withoutVerb(found) : found);
    if (name !== undefined) take("name", name, name[0]);
  }
  const inOrder = values.filter((one) => !isFieldName(one, text)).sort((a, b) => a.start - b.start);
  return withFilePaths(withJoinedAmounts(inOrder, text)).slice(0, MAX_VALUES);

  function takeUnquoted(): void {
    for (const found of unquotedIn(left, isBrand)) values.push({ ...found, kind: "quoted" });
    blank();
  }

  function takeSharedDays(): void {
    for (const { day, start, end } of sharedDays(left)) values.push({ kind: "date", text: day, start, end });
    blank();
  }

  function takeCalendarSpans(): void {
    for (const { first, last, start, end, unit, year } of calendarSpans(left, now)) {
      const at = { kind: "date", start, end, unit, isOptional: true } as const;
      if (first !== undefined) values.push({ ...at, text: first, role: "start" });
      if (last !== undefined) values.push({ ...at, text: last, role: "end" });
      // Its year some ask for as a number.
      if (year !== undefined) values.push({ ...year, kind: "number", isOptional: true });
    }
    blank();
  }

  function takeRelativeDays(today: number): void {
    for (const { day, start, end } of yearlessDays(left, today))
      values.push({ kind: "date", text: day, start, end, isOptional: true });
    blank();
    for (const { day, start, end, role } of relativeDays(left, today)) {
      values.push({ kind: "date", text: day, start, end, isOptional: true, ...(role !== undefined && { role }) });
      // How many days it is some ask for as a number.
      const count = role === "start" ? /\d+/.exec(left.slice(start, end)) : null;
      if (count === null) continue;
      const at = start + count.index;
      values.push({ kind: "number", text: count[0], start: at, end: at + count[0].length, isOptional: true });
    }
    blank();
  }

  /** An hour is no number and no address, though it is written like both. */
  function takeClockTimes(): void {
    const read = withClockTimes(text, left, values);
    values.splice(0, values.length, ...read.values);
    blank([...values, ...read.taken]);
  }

  function blank(taken: readonly Pick<Value, "start" | "end">[] = values): void {
    left = blanked(left, taken);
  }
}
