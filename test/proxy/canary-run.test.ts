/**
 * Credentials of twelve shapes, called with in four places, against an upstream that repeats them in every spelling:
 * none stands in the store, the log, a stored answer or a receipt.
 */
import { expect, test } from "bun:test";
import type { Log } from "../../src/app/telemetry/log.ts";
import { startEchoWorld } from "../support/echo-upstream.ts";
import { playCount } from "../support/long.ts";
import { ask, blobFor, instantLedger, paymentHeader, termsOf402 } from "../support/paid-calls.ts";
import { walletOf } from "../support/payer.ts";
import { randomOf } from "../support/random.ts";
import { sqliteDatabase } from "../support/stores.ts";
import { type Canary, canariesOf, repeatEverything, SPELLINGS } from "./canaries.ts";

const CALLS = playCount("CANARY_CALLS", { short: 24, long: 500 });
const PAID = 4;

const operation = (name: string) => ({
  get: { operationId: name, summary: name, security: [{ [name]: [] }], responses: { 200: { description: "Done" } } },
});
const PLACES = ["query", "header", "bearer", "basic"] as const;
const DESCRIPTION = {
  paths: Object.fromEntries(PLACES.map((name) => [`/${name}`, operation(name)])),
  components: {
    securitySchemes: {
      query: { type: "apiKey", in: "query", name: "api_key" },
      header: { type: "apiKey", in: "header", name: "X-Key" },
      bearer: { type: "http", scheme: "bearer" },
      basic: { type: "http", scheme: "basic" },
    },
  },
};
const CREDENTIALS: Record<(typeof PLACES)[number], (secret: string) => object> = {
  query: (secret) => ({ api_key: secret }),
  header: (secret) => ({ api_key: secret }),
  bearer: (secret) => ({ bearer: secret }),
  basic: (secret) => ({ basic: { username: "someone@x.dev", password: secret } }),
};

/** Every line that anybody wrote, as text. */
function listeningLog(lines: string[]): Log {
  const write = (...said: unknown[]) =>
    void lines.push(said.map((one) => JSON.stringify(one) ?? String(one)).join(" "));
  const log: Log = { debug: write, info: write, warn: write, error: write, failure: write, child: () => log };
  return log;
}

/** As a text holds it that was put into JSON up to three times. */
function shownAs(text: string): string[] {
  const levels = [text];
  for (let depth = 0; depth < 3; depth++) levels.push(JSON.stringify(levels.at(-1)).slice(1, -1));
  return levels;
}

/** What of a canary stands in a text. The very short are found in any text by their encodings. */
function foundIn(text: string, { shape, secret }: Canary): string[] {
  return Object.entries(SPELLINGS).flatMap(([name, spell]) => {
    const spelled = spell(secret);
    return spelled.length >= 6 || name === "plain"
      ? shownAs(spelled).flatMap((one) => (text.includes(one) ? [`${shape}, ${name}: ${one}`] : []))
      : [];
  });
}

test("no credential stands anywhere after an upstream has repeated it in every spelling", async () => {
  const random = randomOf(20_260_103);
  const draw = (length: number) =>
    Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(random() * 36)]).join("");
  await using database = await sqliteDatabase();
  const store = await database.open();
  const lines: string[] = [];
  const payer = walletOf("payer");
  const ledger = instantLedger("xrpl:21338", payer);
  let secret = "";
  const world = await startEchoWorld(DESCRIPTION, {
    store,
    ledger,
    log: listeningLog(lines),
    reply: repeatEverything(() => secret),
  });
  const used: Canary[] = [];
  const receipts: string[] = [];
  const told: string[] = [];
  for (let call = 0; call < CALLS; call++) {
    const canary = canariesOf(draw)[call % 12]!;
    const place = PLACES[(call + Math.floor(call / 12)) % PLACES.length]!;
    used.push(canary);
    ({ secret } = canary);
    const body = { credentials: CREDENTIALS[place](secret) };
    const slug = `echo-dev--${place}`;
    if (call % Math.floor(CALLS / PAID) === 1) {
      const url = `${world.hub.url}/api/v1/agent/proxy/${slug}/call/`;
      const { accepts } = await termsOf402(url, body);
      const response = await ask(
        url,
        body,
        paymentHeader(accepts[0], { signedTxBlob: blobFor(accepts[0], ledger, payer) }),
      );
      receipts.push(response.headers.get("x-payment-receipt") ?? "none");
      told.push(await response.text());
      continue;
    }
    const headers = { "idempotency-key": `canary-run-${String(call).padStart(8, "0")}` };
    const first = await world.call(slug, body, headers);
    expect(first.status).toBe(200);
    told.push(await first.text());
    const again = await world.call(slug, body, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const { withheld } = await again.json();
    expect(withheld === undefined).toBe(secret.length >= 4);
  }
  await world[Symbol.asyncDispose]();
  const stored = await database.dump();
  expect(stored.length).toBeGreaterThan(CALLS * 100);
  expect(receipts).toHaveLength(PAID);
  expect(receipts).not.toContain("none");

  const all = [
    stored,
    lines.join("\n"),
    receipts.map((one) => Buffer.from(one.split(".")[1] ?? "", "base64url")).join(),
  ];
  const found = used.flatMap((canary) => all.flatMap((text) => foundIn(text, canary)));
  expect(found).toEqual([]);
  // Nor in what the caller was told, but for what is too short to be told from any other text.
  const shown = told.flatMap((text, at) => (used[at]!.secret.length < 4 ? [] : foundIn(text, used[at]!)));
  expect(shown).toEqual([]);
}, 600_000);
