/**
 * Numbers whose thousands are set apart: "1,200.50", "1.200,50", "1 200,50". Without a currency beside it "100,200" may as
 * well be two numbers, so that only what has both marks is one.
 */

/** With a mark for the thousands, and perhaps one for the decimals. */
export const GROUPED_MONEY =
  /(?<![\w.,-])(?:\d{1,3}(?:[.,'’]\d{3}){1,4}(?:[.,]\d{1,2})?|\d{1,3}(?:[\u00a0\u202f]\d{3}){1,4}(?:,\d{1,2})?|\d{1,3}(?: \d{3}){1,4},\d{1,2})(?![\w-]|[.,]\d)/gu;

/** With two different marks, of which the last is that of the decimals. */
export const GROUPED_NUMBER =
  /(?<![\w.,-])\d{1,3}(?:(?:\.\d{3}){1,4},\d{1,6}|(?:,\d{3}){1,4}\.\d{1,6})(?![\w-]|[.,]\d)/gu;

/** As a request writes it: "1200.50". */
export function ungrouped(text: string): string {
  const marks = new Set(text.match(/[.,]/g));
  const [, decimals] = /[.,](\d{1,2})$/.exec(text) ?? (marks.size === 2 ? (/[.,](\d+)$/.exec(text) ?? []) : []);
  const whole = decimals === undefined ? text : text.slice(0, -decimals.length - 1);
  const digits = whole.replace(/\D/g, "");
  return decimals === undefined ? digits : `${digits}.${decimals}`;
}
