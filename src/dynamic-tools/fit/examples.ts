/** Whether a value is written as the example that a description gives: "A-S00004" as "A-S00001". */
import { listOf } from "../../text/foreign.ts";
import type { Slot } from "../slots/slots.ts";

/** Letters and digits, or a sign between them: of one sort alone any two are written alike. */
const TELLS = /^(?=.*\d)(?=.*[^\d\s])\S{4,60}$/;

export function isLikeExample({ schema }: Pick<Slot, "schema">, text: string): boolean {
  if (!TELLS.test(text)) return false;
  const form = formOf(text);
  return listOf(schema.examples).some((one) => typeof one === "string" && TELLS.test(one) && formOf(one) === form);
}

/** In which order letters, digits and signs stand; what stands before the first digit or sign is kept, as in "cus_". */
function formOf(text: string): string {
  const [lead = ""] = /^\p{L}{0,8}(?=[_-])/u.exec(text) ?? [];
  return (
    lead +
    text
      .slice(lead.length)
      .replace(/\p{Lu}+/gu, "A")
      .replace(/\p{Ll}+/gu, "a")
      .replace(/\d+/g, "9")
  );
}
