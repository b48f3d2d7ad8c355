/** What others wrote, of which much is no JSON. */
import { parseJson } from "../../runtime/json.ts";

/** `undefined` where it is none. */
export function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
