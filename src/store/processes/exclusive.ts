/** What only one process of a machine may do at a time. The system ends the right with the process, however that ends. */
import { Database } from "bun:sqlite";

/** Holds the file until it is disposed of; `undefined` where another process holds it. */
export function holdFile(path: string): Disposable | undefined {
  const client = new Database(path, { create: true });
  try {
    client.run("PRAGMA busy_timeout = 0");
    client.run("BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => client.close() };
  } catch (error) {
    client.close();
    if ((error as { code?: unknown }).code === "SQLITE_BUSY") return undefined;
    throw error;
  }
}
