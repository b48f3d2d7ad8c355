/**
 * The collector is called where long texts are made of many: it counts what refers to a text, and learns too late how much
 * room the text itself takes.
 * Shaped by speed: `bun run bench doors`.
 */

const CHARS = 2 * 1024 * 1024;

/** To be told how many characters were left behind. */
export function collectorOfTexts(): (chars: number) => void {
  let left = 0;
  return (chars) => {
    left += chars;
    if (left < CHARS) return;
    left = 0;
    if (typeof Bun !== "undefined") Bun.gc(true);
  };
}
