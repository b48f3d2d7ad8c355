import { describe, expect, test } from "bun:test";
import { rippledLedger } from "../../../src/payment/xrpl/client.ts";
import { HubError } from "../../../src/runtime/errors.ts";
import type { Clock } from "../../../src/runtime/world.ts";

const HASH = "AB".repeat(32);
const ASKING = new AbortController().signal;
const PAYER = { account: "rPayer", method: "sequence", slot: 7 } as const;
const SENT = { hash: HASH, account: "rPayer" };

interface Asked {
  readonly url: string;
  readonly method: string;
  readonly params: Record<string, unknown>;
}

type Results = Record<string, unknown>;

/** It takes the question and never answers. */
const FROZEN = Symbol("frozen");

const info = (overrides: object = {}, ledger: object = {}) => ({
  info: {
    complete_ledgers: "2-29,31-40",
    network_id: 1,
    server_state: "full",
    validated_ledger: { age: 3, seq: 40, base_fee_xrp: 1e-5, reserve_base_xrp: 1, reserve_inc_xrp: 0.2, ...ledger },
    ...overrides,
  },
  status: "success",
});

const account = {
  ledger_index: 40,
  validated: true,
  account_data: { Balance: "999949990", Flags: 0x0010_0000, OwnerCount: 2, Sequence: 7, RegularKey: "rRegular" },
};

const fields = {
  Account: "rPayer",
  Destination: "rHub",
  DestinationTag: 7,
  InvoiceID: "ab".repeat(32),
  TransactionType: "Payment",
  DeliverMax: "120000",
  date: 848_535_903,
};
const meta = { TransactionResult: "tesSUCCESS", delivered_amount: "120000" };
const submitted = { engine_result: "tesSUCCESS", applied: true, broadcast: true, kept: true, queued: false };
/** What `account_tx` says of a payer that has sent nothing else. */
const history = ({ ledger_index_min, ledger_index_max }: Results, ...transactions: readonly object[]) => {
  const range = { ledger_index_min, ledger_index_max };
  return { account: "rPayer", validated: true, transactions, ...range };
};
/** Of a server that has not got the transaction. */
const without = { tx: { error: "txnNotFound" }, account_tx: (params: Results) => history(params) };
const refused = { engine_result: "tecUNFUNDED_PAYMENT", applied: false, broadcast: false, kept: false, queued: false };

/** A client of servers that answer each method with a result, or with whatever a text of theirs says. */
function clientOf(...servers: readonly Results[]) {
  return clientWith({}, ...servers);
}

/** The same by a clock of its own; else each answer takes a second. */
function clientWith(
  { clock, timeoutMs = 1000 }: { readonly clock?: Clock; readonly timeoutMs?: number },
  ...servers: readonly Results[]
) {
  const asked: Asked[] = [];
  const ledger = rippledLedger({
    network: "xrpl:1",
    urls: servers.map((_, number) => `http://server-${number}`),
    timeoutMs,
    pollMs: 1,
    clock: clock ?? { now: () => asked.length * 1000 },
    fetch: async (url, { body, signal }) => {
      const { method, params } = JSON.parse(String(body));
      asked.push({ url, method, params: params[0] });
      const told = servers[Number(url.slice("http://server-".length))]?.[method];
      const result = typeof told === "function" ? told(params[0]) : told;
      if (result instanceof Error) throw result;
      if (result === FROZEN) await new Promise((_, reject) => signal?.addEventListener("abort", reject));
      return new Response(typeof result === "string" ? result : JSON.stringify({ result }));
    },
  });
  return { ledger, asked };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.catch((thrown: unknown) => thrown);
  return error instanceof HubError ? error.code : `no refusal: ${JSON.stringify(error)}`;
}

describe("rippledLedger()", () => {
  test("reads a payer in the validated ledger, with the second version of the API", async () => {
    const { ledger, asked } = clientOf({ server_info: info(), account_info: account });
    expect(await ledger.view(PAYER, ASKING)).toEqual({
      validatedIndex: 40,
      reserveBase: 1_000_000n,
      reserveIncrement: 200_000n,
      payer: {
        sequence: 7,
        balance: 999_949_990n,
        ownerCount: 2,
        isMasterDisabled: true,
        regularKey: "rRegular",
        hasTicket: false,
      },
    });
    expect(asked.map(({ params }) => params["api_version"])).toEqual([2, 2]);
    expect(asked.at(-1)?.params).toMatchObject({ account: "rPayer", ledger_index: "validated" });
  });

  test("finds a ticket on any page", async () => {
    const page = { validated: true, account_objects: [{ TicketSequence: 9 }] };
    const { ledger } = clientOf({ server_info: info(), account_info: account, account_objects: page });
    const view = await ledger.view({ ...PAYER, method: "ticketSequence", slot: 9 }, ASKING);
    expect(view.payer?.hasTicket).toBeTrue();
    expect((await ledger.view({ ...PAYER, method: "ticketSequence", slot: 8 }, ASKING)).payer?.hasTicket).toBeFalse();
  });

  test("looks for a ticket in the very ledger that its account was read in, and says which that is", async () => {
    const ticket = { ...PAYER, method: "ticketSequence", slot: 9 } as const;
    const closing = {
      server_info: info(),
      account_info: account,
      // The payment is in ledger 41, which closes between the two answers.
      account_objects: ({ ledger_index: at }: Results) => ({
        validated: true,
        account_objects: at === 40 ? [{ TicketSequence: 9 }] : [],
      }),
    };
    const view = await clientOf(closing).ledger.view(ticket, ASKING);
    expect([view.validatedIndex, view.payer?.hasTicket]).toEqual([40, true]);
    const behind = { ...closing, account_info: { ...account, ledger_index: 38 } };
    expect((await clientOf(behind).ledger.view(PAYER, ASKING)).validatedIndex).toBe(38);
    // A server behind has not got it, or answers from the ledger that is open there.
    for (const account_objects of [{ error: "lgrNotFound" }, { validated: false, account_objects: [] }]) {
      const { ledger } = clientOf({ ...closing, account_objects });
      expect(await codeOf(ledger.view(ticket, ASKING))).toBe("ledger_unavailable");
    }
  });

  test("knows that an account is not there", async () => {
    const { ledger } = clientOf({ server_info: info(), account_info: { error: "actNotFound", status: "error" } });
    expect((await ledger.view(PAYER, ASKING)).payer).toBeUndefined();
  });

  test("submits so that it can queue, and says what the server did with it and what fee it asks for", async () => {
    const { ledger, asked } = clientOf({ server_info: info(), submit: submitted });
    expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "tesSUCCESS", isTaken: true });
    expect(asked.at(-1)?.params).toEqual({ tx_blob: "12AB", api_version: 2 });
    const queued = { engine_result: "terQUEUED", applied: false, queued: true, open_ledger_cost: "5000" };
    const crowded = clientOf({ server_info: info(), submit: queued });
    expect(await crowded.ledger.submit("12AB", ASKING)).toEqual({
      result: "terQUEUED",
      isTaken: true,
      askedFee: 5000n,
    });
    const poor = clientOf({ server_info: info(), submit: refused });
    expect(await poor.ledger.submit("12AB", ASKING)).toEqual({ result: "tecUNFUNDED_PAYMENT", isTaken: false });
    const broken = clientOf({ server_info: info(), submit: { error: "invalidTransaction", error_message: null } });
    expect(await broken.ledger.submit("12AB", ASKING)).toEqual({ result: "invalidTransaction", isTaken: false });
  });

  test("a payment that one server did not answer for is never called refused because another refuses it", async () => {
    const { ledger } = clientOf(
      { server_info: info(), submit: new Error("reset") },
      { server_info: info(), submit: refused },
    );
    expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "tecUNFUNDED_PAYMENT", isTaken: true });
  });

  test.each(["unlBlocked", "noPermission", "notSupported", "internalSubmit", "internalJson"])(
    'a server that says "%s" to a payment has not judged it: the next one is asked',
    async (error) => {
      const failing = { server_info: info(), submit: { error } };
      const { ledger } = clientOf(failing, { server_info: info(), submit: submitted });
      expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "tesSUCCESS", isTaken: true });
      expect(await codeOf(clientOf(failing).ledger.submit("12AB", ASKING))).toBe("ledger_unavailable");
    },
  );

  test("a payment that failed after it was handed on is never called refused because another server refuses it", async () => {
    const failed = { server_info: info(), submit: { error: "internalJson" } };
    const { ledger } = clientOf(failed, { server_info: info(), submit: refused });
    expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "tecUNFUNDED_PAYMENT", isTaken: true });
  });

  test("a payment that one server has no room for is handed to the next", async () => {
    const none = { applied: false, broadcast: false, kept: false, queued: false };
    const busy = { server_info: info(), submit: { engine_result: "telINSUF_FEE_P", ...none, open_ledger_cost: "900" } };
    const calm = clientOf(busy, { server_info: info(), submit: submitted });
    expect(await calm.ledger.submit("12AB", ASKING)).toEqual({ result: "tesSUCCESS", isTaken: true });
    const stuck = clientOf(busy, { server_info: info(), submit: new Error("reset") });
    expect((await stuck.ledger.submit("12AB", ASKING)).isTaken).toBeTrue();
    expect(await clientOf(busy).ledger.submit("12AB", ASKING)).toEqual({
      result: "telINSUF_FEE_P",
      isTaken: false,
      askedFee: 900n,
    });
  });

  test.each([
    ["version 2", { validated: true, meta, tx_json: fields, hash: HASH }],
    ["version 1", { validated: true, meta, ...fields, Amount: "120000", hash: HASH }],
  ])("reads a validated payment as %s of the API tells it", async (_, tx) => {
    const { ledger } = clientOf({ server_info: info(), tx });
    expect(await ledger.find(HASH, ASKING)).toEqual({
      hash: HASH,
      result: "tesSUCCESS",
      type: "Payment",
      account: "rPayer",
      destination: "rHub",
      destinationTag: 7,
      invoiceHash: "AB".repeat(32),
      delivered: 120_000n,
      closedAt: Date.UTC(2026, 10, 21, 0, 25, 3),
    });
  });

  test.each([
    ["another currency", { currency: "XRP", value: "120000", issuer: "rIssuer" }],
    ["an unknown amount", "unavailable"],
    ["a number", 120_000],
    ["a sign", "-120000"],
    ["nothing", undefined],
  ])("counts %s as nothing delivered", async (_, delivered_amount) => {
    const tx = { validated: true, meta: { ...meta, delivered_amount }, tx_json: fields };
    const { ledger } = clientOf({ server_info: info(), tx });
    expect((await ledger.find(HASH, ASKING))?.delivered).toBeUndefined();
  });

  test.each([
    ["version 2", { validated: true, meta, tx_json: fields, hash: "CD".repeat(32) }],
    ["version 1", { validated: true, meta, ...fields, Amount: "120000", hash: "CD".repeat(32) }],
  ])("believes no answer about another transaction, as %s tells it", async (_, tx) => {
    const { ledger } = clientOf({ server_info: info(), tx });
    expect(await codeOf(ledger.find(HASH, ASKING))).toBe("ledger_unavailable");
    expect(await codeOf(ledger.fate(SENT, 31, 40, ASKING))).toBe("ledger_unavailable");
    const lower = clientOf({ server_info: info(), tx: { ...tx, hash: HASH.toLowerCase() } });
    expect((await lower.ledger.find(HASH, ASKING))?.hash).toBe(HASH);
  });

  test("pending is not paid", async () => {
    const { ledger } = clientOf({ server_info: info(), tx: { validated: false, tx_json: fields } });
    expect(await ledger.find(HASH, ASKING)).toBeUndefined();
    expect(await ledger.fate(SENT, 31, 45, ASKING)).toEqual({ state: "pending", validatedIndex: 40 });
  });

  test("says never only when every ledger it could be in is there", async () => {
    const { ledger } = clientOf({ server_info: info(), ...without });
    expect(await ledger.fate(SENT, 31, 40, ASKING)).toEqual({ state: "never" });
    expect(await ledger.fate(SENT, 31, 41, ASKING)).toEqual({ state: "pending", validatedIndex: 40 });
    expect(await ledger.fate(SENT, 29, 40, ASKING)).toEqual({ state: "pending", validatedIndex: 40 });
  });

  describe("of two servers behind one address, the one that says how far its ledgers go", () => {
    const ahead = { server_info: info(), tx: { error: "txnNotFound" } };
    const later = { validated: true, meta, hash: HASH, ledger_index: 38, tx_json: fields };

    test.each<[string, Results[string]]>([
      ["has not got them", { error: "lgrIdxMalformed" }],
      ["has read less of them", (params: Results) => history({ ...params, ledger_index_max: 37 })],
      ["has lost their beginning", (params: Results) => history({ ...params, ledger_index_min: 32 })],
    ])("proves nothing by what the other one has not found, where it %s", async (_, account_tx) => {
      const { ledger } = clientOf({ ...ahead, account_tx });
      expect(await ledger.fate(SENT, 31, 40, ASKING)).toEqual({ state: "pending", validatedIndex: 40 });
    });

    test("may know the payment that the other one has not found", async () => {
      const { ledger } = clientOf({ ...ahead, account_tx: (params: Results) => history(params, later) });
      expect(await ledger.fate(SENT, 31, 40, ASKING)).toMatchObject({ state: "validated", payment: { hash: HASH } });
    });

    test("is asked to the end of a payer's history", async () => {
      const others = Array.from({ length: 3 }, (_, n) => ({ ...later, hash: `${n}`.repeat(64), ledger_index: 35 }));
      const paged = (params: Results) =>
        params["ledger_index_min"] === 31
          ? { ...history(params, ...others, { ...later, hash: "3".repeat(64), ledger_index: 36 }), marker: {} }
          : history(params, later);
      const { ledger, asked } = clientOf({ ...ahead, account_tx: paged });
      expect((await ledger.fate(SENT, 31, 40, ASKING)).state).toBe("validated");
      expect(asked.at(-1)?.params).toMatchObject({ account: "rPayer", ledger_index_min: 36, ledger_index_max: 40 });
    });
  });

  test("asks the next server for what the first does not hold", async () => {
    const partial = { server_info: info({ complete_ledgers: "39-40" }), ...without };
    const whole = { server_info: info({ complete_ledgers: "2-40" }) };
    const found = { ...whole, tx: { validated: true, meta, tx_json: fields } };
    const absent = { ...whole, ...without };
    expect((await clientOf(partial, found).ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
    expect((await clientOf(partial, found).ledger.fate(SENT, 31, 40, ASKING)).state).toBe("validated");
    expect((await clientOf(partial, absent).ledger.fate(SENT, 31, 40, ASKING)).state).toBe("never");
    const pending = { state: "pending", validatedIndex: 40 } as const;
    expect(await clientOf(partial, partial).ledger.fate(SENT, 31, 40, ASKING)).toEqual(pending);
    const dead = { server_info: new Error("refused") };
    expect(await clientOf(partial, dead).ledger.fate(SENT, 31, 40, ASKING)).toEqual(pending);
    expect(await clientOf(partial, dead).ledger.find(HASH, ASKING)).toBeUndefined();
  });

  test("what a payer's account shows of a new ledger is known to the next question, too", async () => {
    let seq = 40;
    const growing = {
      get server_info() {
        return info({ complete_ledgers: `2-${seq}` }, { seq });
      },
      get account_info() {
        seq = 41; // It closes between the two answers.
        return { ...account, ledger_index: seq };
      },
      ...without,
    };
    const { ledger } = clientWith({ clock: { now: () => 0 } }, growing);
    const { validatedIndex } = await ledger.view(PAYER, ASKING);
    expect(validatedIndex).toBe(41);
    expect(await ledger.fate(SENT, 31, validatedIndex, ASKING)).toEqual({ state: "never" });
  });

  test.each<[string, Results]>([
    ["wholly", { server_info: FROZEN }],
    ["in the midst", { server_info: info(), tx: FROZEN, submit: FROZEN }],
  ])(
    "a server that is frozen %s keeps nobody waiting for long, and comes after the others for a while",
    async (_, frozen) => {
      let now = 0;
      const sound = { server_info: info(), submit: submitted, tx: { validated: true, meta, tx_json: fields } };
      const { ledger, asked } = clientWith({ clock: { now: () => now }, timeoutMs: 60_000 }, frozen, sound);
      expect((await ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
      const met = asked.length;
      expect((await ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
      expect(await ledger.submit("12AB", ASKING)).toEqual({ result: "tesSUCCESS", isTaken: true });
      expect(new Set(asked.slice(met).map(({ url }) => url))).toEqual(new Set(["http://server-1"]));
      now = 10_000;
      const again = asked.length;
      expect((await ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
      expect(asked[again]?.url).toBe("http://server-0");
    },
  );

  test("a server that has failed is asked all the same where no other one answers", async () => {
    let isUp = false;
    const flapping = {
      get server_info() {
        return isUp ? info() : new Error("refused");
      },
      tx: { validated: true, meta, tx_json: fields },
    };
    const { ledger } = clientWith({ clock: { now: () => 0 } }, flapping, { server_info: new Error("refused") });
    expect(await codeOf(ledger.find(HASH, ASKING))).toBe("ledger_unavailable");
    isUp = true;
    expect((await ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
  });

  test("does not ask a second server about a payment that can still come", async () => {
    const { ledger, asked } = clientOf({ server_info: info(), ...without }, { server_info: info() });
    expect((await ledger.fate(SENT, 31, 41, ASKING)).state).toBe("pending");
    expect(asked.map(({ url }) => url)).not.toContain("http://server-1");
  });

  test("says never on a young network, whose first ledger has nothing before it", async () => {
    const young = info({ complete_ledgers: "2-40" });
    const { ledger } = clientOf({ server_info: young, ...without });
    expect(await ledger.fate(SENT, -9, 5, ASKING)).toEqual({ state: "never" });
    expect(await ledger.fate(SENT, -9, 1, ASKING)).toEqual({ state: "never" });
    const later = clientOf({ server_info: info({ complete_ledgers: "3-40" }), ...without });
    expect(await later.ledger.fate(SENT, -9, 5, ASKING)).toEqual({ state: "pending", validatedIndex: 40 });
  });

  test.each<[string, Results]>([
    ["of another network", { server_info: info({ network_id: 0 }) }],
    ["of the main network without saying so", { server_info: info({ network_id: undefined }) }],
    ["out of step", { server_info: info({ server_state: "syncing" }) }],
    ["that stands still", { server_info: info({}, { age: 121 }) }],
    ["without a validated ledger", { server_info: info({ validated_ledger: undefined }) }],
    ["that cannot be reached", { server_info: new Error("refused") }],
    ["behind a proxy's page", { server_info: "<html>Bad gateway</html>" }],
    ["that answers in plain text", { server_info: "Unable to parse request: " }],
    ["whose software is too old for its network", { server_info: info({ amendment_blocked: true }) }],
    ["that has too much to do", { server_info: { error: "tooBusy" } }],
    ["with an answer of another shape", { server_info: { info: [] } }],
  ])("does not ask a server %s, but the next", async (_, unfit) => {
    const tx = { validated: true, meta, tx_json: fields };
    const { ledger, asked } = clientOf({ ...unfit, tx }, { server_info: info(), tx });
    expect((await ledger.find(HASH, ASKING))?.delivered).toBe(120_000n);
    expect(asked.find(({ method }) => method === "tx")?.url).toBe("http://server-1");
    expect(await codeOf(clientOf({ ...unfit, tx }).ledger.find(HASH, ASKING))).toBe("ledger_unavailable");
    expect(await codeOf(clientOf({ ...unfit, submit: submitted }).ledger.submit("12AB", ASKING))).toBe(
      "ledger_unavailable",
    );
  });

  test("comes back with the next ledger, or when the process stops", async () => {
    let index = 40;
    const growing = {
      get server_info() {
        return info({}, { seq: index++ });
      },
    };
    await clientOf(growing).ledger.nextLedger(42, ASKING);
    expect(index).toBeGreaterThan(43);
    const stop = new AbortController();
    const waiting = clientOf({ server_info: info() }).ledger.nextLedger(40, stop.signal);
    stop.abort();
    expect(await codeOf(waiting)).toBe("ledger_unavailable");
  });
});
