/** "compare main and develop": two that stand in one slot, as its description writes them (`BASE...HEAD`). */
import { textOf } from "../../text/foreign.ts";
import type { Slot } from "../slots/slots.ts";

const BOTH = /\bBASE(\.{2,3})HEAD\b/;
const COMPARED =
  /\b(?:compare|diff(?:erences?)?|commits|changes)\s(?:between\s)?(?:(?:the\s)?(?:branch(?:es)?|tags?|commits?)\s)?([\w./-]{1,100})\s(?:and|with|to|against|vs\.?)\s(?:(?:the\s)?(?:branch|tag|commit)\s)?([\w./-]{0,100}\w)/i;

/** What stands between the two; `undefined` where a slot takes one thing. */
export function jointOf({ schema }: Pick<Slot, "schema">): string | undefined {
  return BOTH.exec(textOf(schema.description))?.[1];
}

export function comparedOf(slot: Slot, text: string): { readonly sent: string; readonly word: string } | undefined {
  const joint = jointOf(slot);
  const [word, base = "", head = ""] = (joint === undefined ? null : COMPARED.exec(text)) ?? [];
  return word === undefined ? undefined : { sent: `${base}${joint ?? ""}${head}`, word: `${base} ${head}` };
}
