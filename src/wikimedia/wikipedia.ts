/** Wikipedia: pages that a query may mean, and what a page says first (action API `list=search`, REST `page/summary`). */
import type { TSchema } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { type ActorContext, type Static, Type } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { expectOk, readJson } from "../net/read.ts";
import { retryAfterMs as pauseMs } from "../runtime/http/retry-after.ts";

/** How the editions are addressed; the English one is what an operator may ask elsewhere. */
const editionOf = (language: string): string => `https://${language}.wikipedia.org`;

/** By the letters of a query, the edition that is likeliest to know it. */
const EDITIONS: readonly (readonly [letters: RegExp, language: string])[] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, "ja"],
  [/\p{sc=Han}/u, "zh"],
  [/\p{sc=Hangul}/u, "ko"],
  [/[іїєґ]/iu, "uk"],
  [/\p{sc=Cyrillic}/u, "ru"],
  [/\p{sc=Greek}/u, "el"],
  [/\p{sc=Arabic}/u, "ar"],
  [/\p{sc=Hebrew}/u, "he"],
  [/\p{sc=Devanagari}/u, "hi"],
  [/\p{sc=Thai}/u, "th"],
  [/[äöüß]/iu, "de"],
  [/[ñ¿¡]/iu, "es"],
  [/[ãõ]/iu, "pt"],
  [/[àâçèêëîïôœùû]/iu, "fr"],
  [/[ąćęłńśźż]/iu, "pl"],
];

/** Every host these functions ask. */
export const WIKIPEDIA_HOSTS = ["en", ...new Set(EDITIONS.map(([, language]) => language))].map(
  (language) => new URL(editionOf(language)).hostname,
);

const Search = Type.Object({
  query: Type.Object({
    searchinfo: Type.Optional(Type.Object({ suggestion: Type.Optional(Type.String()) })),
    search: Type.Array(Type.Object({ title: Type.String() })),
  }),
});

const Picture = Type.Object({ source: Type.String() });
const Summary = Type.Object({
  type: Type.Optional(Type.String()),
  title: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  extract: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.String()),
  wikibase_item: Type.Optional(Type.String()),
  originalimage: Type.Optional(Picture),
  thumbnail: Type.Optional(Picture),
  coordinates: Type.Optional(Type.Object({ lat: Type.Number(), lon: Type.Number() })),
  content_urls: Type.Optional(Type.Object({ desktop: Type.Object({ page: Type.String() }) })),
});
export type PageSummary = Static<typeof Summary>;

/** What MediaWiki answers under status 200 when it has none. */
const Refusal = Type.Object({ error: Type.Object({ code: Type.String() }) });
const BUSY = new Set(["maxlag", "ratelimited", "readonly", "cirrussearch-too-busy-error"]);
const BUSY_MS = 5000;

export interface TitleMatches {
  readonly language: string;
  /** Best first. */
  readonly titles: readonly string[];
}

/**
 * Pages for a query: of the English edition, as it spells the query, or of the edition its letters are from.
 * @throws {HubError} `upstream_failed` or `upstream_invalid`, of the English edition only.
 */
export async function searchPages(query: string, context: ActorContext): Promise<TitleMatches> {
  const english = await searchIn("en", query, context);
  if (english.titles.length > 0) return english;
  if (english.suggestion !== undefined) {
    const respelled = await searchIn("en", english.suggestion, context);
    if (respelled.titles.length > 0) return respelled;
  }
  const language = EDITIONS.find(([letters]) => letters.test(query))?.[1];
  if (language === undefined) return english;
  return searchIn(language, query, context).catch((error: unknown) => {
    // The English answer was an answer; another edition is more than was promised.
    if (!(error instanceof HubError)) throw error;
    context.log.warn(`The ${language} edition of Wikipedia could not be asked: ${error.message}`);
    return english;
  });
}

/** What a page says first, redirects followed; undefined for one that is not there. */
export async function summaryOf(
  title: string,
  language: string,
  context: ActorContext,
): Promise<PageSummary | undefined> {
  const path = encodeURIComponent(title.replaceAll(" ", "_"));
  const fetched = await context.fetch(`${editionOf(language)}/api/rest_v1/page/summary/${path}`, {
    headers: { accept: "application/json" },
  });
  return fetched.status === 404 ? undefined : readJson(expectOk(fetched), Summary);
}

/**
 * Asks an action API and reads what it says.
 * @throws {HubError} `upstream_failed` when it is too busy or refuses, `upstream_invalid` for what was not promised.
 */
export async function askMediaWiki<Schema extends TSchema>(
  origin: string,
  parameters: Readonly<Record<string, string>>,
  schema: Schema,
  context: ActorContext,
  keepSeconds?: number,
): Promise<Static<Schema>> {
  const query = new URLSearchParams({ ...parameters, format: "json", formatversion: "2" });
  const fetched = expectOk(
    await context.fetch(`${origin}/w/api.php?${query}`, keepSeconds === undefined ? {} : { keepSeconds }),
  );
  const answer: unknown = readJson(fetched, Type.Unknown());
  const refusal = Value.Check(Refusal, answer) ? answer.error.code : undefined;
  if (refusal === undefined) {
    if (Value.Check(schema, answer)) return answer;
    throw new HubError("upstream_invalid", "The upstream answer does not have the promised fields.");
  }

  const retryAfterMs = pauseMs(fetched.headers) || BUSY_MS;
  throw new HubError(
    "upstream_failed",
    "The upstream service refused the question.",
    BUSY.has(refusal) ? { retryAfterMs } : {},
  );
}

async function searchIn(
  language: string,
  query: string,
  context: ActorContext,
): Promise<TitleMatches & { readonly suggestion: string | undefined }> {
  const parameters = {
    action: "query",
    list: "search",
    srsearch: query,
    srlimit: "10",
    srprop: "",
    srinfo: "suggestion",
  };
  const { query: said } = await askMediaWiki(editionOf(language), parameters, Search, context);
  return { language, titles: said.search.map(({ title }) => title), suggestion: said.searchinfo?.suggestion };
}
