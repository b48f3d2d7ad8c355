import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { knownCoin, spelling } from "../../actors/crypto-prices/coins.ts";
import actor from "../../actors/crypto-prices/index.ts";
import { type Circumstances, contextFor, runActor, runRecorded } from "../support/actor-context.ts";
import {
  type Misbehaviour,
  type ReceivedRequest,
  jsonAnswer,
  readExchanges,
  recordedUpstream,
} from "../support/recorded-upstream.ts";

const EXCHANGES = await readExchanges("crypto-prices");

describe("crypto-prices", () => {
  test("answers the three default coins in dollars", async () => {
    const { items, warnings } = await run({});
    expect(warnings).toEqual([]);
    expect(items).toEqual([
      {
        id: "bitcoin",
        quotes: { usd: 86542, usd_24h_change: -2.1475190467 },
        trend: "down",
        change_24h_pct: -2.1475,
        usd: 86542,
        _genius: { index: 0, enhanced_at: "2026-11-21T03:00:00.000Z", source: "coingecko", completeness: 1 },
      },
      expect.objectContaining({ id: "ethereum", trend: "flat", change_24h_pct: 0.0312, usd: 2811.37 }),
      expect.objectContaining({ id: "ripple", trend: "up", change_24h_pct: 3.9014, usd: 1.98 }),
    ]);
  });

  test("holds id, quotes and _genius only when usd is not asked for", async () => {
    const { items } = await run({ ids: "bitcoin", vs: "eur" });
    expect(items.map((item) => Object.keys(item))).toEqual([["id", "quotes", "_genius"]]);
    expect(items[0]?.["quotes"]).toEqual({ eur: 75103, eur_24h_change: -2.01339221 });
  });

  test("answers in the order asked, whatever the provider's, and each currency of each coin", async () => {
    const { items } = await run({ ids: "BTC,sol,doge", vs: "usd,eur" });
    expect(items.map(({ id }) => id)).toEqual(["bitcoin", "solana", "dogecoin"]);
    expect(items[1]?.["quotes"]).toEqual({
      usd: 131.04,
      usd_24h_change: 1.20033917,
      eur: 113.72,
      eur_24h_change: 1.33851007,
    });
  });

  test("knows tickers, ids and names, and folds those that mean one coin", async () => {
    const { items } = await run({ ids: " btc,BTC;Bitcoin， $eth ،ether\nBitcoin Cash、xrp；Ripple,,", vs: "USD, usd" });
    expect(items.map(({ id }) => id)).toEqual(["bitcoin", "ethereum", "bitcoin-cash", "ripple"]);
    expect(items[2]).toMatchObject({ change_24h_pct: 0, trend: "flat" });
  });

  test("a coin without a price or a change keeps its fields, as null", async () => {
    const { items } = await run({ ids: "paid-network,xrp" });
    expect(items).toMatchObject([
      { quotes: { usd: null, usd_24h_change: null }, trend: null, change_24h_pct: null, usd: null },
      { quotes: { usd: 1.98, usd_24h_change: null }, trend: null, change_24h_pct: null, usd: 1.98 },
    ]);
    expect(items[0]?.["_genius"]).toMatchObject({ completeness: 0.4 });
    expect((await run({ ids: "paid-network" })).items).toMatchObject([{ id: "paid-network", usd: null }]);
  });

  test("asks once when every word is an id", async () => {
    const requests: ReceivedRequest[] = [];
    await run({ ids: "paid-network,xrp" }, { requests });
    expect(requests.map(({ url }) => url)).toEqual([
      "https://api.coingecko.com/api/v3/simple/price?ids=paid-network%2Cripple&vs_currencies=usd&include_24hr_change=true",
    ]);
  });

  test("finds a ticker that is not well known in the provider's list, and takes the largest of its coins", async () => {
    const { items, warnings } = await run({ ids: "quill,btc" });
    expect(items.map(({ id }) => id)).toEqual(["quill-finance", "bitcoin"]);
    expect(warnings).toEqual([`3 coins go by "quill"; the largest is "quill-finance".`]);
  });

  test("finds a name that cannot be an id", async () => {
    expect((await run({ ids: "Hedge Fund Coin" })).items).toMatchObject([{ id: "hfc-2", usd: 0.00014 }]);
  });

  test("names the coins nobody knows and answers the others", async () => {
    const { items, warnings } = await run({ ids: "btc,nosuchcoin" });
    expect(items.map(({ id }) => id)).toEqual(["bitcoin"]);
    expect(warnings).toEqual([`"nosuchcoin" is not a coin the price provider knows.`]);
  });

  test("refuses when nobody knows any of the coins", async () => {
    await expect(run({ ids: "nosuchcoin" })).rejects.toMatchObject({
      code: "invalid_input",
      details: { issues: [{ pointer: "/ids", detail: "none of these is a coin the price provider knows" }] },
    });
  });

  test("names the currencies nobody knows and answers the others", async () => {
    const { items, warnings } = await run({ ids: "btc", vs: "usd,zzz" });
    expect(items[0]?.["quotes"]).toEqual({ usd: 86542, usd_24h_change: -2.1475190467 });
    expect(warnings).toEqual([`"zzz" is not a currency the price provider knows.`]);
  });

  test.each([
    ["only currencies nobody knows", { ids: "btc", vs: "zzz" }, "/vs"],
    ["what is no currency code", { vs: "usd,__proto__" }, "/vs"],
    ["no coin at all", { ids: " , " }, "/ids"],
    ["no currency at all", { vs: "," }, "/vs"],
    ["more than 100 coins", { ids: Array.from({ length: 101 }, (_, index) => `coin${index}`).join() }, "/ids"],
  ])("refuses %s", async (_, input, pointer) => {
    await expect(run(input)).rejects.toMatchObject({ code: "invalid_input", details: { issues: [{ pointer }] } });
  });

  test("words that objects inherit are coins nobody knows", async () => {
    await expect(run({ ids: "constructor,__proto__" }, { how: jsonAnswer(200, {}) })).rejects.toMatchObject({
      code: "upstream_invalid", // The same empty object stands in for the coin list.
    });
  });
});

describe("crypto-prices, when the provider fails", () => {
  test("429 is upstream_failed with the provider's Retry-After", async () => {
    const limited = {
      status: { error_code: 429, error_message: "You've exceeded the Rate Limit. Please visit the pricing page." },
    };
    await expect(
      run({}, { how: { ...jsonAnswer(429, limited), headers: { "retry-after": "119" } } }),
    ).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryAfterMs: 119_000 },
    });
  });

  test.each<[string, Misbehaviour, string]>([
    ["500", jsonAnswer(500, { error: "Internal Server Error" }), "upstream_failed"],
    ["HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<!doctype html>" }, "upstream_invalid"],
    ["a price that is text", jsonAnswer(200, { bitcoin: { usd: "86542" } }), "upstream_invalid"],
    ["a coin that is a number", jsonAnswer(200, { bitcoin: 86542 }), "upstream_invalid"],
    ["an array", jsonAnswer(200, [{ id: "bitcoin" }]), "upstream_invalid"],
    ["half an answer", "cut", "upstream_failed"],
  ])("%s", async (_, how, code) => {
    await expect(run({}, { how })).rejects.toMatchObject({ code });
  });

  test("a coin list that cannot be read costs only the coins it was needed for", async () => {
    const how = jsonAnswer(429, { status: { error_code: 429 } });
    const { items, warnings } = await run({ ids: "btc,nosuchcoin" }, { how, part: "/coins/list" });
    expect(items.map(({ id }) => id)).toEqual(["bitcoin"]);
    expect(warnings).toEqual([
      "The price provider's list of coins could not be read; an unknown coin may be one after all.",
      `"nosuchcoin" is not a coin the price provider knows.`,
    ]);
    await expect(run({ ids: "nosuchcoin" }, { how, part: "/coins/list" })).rejects.toMatchObject({
      code: "upstream_failed",
    });
  });

  test("a coin list without ids is upstream_invalid", async () => {
    const how = jsonAnswer(200, [{ symbol: "quill" }]);
    await expect(run({ ids: "nosuchcoin" }, { how, part: "/coins/list" })).rejects.toMatchObject({
      code: "upstream_invalid",
    });
  });

  test("silence ends with the run, and so does the request", async () => {
    await using upstream = await recordedUpstream(EXCHANGES);
    upstream.misbehave("/simple/price", "hold");
    const deadline = new AbortController();
    const answer = runActor(actor, {}, contextFor(actor, upstream, deadline.signal));
    await upstream.held;
    deadline.abort(new Error("deadline"));
    await expect(answer).rejects.toThrow("deadline");
    await upstream.dropped;
  });
});

describe("the table of coins", () => {
  test.each([
    ["btc", "bitcoin"],
    ["Binance Coin", "binancecoin"],
    ["XRP", "ripple"],
    ["usd coin", "usd-coin"],
    ["matic", "polygon-ecosystem-token"],
    ["Polygon", "polygon-ecosystem-token"],
    ["toncoin", "the-open-network"],
    ["crypto.com", "crypto-com-chain"],
    ["AVAX", "avalanche-2"],
    ["dydx", "dydx-chain"],
    ["link", "chainlink"],
    ["0x", "0x"],
  ])("%s is %s", (word, id) => {
    expect(knownCoin(word)).toBe(id);
  });

  test("every id is known by itself, and spelling is idempotent", () => {
    fc.assert(
      fc.property(fc.string(), (word) => {
        const id = knownCoin(word);
        expect(id === undefined || knownCoin(id) !== undefined).toBeTrue();
        expect(spelling(spelling(word))).toBe(spelling(word));
      }),
    );
  });
});

function run(input: unknown, circumstances?: Circumstances) {
  return runRecorded(actor, EXCHANGES, input, circumstances);
}
