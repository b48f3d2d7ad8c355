/** Writes the facts that are served as they are; `facts.ts` reads them. */
import type { Database } from "../sqlite.ts";

export function setJsonFact(database: Database, name: string, value: unknown): void {
  setFact(database, name, new TextEncoder().encode(JSON.stringify(value)));
}

export function setNumbers(database: Database, name: string, values: Uint32Array): void {
  setFact(database, name, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
}

export function setFact(database: Database, name: string, value: Uint8Array): void {
  database.query("INSERT OR REPLACE INTO facts VALUES (?, ?)").run(name, value);
}
