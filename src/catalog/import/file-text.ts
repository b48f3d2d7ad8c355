/** A file as text. Some shells write UTF-16 into it where nobody asks them to. */
import { readFileSync } from "node:fs";

/** @throws {SyntaxError} when it is compressed. */
export function fileText(path: string): string {
  const bytes = readFileSync(path);
  const mark = bytes.subarray(0, 2).toString("hex");
  if (mark === "1f8b") throw new SyntaxError("it is compressed by gzip; unpack it first");
  return new TextDecoder(MARKS[mark] ?? "utf-8").decode(bytes);
}

const MARKS: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };
