/** Carries over what this import does not replace: the entries of other sources, and those that vanished from this one. */
import type { Database } from "../sqlite.ts";
import { ENTRY_FIELDS } from "../tables.ts";

/** `database` has the last catalogue attached as `old`. Carried entries keep their category: topic 0. */
export function carryOver(database: Database, source: string, now: number): void {
  const base = database.query<{ id: number }, []>("SELECT coalesce(max(id), 0) AS id FROM documents").get()?.id ?? 0;
  const kept = ENTRY_FIELDS.filter((field) => field !== "document" && field !== "vanished_at");
  const fields = kept.join(", ");
  const ofEntry = kept.map((field) => `e.${field}`).join(", ");
  database
    .query(
      `INSERT INTO staged (topic, preview, ${fields}, document, vanished_at)
       SELECT 0, 0, ${ofEntry}, e.document + ?1,
              CASE WHEN d.source = ?2 THEN coalesce(e.vanished_at, ?3) ELSE e.vanished_at END
       FROM old.entries e JOIN old.documents d ON d.id = e.document
       WHERE e.identity NOT IN (SELECT identity FROM staged)`,
    )
    .run(base, source, now);
  database
    .query(
      `INSERT INTO documents SELECT id + ?1, source, provider, api, title, names, version, docs_url, head, parts, inputs
       FROM old.documents WHERE id + ?1 IN (SELECT document FROM staged WHERE topic = 0)`,
    )
    .run(base);
  database
    .query(
      `INSERT INTO blocks SELECT document + ?1, block, bytes
       FROM old.blocks WHERE document + ?1 IN (SELECT document FROM staged WHERE topic = 0)`,
    )
    .run(base);
  database.query("INSERT INTO listings SELECT * FROM old.listings WHERE source <> ?").run(source);
}
