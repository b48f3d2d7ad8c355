/** What a service calls otherwise than people do. Chosen by hand. */
import type { Rule } from "../rules.ts";

const WORDS: readonly (readonly [service: RegExp, rule: Rule])[] = [
  [/\bgmail\b/i, [/(?<!\p{L})e?-?mails?(?! ?(?:address|subject|id)|\p{L})/giu, "messages"]],
  [/\bgdrive\b/i, [/\bgdrive\b/giu, "Google Drive"]],
  [/\bgcal\b/i, [/\bgcal\b/giu, "Google Calendar"]],
  [/\bgsheets?\b/i, [/\bgsheets?\b/giu, "Google Sheets"]],
];

export function withWordsOfService(text: string): string {
  return WORDS.reduce((said, [service, rule]) => (service.test(said) ? said.replace(...rule) : said), text);
}
