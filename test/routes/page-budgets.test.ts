/** What pages weigh, packed as they travel: each with all it loads, and the whole site. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import type { Actor } from "../../src/runtime/actor.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const PAGE = 40_000;
const SCRIPT = 25_000;
const STYLE = 8_000;
const SITE = 100_000;

const shelf = emptyShelf();
let hub: TestHub;
let paths: readonly string[];
beforeAll(async () => {
  await shelf.build([
    described("weather.dev", {
      paths: {
        "/forecast": get("Weather forecast of a city", {
          operationId: "forecast",
          parameters: Array.from({ length: 60 }, (_, n) => ({
            name: `parameter_${n}`,
            in: "query",
            description: `What number ${n} stands for, in a sentence as long as most are.`,
            schema: { type: "string" },
          })),
        }),
      },
    }),
  ]);
  const actors = (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[];
  hub = await startHub({ catalog: shelf.open(), actors });
  paths = [
    "/",
    "/?q=weather",
    "/apis/weather-dev--forecast",
    "/actors",
    ...actors.map(({ slug }) => `/actors/${slug}`),
    "/docs",
    "/pay",
    "/usage",
    "/connections",
    "/operator",
    "/nowhere",
  ];
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  shelf[Symbol.dispose]();
});

async function fetched(path: string): Promise<string> {
  return (await fetch(hub.url + path, { headers: { accept: "text/html" } })).text();
}

const weigh = (text: string): number => gzipSync(text).length;
const loadedBy = (page: string): readonly string[] =>
  [...page.matchAll(/(?:href|src)="(\/ui\/[^"]+)"/g)].map(([, address = ""]) => address);

describe("pages", () => {
  test("keep to their budgets, with all that they load", async () => {
    const parts = new Map<string, number>();
    const pages: Record<string, number> = {};
    for (const path of paths) {
      const page = await fetched(path);
      expect(page).toStartWith("<!doctype html>");
      let whole = weigh(page);
      for (const address of loadedBy(page)) {
        parts.set(address, parts.get(address) ?? weigh(await fetched(address)));
        whole += parts.get(address) ?? 0;
      }
      pages[path] = whole;
    }
    const heavy = (limit: number, weights: Iterable<[string, number]>) =>
      [...weights].filter(([, bytes]) => bytes >= limit);
    const [styles, scripts] = [".css", ".js"].map((end) => [...parts].filter(([name]) => name.endsWith(end)));
    expect(heavy(PAGE, Object.entries(pages))).toEqual([]);
    expect(heavy(SCRIPT, scripts ?? [])).toEqual([]);
    expect(heavy(STYLE, styles ?? [])).toEqual([]);
    expect(scripts?.length).toBeGreaterThan(3);
  });

  test("are light together: one of each kind, and every file once", async () => {
    const kinds = [
      "/",
      "/apis/weather-dev--forecast",
      "/actors",
      "/actors/data-convert",
      "/docs",
      "/pay",
      "/usage",
      "/connections",
      "/operator",
      "/nowhere",
    ];
    const pages = await Promise.all(kinds.map(fetched));
    const files = [...new Set(pages.flatMap(loadedBy))];
    const all = [...pages, ...(await Promise.all(files.map(fetched)))].map(weigh);
    expect(all.reduce((sum, bytes) => sum + bytes)).toBeLessThan(SITE);
    if (process.env["FIGURES"])
      console.log(Object.fromEntries([...kinds, ...files].map((name, at) => [name, all[at]])));
  });
});
