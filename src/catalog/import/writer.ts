/** Writes what was read into an unfinished catalogue: documents with their parts, and operations waiting for their category. */
import { codeOf } from "../../access/access-code.ts";
import { DAY_MS } from "../../runtime/day.ts";
import { AUTHS } from "../../runtime/catalog.ts";
import { qualityOf } from "../quality.ts";
import { identityOf } from "../slug.ts";
import type { Database } from "../sqlite.ts";
import { splitIdentifier } from "../words/words.ts";
import type { ImportedOperation } from "./operation.ts";
import { packInputs } from "./inputs.ts";
import { type PartsArchive, compress } from "../spec/parts.ts";
import { prominenceOf } from "./prominence.ts";
import type { SlugRepository } from "./slug-repository.ts";

export interface DocumentRow {
  readonly source: string;
  readonly provider: string;
  readonly api: string;
  readonly title: string;
  /** Words the API is found by. */
  readonly names: string;
  readonly version: string;
  readonly docsUrl: string | null;
  readonly head: string;
}

/** What an operation inherits from its document. */
export interface Context {
  readonly document: number;
  readonly provider: string;
  readonly api: string;
  readonly docsUrl: string | null;
  /** Milliseconds since the epoch, where the document states its date. */
  readonly statedAt: number | null;
  readonly isPreview: boolean;
}

export interface Writer {
  document(row: DocumentRow): number;
  parts(document: number, packed: PartsArchive): void;
  /** The row the next operation will wait in. */
  nextRow(): number;
  /** @returns its identity. */
  operation(operation: ImportedOperation, topic: number, context: Context): number;
  /** What the inputs of its operations are called and said to be, by identity. */
  inputs(document: number, texts: ReadonlyMap<number, string>): void;
}

export function createWriter(database: Database, slugs: SlugRepository, now: number): Writer {
  const insertDocument = database.query<{ id: number }, (string | Uint8Array | null)[]>(
    `INSERT INTO documents (source, provider, api, title, names, version, docs_url, head, parts, inputs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, x'', x'') RETURNING id`,
  );
  const insertBlock = database.query("INSERT INTO blocks VALUES (?, ?, ?)");
  const setParts = database.query("UPDATE documents SET parts = ? WHERE id = ?");
  const setInputs = database.query("UPDATE documents SET inputs = ? WHERE id = ?");
  const insertStaged = database.query(
    `INSERT INTO staged VALUES (?, ?, ?, ?, ?, -1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, NULL, NULL)`,
  );
  let rows = 0;

  return {
    document(row) {
      const { source, provider, api, title, names, version, docsUrl, head } = row;
      const inserted = insertDocument.get(source, provider, api, title, names, version, docsUrl, compress(head));
      if (inserted === null) throw new Error("The store did not take a document");
      return inserted.id;
    },
    parts(document, { index, blocks }) {
      blocks.forEach((bytes, block) => insertBlock.run(document, block, bytes));
      setParts.run(index, document);
    },
    nextRow: () => rows + 1,
    operation(operation, topic, context) {
      const { method, path, name, description, operationId, evidence } = operation;
      const identity = identityOf(context.api, method, path);
      // A version that is dated ahead says nothing of when it was changed.
      const statedAt = context.statedAt !== null && context.statedAt <= now ? context.statedAt : null;
      const ageDays = statedAt === null ? null : Math.floor((now - statedAt) / DAY_MS);
      const quality = qualityOf({ ...evidence, ageDays });
      insertStaged.run(
        topic,
        Number(context.isPreview),
        slugs.slugFor(identity, context.api, operationId || `${method} ${path}`),
        identity,
        context.document,
        name,
        description,
        searchWords(operation),
        method,
        path,
        operation.baseUrl,
        AUTHS.indexOf(operation.auth),
        codeOf(operation.access),
        operation.docsUrl ?? context.docsUrl,
        evidence.descriptionChars,
        evidence.parameters,
        evidence.parametersDescribed,
        Number(evidence.hasResponseSchema),
        Number(evidence.deprecated),
        ageDays,
        quality,
        prominenceOf({ ...context, path, quality, deprecated: evidence.deprecated }),
        statedAt ?? 0,
      );
      rows++;
      return identity;
    },
    inputs(document, texts) {
      setInputs.run(packInputs(texts), document);
    },
  };
}

/** Tags and operation id, taken apart. */
function searchWords({ tags, operationId }: ImportedOperation): string {
  return [...tags.map(splitIdentifier), splitIdentifier(operationId)].join(" ").trim().slice(0, 300);
}
