/** Text of strangers as a terminal may show it: what would move its cursor, colour it or turn it around is a mark. */

const CONTROL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export function printable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(CONTROL, "\ufffd");
}
