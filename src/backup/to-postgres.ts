/** The content of a SQLite store in an empty PostgreSQL database: how a hub of one machine becomes one of many. */
import { readTables, type StoredTable } from "./sqlite.ts";

/** A row may hold an answer of a megabyte. */
const ROWS = 100;
/** Which migrations were applied each database says for itself. */
const OWN = "migrations";
/** Triggers write into it while the other tables are filled: its own rows come last, in place of those. */
const LAST = "revocations";

const COUNTED = `SELECT table_name AS name FROM information_schema.columns
  WHERE table_schema = 'public' AND column_name = 'id' AND column_default LIKE 'nextval%'`;

/** All of it or nothing. The store at `path` is one that this version of the hub has opened. */
export async function copyToPostgres(path: string, url: string): Promise<void> {
  const { writeAtOnce } = await import("../store/drivers/postgres/migrate.ts");
  await readTables(path, (tables) =>
    writeAtOnce(url, async (say) => {
      for (const { name, columns, rows } of inOrder(tables.filter((table) => table.name !== OWN))) {
        if (name === LAST) await say(`DELETE FROM "${name}"`);
        const listed = columns.map((column) => `"${column}"`).join(", ");
        const insert = `INSERT INTO "${name}" (${listed}) SELECT ${listed} FROM json_populate_recordset(NULL::"${name}", $1)`;
        for (const piece of rows(ROWS)) await say(insert, [JSON.stringify(piece, storable)]);
      }
      // Numbers that are counted up go on behind what is there.
      const { rows: counted } = await say(COUNTED);
      for (const { name } of counted)
        await say(
          `SELECT setval(pg_get_serial_sequence('"${name}"', 'id'), MAX(id)) FROM "${name}" HAVING COUNT(*) > 0`,
        );
    }),
  );
}

/** Each behind those that its rows refer to. */
function inOrder(tables: readonly StoredTable[]): readonly StoredTable[] {
  const ordered = new Set<StoredTable>();
  const add = (table: StoredTable, way: readonly StoredTable[]): void => {
    if (ordered.has(table) || way.includes(table)) return;
    for (const name of table.refersTo) {
      const referred = tables.find((each) => each.name === name);
      if (referred !== undefined) add(referred, [...way, table]);
    }
    ordered.add(table);
  };
  for (const table of tables.toSorted((one, other) => Number(one.name === LAST) - Number(other.name === LAST)))
    add(table, []);
  return [...ordered];
}

/** PostgreSQL's texts hold no NUL. What stands for it is what the store writes in its place. Bytes are written in hex. */
function storable(_name: string, value: unknown): unknown {
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString("hex")}`;
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD") : value;
}
