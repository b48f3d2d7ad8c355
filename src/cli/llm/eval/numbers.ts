/** Numbers as people write them. Pure. */

/** Two digits or more: a single one counts what a text lists. */
const NUMBER = /\d(?:[\d.,'’\u00a0\u202f ]*\d)+/g;

export function numbersIn(text: string): string[] {
  return text.match(NUMBER) ?? [];
}

/** What a number may mean: "1,234" is one thousand and more in one country, and one and a bit in the next. */
export function numberForms(written: string): string[] {
  const parts = written.split(/[.,'’\u00a0\u202f ]+/);
  const last = parts.at(-1) ?? "";
  const whole = trimmed(parts.join(""), "");
  if (parts.length === 1) return [whole];
  const fraction = trimmed(parts.slice(0, -1).join(""), last);
  const isGrouped = parts.slice(1).every((part) => part.length === 3);
  // "2024, 17" are two numbers that stand side by side.
  const apart = parts.map((part) => trimmed(part, ""));
  return isGrouped ? [whole, fraction] : /[\s\u00a0\u202f]/.test(written) ? [fraction, ...apart] : [fraction];
}

function trimmed(whole: string, fraction: string): string {
  const rest = fraction.replace(/(?<!0)0+$/, "");
  return `${whole.replace(/^0+(?=\d)/, "")}${rest === "" ? "" : `.${rest}`}`;
}
