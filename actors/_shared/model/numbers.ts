/** Numbers as people write them, in any script, and what each may mean. Pure. */
import { plainText } from "../../../src/text/plain-text.ts";

/** Digits with one mark between two of them: a list such as "2023, 2024" has more. */
const RUN = /\d+(?:[.,'’ ]\d+)*/g;
const MARKS = /[.,'’]/;

/** As they are written, but for the script. One figure alone may count things the source lists, and is none. */
export function numbersIn(text: string): readonly string[] {
  return (westernDigits(text).match(RUN) ?? []).filter((run) => run.length > 1);
}

/**
 * What a number may mean, each as figures: "12 300" is one number or two that stand side by side, and "10.3.2025" is a
 * date. Of what stands side by side single figures are left out.
 */
export function readingsOf(run: string): readonly (readonly string[])[] {
  const chunks = run.split(" ");
  const apart = [chunks, chunks.flatMap(partsOf)].map((numbers) =>
    numbers.filter(({ length }) => length > 1).map(figures),
  );
  return isGrouped(chunks) ? [[figures(run)], ...apart] : apart;
}

/** "12 300" and "1 234,5"; no number that is grouped begins with four digits. */
function isGrouped([first = "", ...rest]: readonly string[]): boolean {
  return (
    rest.length > 0 &&
    /^\d{1,3}$/.test(first) &&
    rest.every((group, at) => (at === rest.length - 1 ? /^\d{3}(?:[.,]\d+)?$/ : /^\d{3}$/).test(group))
  );
}

/** "10.03.2025" and "2023,2024", but not "1,234" and "4.25". */
function partsOf(chunk: string): readonly string[] {
  const [first = "", ...rest] = chunk.split(MARKS);
  const isOne = rest.every(({ length }, at) => length === 3 || (at === rest.length - 1 && length < 3));
  return isOne ? [chunk] : [first, ...rest];
}

/** "1,234.50" and "1 234,5" are the same figures. */
function figures(number: string): string {
  const [, fraction] = /[.,](\d{1,2})$/.exec(number) ?? [];
  const whole = (fraction === undefined ? number : number.slice(0, -fraction.length - 1)).replace(/\D/g, "");
  const rest = (fraction ?? "").replace(/(?<!0)0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}.${rest}`;
}

function westernDigits(text: string): string {
  return plainText(text)
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, westernDigit)
    .replaceAll("٬", ",")
    .replaceAll("٫", ".");
}

/** The ten of a script stand in a row that begins at a multiple of sixteen, or six behind it. */
function westernDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const place = code % 16;
  const isFromStart = /\p{Nd}/u.test(String.fromCodePoint(code - place));
  return String(isFromStart ? place : place - 6);
}
