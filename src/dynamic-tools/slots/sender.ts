/** What takes from whom something is sent. */

/** "source" alone is as well where money comes from. */
export const SENDER =
  /^(?:from|reply to|sender|originator|originating|source (?:address|number|e ?mail))\b(?! date| time)/;

/** `word` is the slot's name, spelled. */
export function isSender(word: string): boolean {
  return SENDER.test(word);
}
