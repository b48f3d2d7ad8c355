/** What a service calls otherwise than people do. Chosen by hand. */
import type { Rule } from "../rules.ts";

const SHORT: readonly Rule[] = [
  [/\bgdrive\b/giu, "Google Drive"],
  [/\bgcal\b/giu, "Google Calendar"],
  [/\bgsheets?\b/giu, "Google Sheets"],
];
const MAILS = /(?<!\p{L})e?-?mails?(?! ?(?:address|subject|id)|\p{L})/giu;

export function withWordsOfService(text: string): string {
  const said = /\bgmail\b/i.test(text) ? text.replace(MAILS, "messages") : text;
  return SHORT.reduce((read, rule) => read.replace(...rule), said);
}
