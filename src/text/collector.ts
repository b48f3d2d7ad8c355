/**
 * The collector is called where long texts are made of many, or gone through part by part: it counts what refers to a text,
 * learns too late how much room the text itself takes, and beside a busy thread comes late by itself.
 * Shaped by speed: `bun run bench doors`.
 */

const CHARS = 1 * 1024 * 1024;

/** To be told how many characters were left behind. */
export function collectorOfTexts(): (chars: number) => void {
  let left = 0;
  return (chars) => {
    left += chars;
    if (left < CHARS) return;
    left = 0;
    collect();
  };
}

/** Everything that nobody refers to, at once. */
export function collect(): void {
  if (typeof Bun !== "undefined") Bun.gc(true);
}
