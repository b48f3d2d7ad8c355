/** "my drafts", "my calendar": whoever asks is called by one word, "me" or "primary", where a description says so. */
import { textOf } from "../../text/foreign.ts";
import type { Slot } from "../slots/slots.ts";
import type { Wish } from "../words/wish/wish.ts";

const CALLED_ME = /[`"'“](me)[`"'”]/;
const OF_WHO_ASKS = /\b(?:logged[ -]in|authenticated|current) user\b[^.]{0,80}[`"'“](\w{2,20})[`"'”] keyword/i;
/** "show me" asks, and speaks of nobody's things. */
const SELF =
  /(?<!\p{L})(my|mine|myself|(?<=(?:as|for|of|by|with|user) )me|mis?|mein(?:e[nrms]?)?|mes|mon|meus?|minhas?)(?!\p{L})/iu;

/** What stands for whoever asks; `undefined` where nothing does. */
function wordOf({ schema }: Slot): string | undefined {
  const about = textOf(schema.description);
  return (CALLED_ME.exec(about) ?? OF_WHO_ASKS.exec(about))?.[1];
}

export function isOwnAccount(slot: Slot, sent: unknown): boolean {
  return slot.needed && sent === wordOf(slot);
}

/** For what must be given, and where nobody else was said. */
export function ownAccountOf(
  slot: Slot,
  { text, values }: Wish,
): { readonly sent: unknown; readonly word: string } | undefined {
  const own = slot.needed ? wordOf(slot) : undefined;
  if (own === undefined || values.some(({ kind }) => kind === "email" || kind === "handle")) return undefined;
  return SELF.test(text) ? { sent: own, word: "" } : undefined;
}
