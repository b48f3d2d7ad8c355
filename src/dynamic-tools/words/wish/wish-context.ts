/** What was said, as one operation hears it. */
import type { Lookup } from "../../../proxy/request/schema.ts";
import type { Wish } from "./wish.ts";

/** An utterance, as one operation is tried on it. */
export interface WishContext {
  readonly said: Wish;
  readonly lookup: Lookup;
  /** Words that say what the operation is: its name and path. */
  readonly own: ReadonlySet<string>;
  /** Whether the operation says these words itself: then they are no value. */
  speaks(words: string): boolean;
  /** Whether the operation is silent on a word that was said: such a word is a value rather than what is done. */
  isUnspoken(word: string): boolean;
}
