import { expect, test } from "bun:test";
import type { Requirements } from "../../src/payment/requirements.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { openTestStore, describeStores } from "../support/stores.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { startHub, type TestHub, type TestHubOptions } from "../support/hub.ts";
import { echoActor } from "../support/actors.ts";
import { paymentFields, proofOf, signed, type Wallet, walletOf } from "../support/payer.ts";
import { type ToyLedger, toyLedger } from "../support/toy-ledger.ts";

const NETWORK = "xrpl:21338";
/** More than any invoice is good for. */
const INVOICE_MS = 1_000_000;
const RUN = "/api/v1/genius/actors/charged/run/";

interface World {
  readonly ledger: ToyLedger;
  readonly payer: Wallet;
  readonly runs: string[];
  /** Makes the next run fail. */
  isDown: boolean;
  readonly options: TestHubOptions;
}

/** A ledger that closes whenever something was submitted, a rich payer, and an actor that must be paid. */
function worldOf(options: TestHubOptions, cacheTtlSeconds = 0): World {
  const ledger = toyLedger(NETWORK);
  const payer = walletOf("payer");
  ledger.accounts.set(payer.address, { sequence: 7, balance: 1_000_000_000n, tickets: new Set([21]) });
  const submit = ledger.submit;
  ledger.submit = async (blob, signal) => {
    const answer = await submit(blob, signal);
    setImmediate(() => ledger.close(Date.now()));
    return answer;
  };
  const world: World = { ledger, payer, runs: [], isDown: false, options };
  const actor = echoActor({
    slug: "charged",
    price: { tier: "enhanced", charged: () => true },
    cacheTtlSeconds,
    run: async () => {
      world.runs.push("run");
      if (world.isDown) throw new HubError("upstream_failed", "The upstream is down.");
      return [{ q: `answer ${world.runs.length}` }];
    },
  });
  Object.assign(world.options, { actors: [actor], ledger, chargedTiers: ["enhanced"] });
  return world;
}

async function termsFor(hub: TestHub, path: string, body?: object): Promise<readonly [Requirements, Requirements]> {
  const response = await ask(hub, path, body);
  expect(response.status).toBe(402);
  return ((await response.json()) as { accepts: [Requirements, Requirements] }).accepts;
}

function ask(hub: TestHub, path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(hub.url + path, {
    headers: { "content-type": "application/json", ...headers },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
}

function networked(required: Requirements, { ledger, payer }: World): Record<string, unknown> {
  const sequence = ledger.accounts.get(payer.address)?.sequence ?? 0;
  return { ...paymentFields(required, payer, sequence, ledger.index + 14), NetworkID: 21_338 };
}

/** The header of a payment that the hub is to submit. */
function pay(required: Requirements, world: World, overrides: object = {}): Record<string, string> {
  const signedTxBlob = signed({ ...networked(required, world), ...overrides }, world.payer);
  return { "payment-signature": proofOf(required, { signedTxBlob }) };
}

function settlementOf(response: Response): Record<string, unknown> {
  return JSON.parse(Buffer.from(response.headers.get("payment-response") ?? "", "base64").toString() || "{}");
}

const Q = { q: "x" };

describeStores("paying for a call", (open) => {
  test("the terms of the 402 pay for that very run, once, and the receipt says so", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const headers = pay(required, world);
    const response = await ask(hub, RUN, Q, headers);
    const envelope = (await response.json()) as { meta: Record<string, unknown>; success: boolean };
    expect([response.status, envelope.success, envelope.meta["charged_xrp"]]).toEqual([200, true, 0.12]);
    expect(settlementOf(response)).toMatchObject({ success: true, network: NETWORK, payer: world.payer.address });
    expect(response.headers.toJSON()).toMatchObject({
      "x-charge-xrp": "0.12",
      "x-balance-xrp": "0",
      "x-calls-limit": "0",
      "x-calls-remaining": "0",
      "x-calls-reset": expect.stringMatching(/^\d{10}$/),
      "ratelimit-policy": `"day";q=0;w=86400`,
      ratelimit: expect.stringMatching(/^"day";r=0;t=\d+$/),
    });
    expect(envelope.meta["receipt"]).toBe(response.headers.get("x-payment-receipt"));

    const again = await ask(hub, RUN, Q, headers);
    const repeated = (await again.json()) as { meta: Record<string, unknown> };
    expect(again.status).toBe(200);
    expect(repeated.meta["run_id"]).toBe(envelope.meta["run_id"]);
    expect(again.headers.get("x-payment-receipt")).toBe(response.headers.get("x-payment-receipt"));
    const other = await ask(hub, RUN, { q: "y" }, headers);
    expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([402, "payment_already_used"]);
    expect([world.runs.length, [...world.ledger.submissions.values()]]).toEqual([1, [1]]);
  });

  test("a ticket, a source tag and the one memo with the invoice id pay as well", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [, ticket] = await termsFor(hub, RUN, Q);
    const MemoData = Buffer.from(ticket.extra.invoiceId).toString("hex").toUpperCase();
    const extras = { Sequence: 0, TicketSequence: 21, SourceTag: 804_681_468, Memos: [{ Memo: { MemoData } }] };
    expect((await ask(hub, RUN, Q, pay(ticket, world, extras))).status).toBe(200);
  });

  test("a run that fails leaves the payment with its payer: the same request runs again without paying again", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const headers = pay(required, world);
    world.isDown = true;
    const failed = await ask(hub, RUN, Q, headers);
    expect([failed.status, settlementOf(failed)["success"]]).toEqual([502, true]);
    expect(failed.headers.get("cache-control")).toBe("private, no-store");
    expect(await failed.json()).toMatchObject({ success: false, error: { code: "upstream_failed" } });
    world.isDown = false;
    expect(await (await ask(hub, RUN, Q, headers)).json()).toMatchObject({ success: true });
    expect([...world.ledger.submissions.values()]).toEqual([1]);
  });

  test("what the payer sent itself is taken by its hash, in either case, and for its own request only", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const blob = signed(networked(required, world), world.payer);
    world.ledger.send(blob);
    const { transactionHash } = await import("../../src/payment/xrpl/codec.ts");
    const txHash = transactionHash(blob).toLowerCase();
    const headers = { "payment-signature": proofOf(required, { txHash }) };
    const early = await ask(hub, RUN, Q, headers);
    expect([early.status, early.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await early.json()).toMatchObject({ code: "settlement_unknown", tx_hash: txHash.toUpperCase() });
    world.ledger.close(Date.now());
    expect((await ask(hub, RUN, { q: "y" }, headers)).status).toBe(402);
    expect((await ask(hub, RUN, Q, headers)).status).toBe(200);
    expect(world.ledger.submissions.size).toBe(0);
  });

  test("a process that slept since it asked the ledger does not call a payment late that it has not seen", async () => {
    let now = Date.now();
    const world = worldOf({ store: open().store, clock: { now: () => now } });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const blob = signed(networked(required, world), world.payer);
    const { transactionHash } = await import("../../src/payment/xrpl/codec.ts");
    const headers = { "payment-signature": proofOf(required, { txHash: transactionHash(blob) }) };
    const { find } = world.ledger;
    world.ledger.find = async () => {
      world.ledger.send(blob);
      world.ledger.close(now);
      now += 3_600_000;
      return undefined;
    };
    expect((await ask(hub, RUN, Q, headers)).status).toBe(503);
    world.ledger.find = find;
    expect((await ask(hub, RUN, Q, headers)).status).toBe(200);
  });

  test("a quote that has ended is neither submitted nor run with, and is told so with fresh terms", async () => {
    let now = Date.now();
    const world = worldOf({ store: open().store, clock: { now: () => now } });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const blob = signed(networked(required, world), world.payer);
    const headers = { "payment-signature": proofOf(required, { signedTxBlob: blob }) };
    now += INVOICE_MS;
    const late = await ask(hub, RUN, Q, headers);
    const body: any = await late.json();
    expect([late.status, body.code, Array.isArray(body.accepts)]).toEqual([402, "payment_expired", true]);
    expect(world.ledger.submissions.size).toBe(0);
    expect(world.runs).toEqual([]);
  });

  test("what the ledger has validated is no payment when it is less, to another, for another invoice or has failed", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const { transactionHash } = await import("../../src/payment/xrpl/codec.ts");
    for (const [overrides, reason] of [
      [{ Amount: "119999" }, "amount_mismatch: 119999 drops have arrived, asked for are 120000; what was paid"],
      [{ Destination: walletOf("other").address }, "destination_mismatch"],
      [{ DestinationTag: 99 }, "destination_tag_mismatch"],
      [{ InvoiceID: "AB".repeat(32) }, "invoice_id_mismatch"],
      [{ Amount: "999000000000" }, "transaction_failed: tecUNFUNDED_PAYMENT"],
    ] as const) {
      const [required] = await termsFor(hub, RUN, Q);
      const blob = signed({ ...networked(required, world), ...overrides }, world.payer);
      world.ledger.send(blob);
      world.ledger.close(Date.now());
      const proof = proofOf(required, { txHash: transactionHash(blob) });
      const response = await ask(hub, RUN, Q, { "payment-signature": proof });
      const { code, detail }: any = await response.json();
      expect([response.status, code]).toEqual([402, "payment_invalid"]);
      expect(detail).toContain(reason);
    }
    expect(world.runs).toEqual([]);
  });

  test("what the ledger has validated long after its invoice ended buys no run", async () => {
    let now = Date.now();
    const world = worldOf({ store: open().store, clock: { now: () => now } });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const blob = signed(networked(required, world), world.payer);
    const { transactionHash } = await import("../../src/payment/xrpl/codec.ts");
    const headers = { "payment-signature": proofOf(required, { txHash: transactionHash(blob) }) };
    world.ledger.send(blob);
    now += INVOICE_MS + (required.maxTimeoutSeconds + 16) * 1000;
    world.ledger.close(now);
    const late = await ask(hub, RUN, Q, headers);
    const { code, detail }: any = await late.json();
    expect([late.status, code]).toEqual([402, "payment_expired"]);
    expect(detail).toContain("POST email, per_call: true, tx_hash and invoice_id to /api/v1/x402/register/");
    expect(world.runs).toEqual([]);
  });

  test("a second payment for an invoice that is on the ledger already is told the way to a balance", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const { transactionHash } = await import("../../src/payment/xrpl/codec.ts");
    const [required] = await termsFor(hub, RUN, Q);
    expect((await ask(hub, RUN, Q, pay(required, world))).status).toBe(200);
    const blob = signed(networked(required, world), world.payer);
    world.ledger.send(blob);
    world.ledger.close(Date.now());
    const proof = proofOf(required, { txHash: transactionHash(blob) });
    const second = await ask(hub, RUN, Q, { "payment-signature": proof });
    const { code, detail }: any = await second.json();
    expect([second.status, code]).toEqual([402, "payment_already_used"]);
    expect(detail).toContain(
      "another payment for its invoice was quicker; what was paid on the ledger already becomes",
    );
    expect(detail).toContain("/api/v1/x402/register/");
  });

  test("an invoice is paid once: a second payment for it is refused before it is submitted", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    expect((await ask(hub, RUN, Q, pay(required, world))).status).toBe(200);
    const second = await ask(hub, RUN, Q, pay(required, world));
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([402, "payment_already_used"]);
    expect(world.ledger.submissions.size).toBe(1);
  });

  test("an invoice of another request, or of nobody, pays nothing, and nothing is submitted", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const forged = { ...required, extra: { ...required.extra, invoiceId: "inv_0001" } };
    for (const [body, headers] of [
      [{ q: "y" }, pay(required, world)],
      [Q, pay(forged, world)],
      [Q, pay({ ...required, amount: "1" }, world)],
    ] as const) {
      const response = await ask(hub, RUN, body, headers);
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([402, "payment_invalid"]);
    }
    expect([world.ledger.submissions.size, world.runs.length]).toEqual([0, 0]);
  });

  test("the price of a cached answer buys no fresh one that is asked for by name", async () => {
    const world = worldOf({ store: open().store }, 60);
    await using hub = await startHub(world.options);
    const [full] = await termsFor(hub, RUN, Q);
    expect((await ask(hub, RUN, Q, pay(full, world))).status).toBe(200);
    const [cheap] = await termsFor(hub, RUN, Q);
    expect(cheap.amount).toBe("12000");
    const headers = pay(cheap, world);
    const forced = await ask(hub, RUN, Q, { ...headers, "cache-control": "no-cache" });
    expect([forced.status, world.ledger.submissions.size, world.runs.length]).toEqual([402, 1, 1]);
    expect((await forced.json()) as object).toMatchObject({ payment: { amount_drops: "120000" } });
    const cached = await ask(hub, RUN, Q, headers);
    expect(await cached.json()).toMatchObject({ cached: true, meta: { charged_xrp: 0.012 } });
    expect(world.runs).toHaveLength(1);
  });

  test("nor does a payment of that price that was submitted already, before anybody heard what became of it", async () => {
    const world = worldOf({ store: open().store }, 60);
    await using hub = await startHub(world.options);
    const [full] = await termsFor(hub, RUN, Q);
    expect((await ask(hub, RUN, Q, pay(full, world))).status).toBe(200);
    const [cheap] = await termsFor(hub, RUN, Q);
    const headers = pay(cheap, world);
    const { fate } = world.ledger;
    world.ledger.fate = async () => {
      throw new HubError("ledger_unavailable", "Silent.");
    };
    expect((await ask(hub, RUN, Q, headers)).status).toBe(503);
    world.ledger.fate = fate;
    expect((await ask(hub, RUN, Q, { ...headers, "cache-control": "no-cache" })).status).toBe(402);
    expect(world.runs).toHaveLength(1);
    expect(await (await ask(hub, RUN, Q, headers)).json()).toMatchObject({ cached: true });
    expect(world.runs).toHaveLength(1);
  });

  test("an answer is given again for a day, and the payment stays spent after it", async () => {
    let now = Date.now();
    const world = worldOf({ store: open().store, clock: { now: () => now } });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const headers = pay(required, world);
    expect((await ask(hub, RUN, Q, headers)).status).toBe(200);
    now += 24 * 3_600_000 - 1;
    expect((await ask(hub, RUN, Q, headers)).status).toBe(200);
    now += 1;
    expect((await ask(hub, RUN, Q, headers)).status).toBe(402);
    expect(world.runs).toHaveLength(1);
  });

  test("a payment of which the ledger is silent is unknown, not refused, and the same proof succeeds later", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const headers = pay(required, world);
    const { fate } = world.ledger;
    world.ledger.fate = async () => {
      throw new HubError("ledger_unavailable", "Silent.");
    };
    const silent = await ask(hub, RUN, Q, headers);
    expect(silent.status).toBe(503);
    expect(await silent.json()).toMatchObject({
      code: "settlement_unknown",
      tx_hash: expect.stringMatching(/^\w{64}$/),
    });
    expect(settlementOf(silent)["errorReason"]).toBe("settlement_pending");
    world.ledger.fate = fate;
    expect((await ask(hub, RUN, Q, headers)).status).toBe(200);
    expect(world.runs).toHaveLength(1);
  });

  test("a payment that servers disagree about is looked for again after another ledger", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    const { fate } = world.ledger;
    world.ledger.fate = async (_sent, _first, last) => {
      world.ledger.fate = fate;
      while (world.ledger.index < last) world.ledger.close(Date.now());
      return { state: "pending", validatedIndex: last };
    };
    expect((await ask(hub, RUN, Q, pay(required, world))).status).toBe(200);
  });

  test("a payment that fails on its ledger is told so, with fresh terms", async () => {
    const world = worldOf({ store: open().store });
    await using hub = await startHub(world.options);
    const [required] = await termsFor(hub, RUN, Q);
    world.ledger.mood = "takes and fails";
    const response = await ask(hub, RUN, Q, pay(required, world));
    expect(response.status).toBe(402);
    expect(settlementOf(response)).toMatchObject({
      success: false,
      errorReason: "transaction_failed: tecUNFUNDED_PAYMENT",
    });
    const body = (await response.json()) as { accepts: [Requirements] };
    expect(body).toMatchObject({ code: "payment_invalid", error: "transaction_failed: tecUNFUNDED_PAYMENT" });
    expect(body.accepts[0].extra.invoiceId).not.toBe(required.extra.invoiceId);
    expect(world.runs).toHaveLength(0);
  });

  test("presented a thousand times at once to two processes it is submitted once and runs once", async () => {
    const { store, database } = open();
    const world = worldOf({ store });
    await using first = await startHub(world.options);
    await using theirs = await openTestStore(database.address);
    await using second = await startHub({ ...world.options, store: theirs });
    const [required] = await termsFor(first, RUN, Q);
    const headers = pay(required, world);
    const hubs = Array.from({ length: 1000 }, (_, number) => (number % 2 === 0 ? first : second));
    const responses = await Promise.all(hubs.map((hub) => ask(hub, RUN, Q, headers)));
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBeTrue();
    expect(statuses.has(200)).toBeTrue();
    expect([world.runs.length, [...world.ledger.submissions.values()]]).toEqual([1, [1]]);
  }, 60_000);

  test("a receipt opens the premium document again for its ten minutes, and nothing else does", async () => {
    const world = worldOf({ store: open().store });
    using catalog = await smallCatalog();
    await using hub = await startHub({ ...world.options, catalog });
    const path = "/api/v1/premium/";
    const [required] = await termsFor(hub, path);
    const paid = await ask(hub, path, undefined, pay(required, world));
    const receipt = paid.headers.get("x-payment-receipt") ?? "";
    expect(paid.status).toBe(200);
    const open_ = async (verified: string, at = path) => {
      const { status, headers } = await ask(hub, at, undefined, { "x-payment-verified": verified });
      return [status, headers.get("x-charge-xrp")];
    };
    expect(paid.headers.get("x-charge-xrp")).toBe("0.05");
    expect(await open_(receipt)).toEqual([200, "0"]);
    expect(await open_("true")).toEqual([402, null]);
    expect(await open_(`${receipt}x`)).toEqual([402, null]);
    expect(await open_(receipt, "/api/v1/premium-feed/")).toEqual([402, null]);
    const { keys } = (await (await fetch(`${hub.url}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
    const { kid } = JSON.parse(Buffer.from(receipt.split(".")[0] ?? "", "base64url").toString()) as { kid: string };
    expect(keys.find((key) => key.kid === kid)).toMatchObject({ kty: "OKP", crv: "Ed25519", use: "sig" });
  });
});
