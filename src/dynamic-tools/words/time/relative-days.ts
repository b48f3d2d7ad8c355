/** Days told from today, in the languages the router reads: "tomorrow", "next Friday", "the last 7 days". */

export interface RelativeDay {
  /** ISO 8601, of the UTC calendar. */
  readonly day: string;
  readonly start: number;
  readonly end: number;
  /** Of a span, its first or its last day. */
  readonly role?: "start" | "end";
}

const DAY_MS = 24 * 3_600_000;

/** Words, and how many days they are from today; longer ones first, which hold the shorter. */
const WORDS: readonly (readonly [days: number, words: string])[] = [
  [-2, "the day before yesterday|day before yesterday|vorgestern|anteayer|avant-hier|anteontem"],
  [
    2,
    "the day after tomorrow|day after tomorrow|(?:ü|ue?)bermorgen|pasado ma[ñn]ana|apr[èe]s[- ]demain|depois de amanh[ãa]|dopodomani",
  ],
  [-1, "yesterday|gestern|ayer|ontem|ieri"],
  [1, "tomorrow|morgen|ma[ñn]ana|demain|amanh[ãa]|domani"],
  [0, "today|heute|aujourd['’ ]hui|hoy|hoje|oggi"],
];

const WEEKDAYS: readonly string[] = [
  "sunday|sonntag|domingo|dimanche|domenica",
  "monday|montag|lunes|lundi|segunda-feira|lunedì|lunedi",
  "tuesday|dienstag|martes|mardi|terça-feira|terca-feira|martedì|martedi",
  "wednesday|mittwoch|miércoles|miercoles|mercredi|quarta-feira|mercoledì|mercoledi",
  "thursday|donnerstag|jueves|jeudi|quinta-feira|giovedì|giovedi",
  "friday|freitag|viernes|vendredi|sexta-feira|venerdì|venerdi",
  "saturday|samstag|sábado|sabado|samedi|sabato",
];

const UNIT_DAYS: readonly (readonly [days: number, words: string])[] = [
  [1, "days?|tagen?|días?|jours?|dias?"],
  [7, "weeks?|wochen?|semanas?|semaines?"],
  [30, "months?|monaten?|mes(?:es)?|mois|m[eê]s(?:es)?"],
];
const UNITS = UNIT_DAYS.map(([, words]) => words).join("|");

const WORD = new RegExp(`(?<!\\p{L})(?:${WORDS.map(([, words]) => words).join("|")})(?!\\p{L})`, "giu");
const WEEKDAY = new RegExp(
  `(?<!\\p{L})(?:(next|coming|this|on|last|past|nächsten|kommenden|am|letzten|n(?:a|ae)chsten|diesen|pr[óo]ximo|este|el|prochain|prossimo)\\s+)?(${WEEKDAYS.join("|")})(?!\\p{L})`,
  "giu",
);
const SPAN = new RegExp(
  `(?<!\\p{L})(?:last|past|previous|letzten|vergangenen|últimos|últimas|derniers|dernières)\\s+(\\d{1,3})\\s+(${UNITS})(?!\\p{L})`,
  "giu",
);
const COMING = new RegExp(
  `(?<!\\p{L})(?:next|coming|nächsten|próximos|próximas|prochains)\\s+(\\d{1,3})\\s+(${UNITS})(?!\\p{L})`,
  "giu",
);
const AGO = new RegExp(
  `(?<!\\p{L})(?:(\\d{1,3})\\s+(${UNITS})\\s+ago|vor\\s+(\\d{1,3})\\s+(${UNITS})|hace\\s+(\\d{1,3})\\s+(${UNITS})|il y a\\s+(\\d{1,3})\\s+(${UNITS}))(?!\\p{L})`,
  "giu",
);
const IN = new RegExp(`(?<!\\p{L})(?:in|dans|en|em)\\s+(\\d{1,3})\\s+(${UNITS})(?!\\p{L})`, "giu");

/** `now` in milliseconds since the epoch. "Friday" and "next Friday" are both the first one after today. */
export function relativeDays(text: string, now: number): RelativeDay[] {
  const found: RelativeDay[] = [];
  const isFree = (start: number, end: number) => found.every((one) => end <= one.start || one.end <= start);
  const take = (match: RegExpExecArray, ...days: readonly (readonly [number, RelativeDay["role"]])[]) => {
    const start = match.index;
    const end = start + match[0].length;
    if (!isFree(start, end)) return;
    for (const [offset, role] of days)
      found.push({ day: dayFrom(now, offset), start, end, ...(role !== undefined && { role }) });
  };
  for (const match of text.matchAll(SPAN)) take(match, [-countOf(match), "start"], [0, "end"]);
  for (const match of text.matchAll(COMING)) take(match, [0, "start"], [countOf(match), "end"]);
  for (const match of text.matchAll(AGO)) take(match, [-countOf(match), undefined]);
  for (const match of text.matchAll(IN)) take(match, [countOf(match), undefined]);
  for (const match of text.matchAll(WORD)) take(match, [offsetOf(match[0], WORDS), undefined]);
  for (const match of text.matchAll(WEEKDAY)) take(match, [daysTo(match, now, text), undefined]);
  return found;
}

function countOf(match: RegExpExecArray): number {
  const [count = "0", unit = ""] = match.slice(1).filter((one) => one !== undefined);
  return Number(count) * offsetOf(unit, UNIT_DAYS);
}

function offsetOf(word: string, table: readonly (readonly [number, string])[]): number {
  return table.find(([, words]) => new RegExp(`^(?:${words})$`, "iu").test(word))?.[0] ?? 0;
}

/** Behind it a day lies that is over. */
const SINCE = /(?<!\p{L})(?:since|seit|desde|depuis)\s(?:the\s|el\s|le\s)?$/iu;

function daysTo({ 1: before = "", 2: name = "", index }: RegExpExecArray, now: number, text: string): number {
  const wanted = WEEKDAYS.findIndex((words) => words.split("|").includes(name.toLowerCase()));
  const today = new Date(now).getUTCDay();
  const isOver = /^(?:last|past|letzten)$/i.test(before) || SINCE.test(text.slice(Math.max(0, index - 12), index));
  return isOver ? -((today - wanted + 7) % 7 || 7) : (wanted - today + 7) % 7 || 7;
}

function dayFrom(now: number, offset: number): string {
  return new Date(now + offset * DAY_MS).toISOString().slice(0, 10);
}
