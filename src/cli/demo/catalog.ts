/** A catalogue of a few operations, so that the demonstration needs neither the network nor the big import. */
import { buildCatalog } from "../../catalog/import/build.ts";
import { NOTES_PROVIDER, type NotesApi } from "./notes-api.ts";
import type { SourceDocument } from "../../catalog/import/source.ts";

const APIS: readonly (readonly [provider: string, base: string, paths: Readonly<Record<string, string>>])[] = [
  ["open-meteo.com", "https://api.open-meteo.com", { "/v1/forecast": "Weather forecast of a place for seven days" }],
  [
    "weather.gov",
    "https://api.weather.gov",
    { "/points/{point}": "The official forecast office of a point", "/alerts": "Weather alerts of a state" },
  ],
  ["coingecko.com", "https://api.coingecko.com/api/v3", { "/simple/price": "Prices of crypto currencies" }],
];

/** With the API at `notes`, which lies on this machine. */
export async function buildDemoCatalog(path: string, now: number, notes: NotesApi): Promise<void> {
  const documents = APIS.map(([provider, base, paths]): SourceDocument => {
    const description = {
      openapi: "3.0.3",
      info: { title: provider, version: "1" },
      servers: [{ url: base }],
      paths: Object.fromEntries(
        Object.entries(paths).map(([name, summary]) => [
          name,
          { get: { summary, responses: { 200: { description: "The answer" } } } },
        ]),
      ),
    };
    return { provider, read: () => new TextEncoder().encode(JSON.stringify(description)) };
  });
  documents.push(notesDocument(notes));
  await buildCatalog({ path, now, source: { name: "demo", documents }, allow: new Set([notes.place]) });
}

function notesDocument({ url }: NotesApi): SourceDocument {
  const get = { operationId: "listNotes", summary: "List my notes", responses: { 200: { description: "The notes" } } };
  const info = { title: "Notes", version: "1" };
  const description = { openapi: "3.0.3", info, servers: [{ url }], paths: { "/notes": { get } } };
  return { provider: NOTES_PROVIDER, read: () => new TextEncoder().encode(JSON.stringify(description)) };
}
