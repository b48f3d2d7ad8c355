import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { IdempotencyState, StoredResponse } from "../../src/runtime/ports/idempotency.ts";
import { type IdempotencyLimits, storedIdempotency } from "../../src/store/responses/idempotency.ts";
import { LEASE_MS } from "../../src/store/processes/leases.ts";
import { ask, stepsOf, type Build, type Store } from "../../src/store/store.ts";
import type { KeyRow } from "../../src/store/responses/idempotency-rows.ts";
import { storedResponses } from "../../src/store/responses/stored-responses.ts";
import { piecesOf, wholeText } from "../../src/text/json-text.ts";
import { describeStores } from "../support/stores.ts";
import { answerOf, largeAnswer, testClock } from "../support/operations.ts";

const DAY_MS = 24 * 3_600_000;
const LIMITS: IdempotencyLimits = {
  answerChars: 1000,
  callerChars: 2000,
  strangerChars: 900,
  strangersChars: 1200,
  callerKeys: 4,
};

const WIDE: IdempotencyLimits = {
  answerChars: 8_000_000,
  callerChars: 8_000_000,
  strangerChars: 4_000_000,
  strangersChars: 8_000_000,
  callerKeys: 4,
};

function toldOf(runId: string, text = "done"): StoredResponse {
  const purchase = { runId, startedAt: 1, durationMs: 2, charge: 120_000n, answer: answerOf([text]), warnings: ["w"] };
  return { purchase, headers: { "x-charge-xrp": "0.12" } };
}

describeStores("storedIdempotency()", (open) => {
  let callers = 0;

  /** One caller of a hub of two processes, which share nothing but the store. */
  async function setUp() {
    const { store, database } = open();
    const elsewhere = await database.open();
    const clock = testClock();
    const here = storedIdempotency(store, clock, LIMITS);
    const there = storedIdempotency(elsewhere, clock, LIMITS);
    const caller = `caller ${callers++}`;
    return {
      store,
      clock,
      here,
      there,
      begin: (key: string, request = "request", process = here, scope = caller) => process.begin(scope, key, request),
      [Symbol.asyncDispose]: () => elsewhere[Symbol.asyncDispose](),
    };
  }

  async function finish(
    beginning: IdempotencyState | Promise<IdempotencyState>,
    stored: StoredResponse,
  ): Promise<void> {
    await using lease = started(await beginning);
    await lease.complete(stored);
  }

  test("starts once, says in both processes that it is running, and gives both the result when it is there", async () => {
    await using it = await setUp();
    const first = await it.begin("k");
    expect([(await it.begin("k")).state, (await it.begin("k", "request", it.there)).state]).toEqual([
      "running",
      "running",
    ]);
    await finish(first, toldOf("run 1"));
    for (const process of [it.here, it.there])
      expect(await it.begin("k", "request", process)).toEqual({ state: "finished", stored: toldOf("run 1") });
  });

  test("of many that begin at once, in both processes, one starts", async () => {
    await using it = await setUp();
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, at) => it.begin("k", "request", at % 2 === 0 ? it.here : it.there)),
    );
    expect(all.map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 39 }, () => "running" as const),
      "started",
    ]);
  });

  test("what ended without a result can start again, as another request, too", async () => {
    await using it = await setUp();
    await started(await it.begin("k"))[Symbol.asyncDispose]();
    expect((await it.begin("k", "other", it.there)).state).toBe("started");
  });

  test("knows another request by its fingerprint, while running and after; and callers apart", async () => {
    await using it = await setUp();
    await finish(it.begin("done"), toldOf("run 1"));
    await it.begin("running");
    for (const key of ["done", "running"]) expect((await it.begin(key, "other", it.there)).state).toBe("other_request");
    expect((await it.begin("done", "other", it.here, `another ${crypto.randomUUID()}`)).state).toBe("started");
  });

  test("an answer in pieces is too large to be kept, however few they are; its key is used", async () => {
    await using it = await setUp();
    const { purchase, headers } = toldOf("run 1");
    await finish(it.begin("k"), { purchase: { ...purchase, answer: largeAnswer() }, headers });
    expect((await it.begin("k")).state).toBe("unkept");
  });

  test("keeps a result for 24 hours, to the millisecond, and forgets it then", async () => {
    await using it = await setUp();
    await finish(it.begin("k"), toldOf("run 1"));
    it.clock.advance(DAY_MS - 1);
    await it.here.forget();
    expect((await it.begin("k")).state).toBe("finished");
    it.clock.advance(1);
    await it.here.forget();
    expect(await rowsOf(it.store)).toEqual([]);
    expect((await it.begin("k")).state).toBe("started");
  });

  test("forgets all keys whose day is over at once, however many, and none that is held", async () => {
    await using it = await setUp();
    const many = storedIdempotency(it.store, it.clock, { ...WIDE, callerKeys: 1_000 });
    for (let n = 0; n < 200; n++) await finish(it.begin(`k${n}`, "request", many), toldOf("run 1"));
    it.clock.advance(DAY_MS);
    expect((await it.begin("held", "request", many)).state).toBe("started");
    await many.forget();
    expect(await rowsOf(it.store)).toEqual([]);
    expect((await it.begin("held", "request", many)).state).toBe("running");
  });

  test("a renewal that comes late never shortens how long a key is held", async () => {
    await using it = await setUp();
    await it.begin("late", "request", it.here);
    it.clock.advance(-LEASE_MS);
    await it.here.renew();
    it.clock.advance(2 * LEASE_MS - 1);
    expect((await it.begin("late", "request", it.there)).state).toBe("running");
    it.clock.advance(1);
    expect((await it.begin("late", "request", it.there)).state).toBe("started");
  });

  test("a key is held while it is renewed, however long, and not forgotten; when its process dies it lapses", async () => {
    await using it = await setUp();
    await it.begin("k");
    for (let renewed = 0; renewed < 5; renewed++) {
      it.clock.advance(LEASE_MS - 1);
      expect((await it.begin("k", "request", it.there)).state).toBe("running");
      await it.here.renew();
    }
    it.clock.advance(LEASE_MS - 1);
    expect((await it.begin("k", "request", it.there)).state).toBe("running");
    it.clock.advance(1);
    expect((await it.begin("k", "request", it.there)).state).toBe("started");
  });

  test("who has lost the key keeps nothing, and undoes the charge that it would have gone with", async () => {
    await using it = await setUp();
    const slow = started(await it.begin("k"));
    it.clock.advance(LEASE_MS);
    const quick = await it.begin("k", "request", it.there);
    await expect(charge(it.store, slow.keep(toldOf("slow")), "slow")).rejects.toThrow(
      "taken this Idempotency-Key over",
    );
    await slow[Symbol.asyncDispose]();
    const lease = started(quick);
    await charge(it.store, lease.keep(toldOf("quick")), "quick");
    await lease.complete(toldOf("quick"));
    expect(await it.begin("k")).toEqual({ state: "finished", stored: toldOf("quick") });
    await expect(charge(it.store, slow.keep(toldOf("slow")), "slow")).rejects.toThrow();
    expect(await chargesOf(it.store)).toEqual(["quick"]);
  });

  test("who was free of charge and has lost the key is told to ask again", async () => {
    await using it = await setUp();
    const slow = started(await it.begin("k"));
    it.clock.advance(LEASE_MS);
    await it.begin("k", "request", it.there);
    await expect(Promise.try(slow.complete, toldOf("slow"))).rejects.toMatchObject({ code: "idempotency_in_progress" });
    await slow[Symbol.asyncDispose]();
    expect((await it.begin("k")).state).toBe("running");
  });

  test("an answer that went with its charge is there although its process died before it could say so", async () => {
    await using it = await setUp();
    const first = started(await it.begin("k"));
    await charge(it.store, first.keep(toldOf("run 1")), "died");
    it.clock.advance(LEASE_MS);
    expect(await it.begin("k", "request", it.there)).toEqual({ state: "finished", stored: toldOf("run 1") });
    // And whoever fails after the charge does not make the key free again.
    await first[Symbol.asyncDispose]();
    expect((await it.begin("k")).state).toBe("finished");
  });

  test("of a stranger's answers less is kept, all together", async () => {
    await using it = await setUp();
    const scope = `address ${crypto.randomUUID()}`;
    const begin = async (key: string) => it.here.begin(scope, key, "request", true);
    for (const key of ["a", "b"]) await finish(begin(key), toldOf(key, "x".repeat(300)));
    expect([(await begin("a")).state, (await begin("b")).state]).toEqual(["finished", "unkept"]);
  });

  test("all strangers share one room, whatever their address; who has an account is kept out of none of it", async () => {
    await using it = await setUp();
    it.clock.advance(2 * DAY_MS);
    await it.here.forget();
    const answer = (key: string) => toldOf(key, "x".repeat(300));
    const begin = (scope: string, process = it.here) => process.begin(scope, "key", "request", true);
    const scopes = Array.from({ length: 3 }, () => `address ${crypto.randomUUID()}`);
    for (const scope of scopes) await finish(begin(scope, it.there), answer("run"));
    const states = await Promise.all(scopes.map(async (scope) => (await begin(scope)).state));
    expect(states).toEqual(["finished", "finished", "unkept"]);
    await finish(it.begin("key"), answer("own"));
    expect((await it.begin("key")).state).toBe("finished");

    it.clock.advance(2 * DAY_MS);
    await it.here.forget();
    await finish(begin("later"), answer("run"));
    expect((await begin("later")).state).toBe("finished");
  });

  test("an answer in pieces of which the length is known is kept as any other", async () => {
    await using it = await setUp();
    const { purchase, headers } = toldOf("run 1");
    const answer = { ...purchase.answer, itemsJson: piecesOf([new TextEncoder().encode('["ä"]')]) };
    await finish(it.begin("k"), { purchase: { ...purchase, answer }, headers });
    const again = await it.begin("k");
    expect(again).toMatchObject({ state: "finished", stored: { purchase: { answer: { itemsJson: '["ä"]' } } } });
  });

  test("of an answer too large to be kept, alone or with the caller's others, the key still refuses another run", async () => {
    await using it = await setUp();
    await finish(it.begin("huge"), toldOf("run 1", "x".repeat(LIMITS.answerChars)));
    expect((await it.begin("huge", "request", it.there)).state).toBe("unkept");
    expect((await it.begin("huge", "other")).state).toBe("other_request");
    for (const key of ["a", "b", "c"]) await finish(it.begin(key), toldOf(key, "x".repeat(600)));
    const states = await Promise.all(["a", "b", "c"].map(async (key) => (await it.begin(key)).state));
    expect(states).toEqual(["finished", "finished", "unkept"]);
  });

  test("of an answer too large to be kept nothing is written out: others would wait for that", async () => {
    await using it = await setUp();
    let written = 0;
    const told = toldOf("run 1", "x".repeat(LIMITS.answerChars));
    const warnings = Object.assign([], { toJSON: () => written++ });
    await finish(it.begin("k"), {
      ...told,
      purchase: { ...told.purchase, answer: { ...told.purchase.answer, warnings } },
    });
    expect([(await it.begin("k")).state, written]).toEqual(["unkept", 0]);
  });

  test("who has used too many keys gets no new one until the first is a day old, and is told the old ones", async () => {
    await using it = await setUp();
    for (let key = 0; key < LIMITS.callerKeys; key++) {
      await finish(it.begin(`k${key}`), toldOf(`run ${key}`));
      it.clock.advance(1000);
    }
    const retryAfterMs = DAY_MS - LIMITS.callerKeys * 1000;
    expect(await it.begin("one more")).toEqual({ state: "crowded", retryAfterMs });
    expect((await it.begin("k0")).state).toBe("finished");
    expect((await it.begin("one more", "request", it.here, "another caller")).state).toBe("started");
    it.clock.advance(retryAfterMs);
    expect((await it.begin("one more")).state).toBe("started");
  });

  test("keeps a long answer apart from its row, for as long, and gives it in every process", async () => {
    await using it = await setUp();
    const stored = toldOf("run 1", "long \u{1f600} ".repeat(200_000));
    const [here, there] = [storedIdempotency(it.store, it.clock), storedIdempotency(it.store, it.clock)];
    await finish(it.begin("k", "request", here), stored);
    const row = (await rowsOf(it.store)).find(({ chars }) => chars > 1_000_000);
    expect(row?.result?.length).toBeLessThan(1000);
    it.clock.advance(DAY_MS - 1);
    await there.forget();
    await storedResponses(it.store, it.clock).forget();
    expect(wholly(await it.begin("k", "request", there))).toEqual({ state: "finished", stored });
    expect((await it.begin("k", "other", there)).state).toBe("other_request");
    it.clock.advance(DAY_MS);
    await storedResponses(it.store, it.clock).forget();
    expect(await textsIn(it.store)).toBe(0);
  });

  test("writes a long answer once for all who keep it, and anew where it has lapsed meanwhile", async () => {
    await using it = await setUp();
    const process = storedIdempotency(it.store, it.clock);
    const stored = toldOf("run 1", "x".repeat(1_000_000));
    const before = await textsIn(it.store);
    await Promise.all([
      finish(it.begin("a", "request", process), stored),
      finish(it.begin("b", "request", process), stored),
    ]);
    expect(await textsIn(it.store)).toBe(before + 1);
    it.clock.advance(3 * DAY_MS);
    await storedResponses(it.store, it.clock).forget();
    expect(await textsIn(it.store)).toBe(0);
    await finish(it.begin("c", "request", process), stored);
    expect(wholly(await it.begin("c", "request", process))).toEqual({ state: "finished", stored });
  });

  test("writes nothing of a long answer for which strangers' room is too small", async () => {
    await using it = await setUp();
    await storedResponses(it.store, it.clock).forget();
    const before = await textsIn(it.store);
    const room = { ...WIDE, strangersChars: 500_000 };
    const process = storedIdempotency(it.store, it.clock, room);
    const stored = toldOf("run 1", "x".repeat(600_000));
    await finish(process.begin(`stranger ${callers++}`, "k", "request", true), stored);
    expect([
      (await process.begin(`stranger ${callers - 1}`, "k", "request", true)).state,
      await textsIn(it.store),
    ]).toEqual(["unkept", before]);
  });
});

function started(beginning: IdempotencyState) {
  if (beginning.state !== "started") throw new Error(beginning.state);
  return beginning.lease;
}

/** Writes something else in the same transaction, as a charge does. */
async function charge(store: Store, keeping: ReturnType<ReturnType<typeof started>["keep"]>, name: string) {
  const step = await keeping;
  await store.transact(function* () {
    yield* ask(insertCharge, { name });
    yield* stepsOf(step);
  });
}

const insertCharge: Build<unknown> = (db, { llm_days: days }) =>
  db.insert(days).values({ day: sql.placeholder("name"), tokens: 1 });

async function chargesOf(store: Store): Promise<readonly string[]> {
  const rows = await store.ask((db, { llm_days: days }) => db.select().from(days));
  return rows.map(({ day }) => day).filter((name) => name !== "died");
}

/** With the items as one text. */
function wholly(state: IdempotencyState): IdempotencyState {
  if (state.state !== "finished") return state;
  const { purchase, headers } = state.stored;
  const answer = { ...purchase.answer, itemsJson: wholeText(purchase.answer.itemsJson) };
  return { state: "finished", stored: { purchase: { ...purchase, answer }, headers } };
}

async function textsIn(store: Store): Promise<number> {
  return (await store.ask((db, { stored_texts: texts }) => db.select().from(texts))).length;
}

async function rowsOf(store: Store): Promise<readonly KeyRow[]> {
  const rows = await store.ask((db, { idempotency_keys: keys }) => db.select().from(keys));
  return rows.filter(({ finished_at }) => finished_at !== null);
}
