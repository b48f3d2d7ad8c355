import { expect, test } from "bun:test";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { createUsageRepository, type UsageRepository } from "../../src/usage/repository.ts";
import { createLearning } from "../../src/usage/learning.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { openTestAccount, testServices } from "../support/accounts.ts";
import { ask, blobFor, instantLedger, termsOf402 } from "../support/paid-calls.ts";
import { proofOf, walletOf } from "../support/payer.ts";
import { startEchoWorld } from "../support/echo-upstream.ts";
import type { Holder } from "../../src/runtime/ports/accounts.ts";
import { describeStores } from "../support/stores.ts";
import { testClock } from "../support/operations.ts";

const HERE = "192.0.2.1";
const DAY_MS = 86_400_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const holderOf = (id: string) => ({ id, network: "xrpl:21338", callsPerDay: 1, spendsCallsOnRuns: true });

describeStores("learning from use", (open) => {
  const world = async () => {
    const { store } = open();
    const clock = testClock(START);
    const services = testServices(store, {}, clock);
    const ids = async (count: number, tier: "pro" | "free_testnet" = "pro") => {
      const accounts = [];
      for (let made = 0; made < count; made++) {
        const { key } = await openTestAccount(services, tier);
        accounts.push(holderOf((await services.directory.find(key))?.id ?? ""));
      }
      return accounts;
    };
    const written: Promise<void>[] = [];
    const kept = createUsageRepository(store);
    await kept.forget();
    // What is written in the background is waited for here.
    const book: UsageRepository = {
      ...kept,
      count: (...given) => {
        const writing = kept.count(...given);
        written.push(writing);
        return writing;
      },
    };
    const learning = createLearning(book, clock, (error) => {
      throw error;
    });
    const settle = async () => {
      await Promise.all(written);
      await learning.refresh();
    };
    return { clock, ids, learning, settle, book: kept };
  };

  test("counts a key's words for the entry it was shown and called, once however often", async () => {
    const { ids, learning, settle, book } = await world();
    const [ann, bob] = await ids(2);
    if (ann === undefined || bob === undefined) throw new Error("There are two");
    learning.asked(ann, "Will it RAIN tomorrow?", ["a--rain", "b--sun"], HERE);
    learning.called(ann, "c--never-shown");
    for (let times = 0; times < 5; times++) learning.called(ann, "a--rain");
    await settle();
    const [once] = learning.of("rain");
    expect(once?.slug).toBe("a--rain");
    learning.asked(bob, "rain", ["a--rain"], HERE);
    learning.called(bob, "a--rain");
    await settle();
    const [twice] = learning.of("rain");
    expect(twice?.weight).toBeGreaterThan(1.5 * (once?.weight ?? 0));
    expect((await book.read("2000-01-01")).map(({ stem }) => stem)).toEqual(["rain", "rain"]);
  });

  test("takes no more than a cap of one key for one entry", async () => {
    const { ids, learning, settle, book } = await world();
    const [ann] = await ids(1);
    if (ann === undefined) throw new Error("There is one");
    for (let question = 0; question < 20; question++) {
      learning.asked(ann, Array.from({ length: 10 }, (_, at) => `word${question}x${at}`).join(" "), ["a--rain"], HERE);
      learning.called(ann, "a--rain");
      await settle();
    }
    expect((await book.read("2000-01-01")).length).toBe(24);
  });

  test("fades: half is left after thirty days, nothing after half a year, and a question is forgotten in half an hour", async () => {
    const { clock, ids, learning, settle } = await world();
    const [ann] = await ids(1);
    if (ann === undefined) throw new Error("There is one");
    learning.asked(ann, "rain", ["a--rain"], HERE);
    learning.called(ann, "a--rain");
    await settle();
    const fresh = learning.of("rain")[0]?.weight ?? 0;
    clock.advance(30 * DAY_MS);
    await learning.refresh();
    expect(learning.of("rain")[0]?.weight).toBeCloseTo((fresh * (0.5 / 2.9)) / (1 / 3.4));
    clock.advance(151 * DAY_MS);
    await learning.refresh();
    expect(learning.of("rain")).toEqual([]);
    learning.asked(ann, "snow", ["a--rain"], HERE);
    clock.advance(31 * 60_000);
    learning.called(ann, "a--rain");
    await settle();
    expect(learning.of("snow")).toEqual([]);
  });

  test("free keys are heard from two addresses and two days of registration on, and as no more than these", async () => {
    const { ids, learning, settle, clock } = await world();
    const rain = async (keys: readonly Holder[], addressOf: (at: number) => string) => {
      keys.forEach((key, at) => {
        learning.asked(key, "rain", ["a--rain"], addressOf(at));
        learning.called(key, "a--rain");
      });
      await settle();
      return learning.of("rain")[0]?.weight ?? 0;
    };
    expect(await rain(await ids(20, "free_testnet"), () => HERE)).toBe(0);
    expect(await rain(await ids(20, "free_testnet"), (at) => `198.51.100.${at}`)).toBe(0);
    clock.advance(DAY_MS);
    const two = await rain(await ids(1, "free_testnet"), () => "203.0.113.1");
    expect(two).toBeGreaterThan(0);
    expect(await rain(await ids(20, "free_testnet"), (at) => `203.0.113.${at}`)).toBeCloseTo(two);
    expect(await rain(await ids(1), () => HERE)).toBeGreaterThan(two);
  });
});

test("what is learned moves the ranking, finds what no word would, and outlives the next import", async () => {
  using shelf = emptyShelf();
  const documents = [
    described("one.dev", { paths: { "/a": get("Send a message") } }),
    described("two.dev", { paths: { "/b": get("Transmit a note", { operationId: "note" }) } }),
  ];
  await shelf.build(documents);
  let learned = new Map<string, { slug: string; weight: number }[]>();
  let version = 0;
  const usage = { version: () => version, of: (stem: string) => learned.get(stem) ?? [] };
  const first = openCatalog(shelf.path, () => 0, usage);
  const find = (catalog: typeof first, text: string) =>
    catalog.search({ text }).hits.map(({ entry }) => entry.provider);
  expect(find(first, "send a message")).toEqual(["one.dev"]);
  expect(find(first, "telegram")).toEqual([]);
  const slug = first.search({ text: "transmit note" }).hits[0]?.entry.slug ?? "";
  learned = new Map(["send", "messag", "telegram"].map((stem) => [stem, [{ slug, weight: 1 }]]));
  version++;
  expect(find(first, "send a message")[0]).toBe("two.dev");
  expect(find(first, "telegram")).toEqual(["two.dev"]);
  first.close();
  await shelf.build([described("new.dev", { paths: { "/c": get("Send a message now") } }), ...documents], {
    now: START,
  });
  const second = openCatalog(shelf.path, () => 0, usage);
  expect(find(second, "telegram")).toEqual(["two.dev"]);
  second.close();
});

test("a search that ends in a call is learned from; a dry run and a failed call are not", async () => {
  const asked: string[] = [];
  const learning = {
    version: () => 0,
    of: () => [],
    refresh: async () => undefined,
    asked: (_holder: unknown, text: string) => void asked.push(`asked ${text}`),
    called: (_holder: unknown, entry: string) => void asked.push(`called ${entry}`),
  };
  const paths = {
    "/rain": get("Rain of today", { parameters: [{ name: "status", in: "query", schema: { type: "integer" } }] }),
  };
  await using world = await startEchoWorld(
    { paths },
    {
      learning,
      reply: (request, response) =>
        void response.writeHead(Number(/status=(\d+)/.exec(request.url ?? "")?.[1] ?? 200)).end(),
    },
  );
  const search = `${world.hub.url}/api/v1/agent/search/?q=rain`;
  const { results } = await (await fetch(search, { headers: { "x-api-key": world.key } })).json();
  const { slug } = results[0];
  await world.call(slug, { dry_run: true });
  await world.call(slug, { params: { status: 404 } });
  await world.call(slug, { params: { status: 500 } });
  await world.call(slug, {});
  expect(asked).toEqual(["asked rain", `called ${slug}`]);
});

test("of a caller who pays by the call nothing is learned: only keys can be told apart", async () => {
  const told: string[] = [];
  const learning = {
    version: () => 0,
    of: () => [],
    refresh: async () => undefined,
    asked: () => void told.push("asked"),
    called: () => void told.push("called"),
  };
  const payer = walletOf("payer");
  const ledger = instantLedger("xrpl:21338", payer);
  await using world = await startEchoWorld({ paths: { "/rain": get("Rain of today") } }, { learning, ledger });
  const pay = async (path: string, body?: object) => {
    const url = world.hub.url + path;
    const { accepts } = await termsOf402(url, body);
    const proof = proofOf(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) });
    return ask(url, body, { "payment-signature": proof });
  };
  const found = await pay("/api/v1/agent/search/?q=rain");
  expect(found.status).toBe(200);
  const { slug } = (await found.json()).results[0];
  expect((await pay("/api/v1/agent/dynamic-tool/", { description: "rain of today" })).status).toBe(200);
  expect((await pay(`/api/v1/agent/proxy/${slug}/call/`, {})).status).toBe(200);
  expect(world.seen).toHaveLength(1);
  expect(told).toEqual([]);
});
