/** Reads every description of a source into an unfinished catalogue, where its operations wait for their categories. */
import type { BayesModel } from "../classify/bayes.ts";
import { facts } from "../search/facts.ts";
import type { Database } from "../sqlite.ts";
import { createFolder } from "./fold.ts";
import { giveWay } from "./give-way.ts";
import { lostEndOf } from "./lost-end.ts";
import { assertNothingLost } from "./nothing-lost.ts";
import type { BuildOptions } from "./options.ts";
import { type ImportContext, type ReadFault, readDocument } from "./read-document.ts";
import { createNaming } from "./own-names.ts";
import { createSlugRepository } from "./slug-repository.ts";
import { apiOf } from "./source.ts";
import { type Tally, createTally } from "./tally.ts";
import { type Topics, createTopics } from "./topics.ts";
import { createWriter } from "./writer.ts";

export interface ReadSource {
  readonly topics: Topics;
  readonly tally: Tally;
  readonly versions: ImportContext["versions"];
  readonly faults: readonly ReadFault[];
  /** What the source and the listings teach, or what the catalogue knew if that is more. */
  readonly model: BayesModel;
  /** Whether it is the one that the catalogue knew. */
  readonly isKnownModel: boolean;
}

/**
 * `old` is the schema of the catalogue that is replaced, if there is one.
 * @throws {OperatorError} when what was read would take entries away that may still be there.
 */
export async function readSource(
  database: Database,
  old: "old" | "main" | undefined,
  { source, listings = [], now, allow = new Set<string>(), signal, isShorter = false, onProgress }: BuildOptions,
): Promise<ReadSource> {
  const topics = createTopics();
  const tally = createTally();
  const versions: ImportContext["versions"] = new Map();
  const known = old && facts(database, old);
  const before = old === undefined ? 0 : livingOf(database, old, source.name);
  const writer = createWriter(database, createSlugRepository(database, old), now);
  const faults: ReadFault[] = [];
  const cuts: ReadFault[] = [];
  const ends: ReadFault[] = [];
  const onFault = (fault: ReadFault) => void faults.push(fault);
  const lastKnown = database.query<{ id: number | null }, []>(`SELECT max(id) AS id FROM ${old ?? "main"}.documents`);
  const last = lastKnown.get()?.id ?? 0;
  const onRead: ImportContext["onRead"] = (document, description) => {
    if (old === undefined || isShorter || document.mayEndAnywhere?.() !== true) return;
    const reason = lostEndOf(database, old, { source: source.name, api: apiOf(document), before: last }, description);
    if (reason !== undefined) ends.push({ name: document.name ?? source.name, reason });
  };
  const context = {
    source: source.name,
    writer,
    folder: createFolder(),
    topics,
    tally,
    versions,
    allow,
    onFault,
    onRead,
    ...(signal && { signal }),
  };
  const total = source.documents.length;
  const name = createNaming(database, old, source.name);
  for (const [done, found] of source.documents.entries()) {
    onProgress?.({ done, total });
    const document = name(found);
    await readDocument(document, context);
    const cut = document.seemsCut?.();
    if (cut !== undefined) cuts.push({ name: document.name ?? source.name, reason: `it seems to be cut: ${cut}` });
    await giveWay(signal);
  }
  assertNothingLost({
    source,
    before,
    now: writer.nextRow() - 1,
    faults,
    cuts,
    ends,
    known: known?.tallies()[source.name],
  });
  onProgress?.({ done: total, total, isIndexing: true });
  await giveWay(signal);
  const fresh = topics.train(
    listings.map((one) => ({ category: one.category, text: `${one.name} ${one.description}` })),
  );
  const taughtBefore = known?.model();
  const isKnownModel = taughtBefore !== undefined && (taught(fresh) === 0 || taught(taughtBefore) > taught(fresh));
  return { topics, tally, versions, faults, model: isKnownModel ? taughtBefore : fresh, isKnownModel };
}

/** A single added description teaches too little to forget what a whole directory taught. */
function taught({ sizes }: BayesModel): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** How many entries of a source a catalogue serves. */
export function livingOf(database: Database, schema: "old" | "main", source: string): number {
  const query = database.query<{ n: number }, [string]>(
    `SELECT count(*) AS n FROM ${schema}.documents d JOIN ${schema}.entries e ON e.document = d.id AND e.vanished_at IS NULL
     WHERE d.source = ?`,
  );
  return query.get(source)?.n ?? 0;
}
