/** "my drafts": whoever asks is called "me" where a description says so. */
import { textOf } from "../../text/foreign.ts";
import type { Slot } from "../slots/slots.ts";
import type { Wish } from "../words/wish/wish.ts";

/** What stands for whoever asks. */
export const OWN_ACCOUNT = "me";

const CALLED_ME = /[`"'“]me[`"'”]/;
/** "show me" asks, and speaks of nobody's things. */
const SELF =
  /(?<!\p{L})(my|mine|myself|(?<=(?:as|for|of|by|with|user) )me|mis?|mein(?:e[nrms]?)?|mes|mon|meus?|minhas?)(?!\p{L})/iu;

/** For what must be given, and where nobody else was said. */
export function ownAccountOf(
  slot: Slot,
  { text, values }: Wish,
): { readonly sent: unknown; readonly word: string } | undefined {
  if (!slot.needed || !CALLED_ME.test(textOf(slot.schema.description))) return undefined;
  if (values.some(({ kind }) => kind === "email" || kind === "handle")) return undefined;
  return SELF.test(text) ? { sent: OWN_ACCOUNT, word: "" } : undefined;
}
