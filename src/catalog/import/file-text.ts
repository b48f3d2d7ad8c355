/** A file as text, in whatever charset an editor or a shell has left it. */
import { readFileSync } from "node:fs";
import { decodeText } from "../../text/charset.ts";

export function fileText(path: string): string {
  return decodeText(readFileSync(path), null);
}
