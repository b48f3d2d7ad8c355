/** What can be fetched about a name: its encyclopedia entry, its own site, and what the news feeds say of it at present. */
import type { ActorContext } from "../../../src/runtime/actor.ts";
import { HubError } from "../../../src/runtime/errors.ts";
import { type Entity, entitiesNamed } from "../../../src/wikimedia/entity.ts";
import { PRESETS } from "../../../src/feed/presets.ts";
import { fetchFeed } from "../../../src/feed/read.ts";
import { fetchPage } from "../web/page.ts";

export interface Source {
  readonly title: string;
  readonly url: string;
  readonly text: string;
}

export interface FoundSources {
  readonly sources: readonly Source[];
  readonly warnings: readonly string[];
}

/** Feeds that between them name most of what is in the news. */
const FEEDS = ["world", "technology", "business"];
const FEED_ITEMS = 50;
const MAX_NEWS = 5;
const MAX_ENTITIES = 2;

/** Sources as a prompt shows them: each under the number that an answer names it by, so much of it at most. */
export function numberSources(sources: readonly Source[], maxChars: number) {
  return sources.map(({ title, text }, index) => ({
    label: `source-${index + 1}`,
    text: `${title}\n${text}`,
    from: "stranger" as const,
    maxChars,
  }));
}

/** A source that cannot be had is left out and told of; without any there are none. */
export async function sourcesFor(query: string, context: ActorContext): Promise<FoundSources> {
  /** In the order of the attempts, whichever fails first. */
  const told: (string | undefined)[] = [];
  const attempt = async <T>(what: string, work: Promise<T>, instead: T): Promise<T> => {
    const at = told.push(undefined) - 1;
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof HubError) || context.signal.aborted) throw error;
      told[at] = `${what} could not be asked (${error.code}).`;
      return instead;
    }
  };
  const [known, news] = await Promise.all([
    attempt("The encyclopedia", entitiesNamed(query, context), { entities: [], warnings: [] }),
    Promise.all(FEEDS.map((name) => attempt(`The news feed "${name}"`, newsOf(name, query, context), []))),
  ]);
  const entities = known.entities.slice(0, MAX_ENTITIES).flatMap(entitySource);
  const website = known.entities[0]?.facts["website"];
  const site = typeof website !== "string" ? [] : await attempt("Its own site", siteOf(website, context), []);
  const distinct = new Map(
    [...entities, ...site, ...news.flat().slice(0, MAX_NEWS)].map((source) => [source.url, source]),
  );
  const warnings = [...known.warnings, ...told.filter((each) => each !== undefined)];
  return { sources: [...distinct.values()], warnings };
}

/** The page at an address, as a source. */
export async function siteOf(address: string, context: ActorContext): Promise<Source[]> {
  const { finalUrl, page } = await fetchPage(address, context);
  if (page.text.trim() === "") return [];
  return [{ title: page.title ?? new URL(finalUrl).hostname, url: finalUrl, text: page.text }];
}

function entitySource({ title, kind, description, extract, url, facts, as_of: asOf }: Entity): Source[] {
  if (url === null) return [];
  const known = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined);
  const lines = known.map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`);
  const head = `${title} (${kind}${description === null ? "" : `, ${description}`}${asOf === null ? "" : `; as of ${asOf}`})`;
  return [{ title, url, text: [head, extract ?? "", ...lines].join("\n") }];
}

/** The items of a feed that name all that the query names. */
async function newsOf(preset: string, query: string, context: ActorContext): Promise<Source[]> {
  const address = PRESETS.find(({ name }) => name === preset)?.url;
  if (address === undefined) return [];
  const { items } = await fetchFeed(address, FEED_ITEMS, context);
  const words = query.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return items.flatMap(({ title, link, summary, published }) => {
    const text = `${title ?? ""}\n${summary ?? ""}`;
    const said = new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu));
    if (link === null || words.length === 0 || !words.every((word) => said.has(word))) return [];
    return [{ title: title ?? link, url: link, text: `${text}\n${published ?? ""}` }];
  });
}
