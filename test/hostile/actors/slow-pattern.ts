/** Has its input judged by a pattern that takes for ever. */
import { Type } from "agent-api-hub/actor";
import { attack } from "./_attack.ts";

export default {
  ...attack("slow-pattern", {}),
  input: Type.Object({ q: Type.Optional(Type.String({ pattern: "^(a+)+$" })) }),
};
