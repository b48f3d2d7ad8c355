/** A file as text. Some shells write UTF-16 into it where nobody asks them to. */
import { readFileSync } from "node:fs";

export function fileText(path: string): string {
  const bytes = readFileSync(path);
  return new TextDecoder(MARKS[bytes.subarray(0, 2).toString("hex")] ?? "utf-8").decode(bytes);
}

const MARKS: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };
