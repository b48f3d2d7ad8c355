import { afterAll, describe, expect, test } from "bun:test";
import { pageWords } from "../../actors/catalog-classify/page-words.ts";
import actor from "../../actors/catalog-classify/index.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { type Exchange, type Misbehaviour, readExchanges, recordedUpstream } from "../support/recorded-upstream.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
const EXCHANGES = await readExchanges("catalog-classify");
const MAP = "https://www.openstreetmap.org/about";

async function run(input: unknown, how?: Misbehaviour, exchanges: readonly Exchange[] = EXCHANGES) {
  await using upstream = await recordedUpstream(exchanges);
  if (how !== undefined) upstream.misbehave("", how);
  const report = await runActor(actor, input, { ...contextFor(actor, upstream), catalog: async () => catalog });
  return { items: report.items, asked: upstream.requests.map(({ url }) => url) };
}

describe("catalog-classify", () => {
  test("an entry stands in its category, with what speaks for it", async () => {
    const { items, asked } = await run({ slug: "stripe-com--getcharges" });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      slug: "stripe-com--getcharges",
      url: null,
      category: "payments-billing",
      basis: "entry",
      signals: expect.arrayContaining(["catalogue: the entry is filed under payments-billing"]),
    });
    expect(items[0]?.["confidence"]).toBeGreaterThan(0.5);
    expect(asked).toEqual([]);
  });

  test.each(["https://docs.github.com/rest", "github.com", "HTTP://GITHUB.COM./x"])(
    "%s is known by its domain and not fetched",
    async (url) => {
      const { items, asked } = await run({ url });
      expect(items[0]).toMatchObject({ slug: null, category: "developer-tools", basis: "provider", confidence: 1 });
      expect(items[0]?.["signals"]).toEqual([
        "catalogue: 2 of 2 entries of github.com are filed under developer-tools",
      ]);
      expect(asked).toEqual([]);
    },
  );

  test("any other page is read and judged by its words", async () => {
    const { items, asked } = await run({ url: MAP });
    expect(items[0]).toMatchObject({ url: MAP, category: "geolocation-maps", basis: "page" });
    expect(items[0]?.["alternatives"]).toHaveLength(3);
    expect(asked).toEqual([MAP]);
  });

  test("a page keeps nobody waiting: its words are found elsewhere, and few of them are judged", async () => {
    await using upstream = await recordedUpstream(EXCHANGES);
    const context = contextFor(actor, upstream);
    const modules: string[] = [];
    const offload: typeof context.offload = (module, input) => {
      modules.push(module.pathname.split("/").at(-1) ?? "");
      return context.offload(module, input);
    };
    await runActor(actor, { url: MAP }, { ...context, offload, catalog: async () => catalog });
    expect(modules).toEqual(["page-words.ts"]);
    const { head } = pageWords(`<title>${"charge a card ".repeat(1_000)}</title>`);
    expect(head).toHaveLength(1_000);
  });

  test("how a page heads itself counts more than what else stands on it", async () => {
    const body = "<title>Charge a card</title><body>Find the address on a map.</body>";
    const { items } = await run({ url: MAP }, { status: 200, headers: { "content-type": "text/html" }, body });
    expect(items[0]).toMatchObject({ category: "payments-billing" });
    expect(items[0]?.["alternatives"]).toContainEqual({ category: "geolocation-maps", confidence: expect.any(Number) });
  });

  test("a slug and an address are two questions", async () => {
    const { items } = await run({ url: "stripe.com", slug: "github-com--issues-create" });
    expect(items.map(({ basis }) => basis)).toEqual(["entry", "provider"]);
  });

  test.each([
    [{}, ""],
    [{ slug: "nobody--knows" }, "/slug"],
    [{ url: "ftp://example.org/" }, "/url"],
    [{ url: "http://" }, "/url"],
  ])("refuses %j", async (input, pointer) => {
    await expect(run(input)).rejects.toMatchObject({ code: "invalid_input", details: { issues: [{ pointer }] } });
  });

  test.each([
    [{ status: 404, headers: {}, body: "gone" }, "upstream_status"],
    [{ status: 500, headers: {}, body: "oops" }, "upstream_failed"],
    [{ status: 200, headers: { "content-type": "image/png" }, body: "map" }, "upstream_status"],
    [{ status: 200, headers: { "content-type": "text/html" }, body: "<script>map()</script>" }, "upstream_status"],
  ] as const)("a page that cannot be judged is the upstream's failure: %j", async (how, code) => {
    await expect(run({ url: MAP }, how)).rejects.toMatchObject({ code });
  });
});

test("the words of a page are its title, its description and what can be read", () => {
  const html = `<html><head><title>Tea &amp; Cake</title><meta content='All about tea' name=description></head>
    <body><nav>Menu</nav><svg><title>icon</title></svg><p>Green&nbsp;tea</p><style>p{}</style></body></html>`;
  expect(pageWords(html)).toEqual({ head: "Tea & Cake All about tea", body: "Green tea" });
});
