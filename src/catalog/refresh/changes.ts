/** What newer descriptions change, in numbers of operations. */
import type { Mirror, MirrorRow } from "../import/mirror.ts";
import type { SourceDocument } from "../import/source.ts";
import { type DescriptionFacts, factsOf, NO_FACTS } from "./facts.ts";
import type { Change } from "./judge.ts";

export async function changesOf(
  candidates: ReadonlyMap<string, MirrorRow>,
  where: {
    readonly mirror: Mirror;
    readonly now: ReadonlyMap<string, SourceDocument>;
    readonly allow: ReadonlySet<string>;
  },
): Promise<Change[]> {
  const { mirror, now, allow } = where;
  const changes: Change[] = [];
  for (const [api, { provider, kind }] of candidates) {
    const before = await factsOfDocument(now.get(api), allow);
    const after = kind === "gone" ? NO_FACTS : await factsOf(mirror.read("waiting", api), allow);
    changes.push({ api, provider, before, after });
  }
  return changes;
}

/** How many operations the providers of the changes have besides. */
export async function countUnchanged(
  now: ReadonlyMap<string, SourceDocument>,
  changes: readonly Change[],
  { changedApis, allow }: { readonly changedApis: ReadonlySet<string>; readonly allow: ReadonlySet<string> },
): Promise<Map<string, number>> {
  // Only who would lose something has to be counted whole.
  const losing = changes.filter(({ before, after }) => after.operations < before.operations);
  const providers = new Set(losing.map(({ provider }) => provider));
  const counts = new Map<string, number>();
  for (const [api, document] of now) {
    const { provider } = document;
    if (!providers.has(provider) || changedApis.has(api)) continue;
    counts.set(provider, (counts.get(provider) ?? 0) + (await factsOfDocument(document, allow)).operations);
  }
  return counts;
}

/** One that cannot be read has nothing to lose. */
async function factsOfDocument(
  document: SourceDocument | undefined,
  allow: ReadonlySet<string>,
): Promise<DescriptionFacts> {
  if (document === undefined) return NO_FACTS;
  try {
    return await factsOf(await document.read(), allow);
  } catch {
    return NO_FACTS;
  }
}
