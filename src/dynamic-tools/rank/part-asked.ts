/** "refund half of the charge 5": what a part comes to must be said, or all of it would be done. */
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { effectOfOperation } from "../words/verbs/operation-effect.ts";
import type { Wish } from "../words/wish/wish.ts";
import type { Entry } from "../../runtime/catalog.ts";

/** In six languages. */
const PART =
  /(?<!\p{L})(?:half|a (?:third|quarter|fifth|part)|part of|zur h[äa]lfte|die h[äa]lfte|teilweise|ein(?:en)? teil|la mitad|una parte|parcialmente|la moiti[ée]|une partie|partiellement|metade|uma parte|la met[àa]|parzialmente)(?!\p{L})/iu;
const AMOUNT = /^(?:(?:refund|total) )?amount(?: value)?$/;

/** The slots of the sum that nobody said, where only a part of it shall be moved. */
export function partAsked(
  { entry, said }: { readonly entry: Entry; readonly said: Wish },
  slots: readonly Slot[],
): readonly Slot[] {
  if (effectOfOperation(entry) === "read" || !PART.test(said.text)) return [];
  return slots.filter(({ name, path }) => path.length === 1 && AMOUNT.test(spellOut(name)));
}
