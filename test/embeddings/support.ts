/** A small catalogue with the vectors of its entries, made by a real server over HTTP. */
import { dirname } from "node:path";
import { type EmbeddingBuild, type EmbeddingReport, buildEmbeddings } from "../../src/embeddings/build.ts";
import { createEmbedder, type Embedder } from "../../src/embeddings/embedder.ts";
import { described, emptyShelf, get, type Shelf } from "../catalog/support.ts";
import type { EmbedServer } from "../support/embed-server.ts";

export const MODEL = "words-64";

export function embedderAt({ baseUrl }: EmbedServer, model = MODEL): Embedder {
  return createEmbedder({ baseUrl, model, apiKey: "sk-embed", fetch });
}

/** What each entry says, as a provider and what it does. */
export const SERVICES: readonly (readonly [provider: string, summaries: readonly string[]])[] = [
  ["pharmacy.dev", ["Order medicine from a pharmacy", "List remedies against pain"]],
  ["kitchen.dev", ["Find recipes with rice", "Plan a dinner", "Count calories of a dish"]],
  ["wheels.dev", ["Rent a bicycle", "Return a bicycle", "Report a broken bicycle", "List bicycle stations"]],
  ["letters.dev", ["Send a letter by post", "Track a parcel"]],
];

export async function smallShelf(services = SERVICES): Promise<Shelf> {
  const shelf = emptyShelf();
  await stock(shelf, services);
  return shelf;
}

/** Imports these in the place of what was there. */
export async function stock(shelf: Shelf, services: typeof SERVICES): Promise<void> {
  await shelf.build(
    services.map(([provider, summaries]) =>
      described(provider, { paths: Object.fromEntries(summaries.map((one, at) => [`/${at}`, get(one)])) }),
    ),
  );
}

/** Waits are told instead of waited for. */
export function embed(
  shelf: Shelf,
  embedder: Embedder,
  options: Partial<EmbeddingBuild> & { readonly waits?: number[] } = {},
): Promise<EmbeddingReport> {
  const { waits, ...build } = options;
  return buildEmbeddings({
    catalogPath: shelf.path,
    folder: dirname(shelf.path),
    embedder,
    prefix: "",
    pause: async (ms) => void waits?.push(ms),
    signal: new AbortController().signal,
    ...build,
  });
}
