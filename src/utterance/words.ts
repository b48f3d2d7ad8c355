/** Phrases and counts within a request. */

/** A phrase without the punctuation and the politeness around it. */
export function phrase(text: string): string {
  return text
    .replace(/^[\s"'`“”‘’«»:,;.?!¿¡-]+|(?<![\s"'`“”‘’«»:,;.?!¿¡-])[\s"'`“”‘’«»:,;.?!¿¡-]+$/g, "")
    .replace(/(?<![\s,])[\s,]+(?:please|thanks|thank you|bitte|por favor|s'il (?:te|vous) pla[iî]t)$/i, "")
    .trim();
}

const NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** A count as it is written, "7" or "seven". */
export const COUNT = `\\d{1,3}|${NUMBERS.slice(1).join("|")}`;

export function countOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const spelled = NUMBERS.indexOf(written);
  return spelled > 0 ? spelled : Number(written);
}
