/** What is embedded of each entry: what it is called and what it says of itself. Its hash is the name of its vector. */
import { createHash } from "node:crypto";
import type { Database } from "../catalog/sqlite.ts";
import { cutText } from "../text/plain-text.ts";

export interface EntryText {
  /** Of the entry in its catalogue file. */
  readonly row: number;
  readonly text: string;
  /** 32 hexadecimal digits. */
  readonly hash: string;
}

/** Small models read 256 tokens, and the first sentences of a description say what it is about. */
export const MAX_CHARS = 800;

/** Of the living entries, in the order of their rows. Equal texts have one hash, and need one vector. */
export function* entryTexts(database: Database, prefix: string): Generator<EntryText> {
  const rows = database.query<{ row: number; title: string; name: string; description: string }, []>(
    `SELECT e.id AS row, d.title, e.name, e.description FROM entries e JOIN documents d ON d.id = e.document
     WHERE e.vanished_at IS NULL ORDER BY e.id`,
  );
  for (const { row, title, name, description } of rows.iterate()) {
    const said = description.startsWith(name) ? description : `${name}\n${description}`;
    const text = withPrefix(prefix, cutText(`${title}: ${said}`, MAX_CHARS));
    yield { row, text, hash: hashOf(text) };
  }
}

/** Some models want to be told whether they read a question or what may answer it. */
export function withPrefix(prefix: string, text: string): string {
  return prefix === "" ? text : `${prefix} ${text}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
