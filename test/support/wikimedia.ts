/**
 * Wikipedia and Wikidata on this machine, over HTTP and in their true shape: pages and items from
 * `test/fixtures/intel-entity/world/`, answered as the action API and the REST summary do.
 */
import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type RecordedResponse, jsonAnswer } from "./recorded-upstream.ts";
import { startHttp } from "./http-server.ts";

interface World {
  readonly summaries: Readonly<Record<string, object>>;
  readonly entities: Readonly<Record<string, { readonly labels: object; readonly claims: object }>>;
  readonly searches: Readonly<Record<string, { readonly titles: readonly string[]; readonly suggestion?: string }>>;
  readonly redirects: Readonly<Record<string, string>>;
}

export interface Wikimedia extends AsyncDisposable {
  readonly upstreams: ReadonlyMap<string, string>;
  /** Public addresses that were asked, in order. */
  readonly asked: readonly URL[];
  readonly userAgents: ReadonlySet<string | undefined>;
}

const LANGUAGES = ["en", "ru", "ja"];
const NO_PAGE = { status: 404, type: "Internal error", title: "Not found.", method: "get", uri: "/page/summary" };

/** `instead` may answer a request otherwise. */
export async function startWikimedia(
  instead: (url: URL) => RecordedResponse | undefined = () => undefined,
): Promise<Wikimedia> {
  const world = await readWorld();
  const asked: URL[] = [];
  const userAgents = new Set<string | undefined>();
  const origins = [...LANGUAGES.map((language) => `https://${language}.wikipedia.org`), "https://www.wikidata.org"];
  const answer = (url: URL, request: IncomingMessage): RecordedResponse => {
    asked.push(url);
    userAgents.add(request.headers["user-agent"]);
    const [language = ""] = url.hostname.split(".");
    return instead(url) ?? (language === "www" ? entitiesIn(world, url.searchParams) : pagesIn(world, language, url));
  };
  const servers = await Promise.all(
    origins.map((origin) =>
      startHttp((request, response) => {
        const { status, headers, body } = answer(new URL(request.url ?? "/", origin), request);
        response.writeHead(status, { ...headers }).end(JSON.stringify(body));
      }),
    ),
  );
  return {
    upstreams: new Map(servers.map((server, index) => [origins[index] ?? "", server.origin])),
    asked,
    userAgents,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

function pagesIn({ summaries, searches, redirects }: World, language: string, url: URL): RecordedResponse {
  const [, title] = /^\/api\/rest_v1\/page\/summary\/([^/]+)$/.exec(url.pathname) ?? [];
  if (title !== undefined) {
    const named = decodeURIComponent(title).replaceAll("_", " ");
    const target = redirects[`${language}:${named}`];
    if (target !== undefined) return { ...jsonAnswer(302, {}), headers: { location: target.replaceAll(" ", "_") } };
    const summary = summaries[`${language}:${named}`];
    return summary === undefined ? jsonAnswer(404, NO_PAGE) : jsonAnswer(200, summary);
  }
  const query = url.searchParams.get("srsearch") ?? "";
  const { titles = [], suggestion } = searches[`${language}:${query}`] ?? {};
  const search = titles.map((found, index) => ({ ns: 0, title: found, pageid: 1000 + index }));
  return jsonAnswer(200, {
    batchcomplete: true,
    query: { searchinfo: suggestion === undefined ? {} : { suggestion, suggestionsnippet: suggestion }, search },
  });
}

function entitiesIn({ entities, redirects }: World, parameters: URLSearchParams): RecordedResponse {
  const languages = parameters.get("languages")?.split("|") ?? [];
  const props = parameters.get("props")?.split("|") ?? [];
  const found = (parameters.get("ids") ?? "").split("|").map((asked) => {
    const id = redirects[asked] ?? asked;
    const entity = entities[id];
    if (entity === undefined) return [asked, { id: asked, missing: "" }];
    const labels = Object.fromEntries(Object.entries(entity.labels).filter(([code]) => languages.includes(code)));
    const part = {
      type: "item",
      id,
      ...(id !== asked && { redirects: { from: asked, to: id } }),
      ...(props.includes("labels") && { labels }),
      ...(props.includes("claims") && { claims: entity.claims }),
    };
    return [id, part];
  });
  return jsonAnswer(200, { entities: Object.fromEntries(found), success: 1 });
}

async function readWorld(): Promise<World> {
  const read = async (name: string) =>
    JSON.parse(await readFile(new URL(`../fixtures/intel-entity/world/${name}.json`, import.meta.url), "utf8"));
  return { summaries: await read("summaries"), entities: await read("entities"), ...(await read("searches")) };
}
