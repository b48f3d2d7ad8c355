/** The corpus of feeds with what is to be found in them, served over HTTP and read by news-rss. */
import { readFile } from "node:fs/promises";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { decodeHTML } from "entities";
import newsRss from "../../actors/news-rss.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Report } from "../../src/runtime/actor.ts";
import { contextFor, runActor } from "./actor-context.ts";
import { startHttp } from "./http-server.ts";

export const FEED_CORPUS = new URL("../../../shared/corpora/feeds/", import.meta.url);

const Check = Type.Object({ on: Type.String(), field: Type.String(), equals: Type.String() });
const Cases = Type.Object({
  cases: Type.Array(
    Type.Object({
      file: Type.String(),
      suite: Type.String(),
      http: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
      assert: Type.Array(Check),
    }),
  ),
});

export interface FeedCheck {
  readonly file: string;
  /** For example "encoding" or "wellformed/atom". */
  readonly suite: string;
  readonly field: string;
  readonly expected: string;
  readonly found: unknown;
  readonly holds: boolean;
}

export interface FeedScore {
  /** Every check whose field an item shows, the feed's title and link among them. */
  readonly checks: readonly FeedCheck[];
  /** Files that ended in something else than items or a refusal with a reason. */
  readonly broken: readonly string[];
  /** The share of the checks that hold. */
  readonly share: number;
}

/** Where the corpus says a document was. */
const RECORDED_ORIGIN = "http://127.0.0.1:8097";
/** The corpus' names for what items call otherwise. */
const SAME: Readonly<Record<string, string>> = { description: "summary", guid: "id" };
const FIELDS = new Set("title link summary author published updated id feed.title feed.link".split(" "));

export async function scoreFeeds(): Promise<FeedScore> {
  const cases = Value.Parse(Cases, JSON.parse(await readFile(new URL("cases.json", FEED_CORPUS), "utf8"))).cases;
  const headersOf = new Map(cases.map(({ file, http }) => [file, http]));
  await using server = await startHttp((request, response) => {
    const file = (request.url ?? "/").slice(1);
    const sent = (headersOf.get(file) ?? []).map(({ name, value }) => [name, value] as const);
    readFile(new URL(`files/${file}`, FEED_CORPUS)).then(
      (bytes) =>
        response.writeHead(200, { "content-type": "application/xml", ...Object.fromEntries(lower(sent)) }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  const context = contextFor(newsRss, { upstreams: new Map([[RECORDED_ORIGIN, server.origin]]) });
  const checks: FeedCheck[] = [];
  const broken: string[] = [];
  for (const { file, suite, assert } of cases) {
    const report = await runActor(newsRss, { feed: `${RECORDED_ORIGIN}/${file}` }, context).catch((error: unknown) => {
      if (!(error instanceof HubError) || error.status === 500) broken.push(`${file}: ${String(error)}`);
      return undefined;
    });
    for (const { on, field, equals } of assert) {
      const name = `${on === "feed" ? "feed." : ""}${SAME[field] ?? field}`;
      if (!FIELDS.has(name)) continue;
      const expected = equals.replaceAll(RECORDED_ORIGIN, server.origin);
      const found = fieldOf(report, name);
      checks.push({ file, suite, field: name, expected, found, holds: isSame(expected, found) });
    }
  }
  return { checks, broken, share: checks.filter(({ holds }) => holds).length / checks.length };
}

function fieldOf(report: Report | undefined, name: string): unknown {
  const [first] = report?.items ?? [];
  const [, ofFeed] = name.split(".");
  const holder = ofFeed === undefined ? first : (first?.["feed"] ?? report?.report?.["feed"]);
  return (holder as Readonly<Record<string, unknown>> | undefined)?.[ofFeed ?? name];
}

/** Texts are compared as text, in whatever markup the corpus has them; dates as the moments they mean. */
function isSame(expected: string, found: unknown): boolean {
  if (typeof found !== "string") return false;
  const isDate = /\d{4}.*\d:\d\d/.test(expected);
  if (isDate && !Number.isNaN(Date.parse(expected))) return Date.parse(expected) === Date.parse(found);
  return collapse(expected) === collapse(found) || textOf(expected) === collapse(found);
}

function textOf(html: string): string {
  return collapse(decodeHTML(html.replace(/<\/?[a-z][^<>]*>/gi, " "))).replace(/ (?=[.,])/g, "");
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function lower(headers: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return headers.map(([name, value]) => [name.toLowerCase(), value]);
}
