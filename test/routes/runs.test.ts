import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { echoActor } from "../support/actors.ts";
import { openTestAccount } from "../support/accounts.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { testClock } from "../support/operations.ts";
import { startPayingHub, type PayingHub } from "../support/paid-runs.ts";
import { type SlowActor, slowActor } from "../support/slow-actor.ts";
import { toyLedger } from "../support/toy-ledger.ts";

interface RunJson {
  readonly run_id: string;
  readonly status: string;
  readonly location: string;
  readonly charged_xrp: number;
  readonly attempts: number;
  readonly result: { readonly data: unknown[]; readonly meta: Record<string, unknown> } | null;
  readonly result_status: number | null;
  readonly error: { readonly code: string } | null;
}

const clock = testClock(Date.UTC(2026, 0, 2, 12));
const free = slowActor("slow-free", { price: { tier: "standard" }, maxInputBytes: 8 * 1024 * 1024 });
const paid = slowActor("slow-paid");
const writer = slowActor("slow-writer", { price: { tier: "standard" }, effect: "writes" });
const cached = slowActor("slow-cached", { price: { tier: "standard" }, cacheTtlSeconds: 60 });
const LONG = "x".repeat(5 * 1024 * 1024);
const wide = echoActor({ slug: "wide", run: async (input: { q: string }) => [{ ...input, text: LONG }] });
let hub: TestHub;

beforeAll(async () => {
  const actors = [free, paid, writer, cached].map(({ actor }) => actor);
  hub = await startHub({ actors: [...actors, wide], clock, ledger: toyLedger("xrpl:21338") });
});
afterAll(() => hub[Symbol.asyncDispose]());

async function account(tier: "basic" | "per_call" = "basic", drops = 0n): Promise<Record<string, string>> {
  return { "x-api-key": (await openTestAccount(hub.services, tier, drops)).key };
}

function begin(slug: string, q: string, headers: Record<string, string>, query = "wait=0"): Promise<Response> {
  return fetch(`${hub.url}/api/v1/genius/actors/${slug}/run/?${query}`, {
    method: "POST",
    body: JSON.stringify({ q }),
    headers: { "content-type": "application/json", ...headers },
  });
}

async function begun(...args: Parameters<typeof begin>): Promise<RunJson> {
  const response = await begin(...args);
  expect(response.status).toBe(202);
  return (await response.json()) as RunJson;
}

function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(hub.url + path, { method, headers });
}

async function look(path: string, headers: Record<string, string>, method = "GET"): Promise<RunJson> {
  return (await (await ask(path, headers, method)).json()) as RunJson;
}

async function spent(headers: Record<string, string>): Promise<{ used: number; xrp: number }> {
  const usage = (await (await ask("/api/v1/agent/usage/", headers)).json()) as {
    quota: { used: number };
    balance: { xrp: number };
  };
  return { used: usage.quota.used, xrp: usage.balance.xrp };
}

async function codeOf(response: Response): Promise<string> {
  return `${response.status} ${((await response.json()) as { code?: string }).code}`;
}

/** The row of a run whose account may not ask for it any more. */
async function ended(id: string): Promise<{ state: string; error: string | null }> {
  for (;;) {
    const [row] = await hub.store.ask((db, { runs }) => db.select().from(runs).where(eq(runs.id, id)));
    if (row !== undefined && row.finished_at !== null) return row;
    await new Promise(setImmediate);
  }
}

describe("a run that is done later", () => {
  test("is accepted with where it is found, and answers there with what a request would have got", async () => {
    const key = await account();
    const before = free.begun.length;
    const response = await begin("slow-free", "later", key);
    expect([response.status, response.headers.get("cache-control")]).toEqual([202, "private, no-store"]);
    const { run_id: id, location, status } = (await response.json()) as RunJson;
    expect([location, response.headers.get("location")]).toEqual([`/api/v1/runs/${id}/`, `/api/v1/runs/${id}/`]);
    expect(["queued", "running"]).toContain(status);
    await free.reached(before + 1);
    const waiting = look(`${location}?wait=55`, key);
    free.end("later");
    const ended = await waiting;
    expect([ended.status, ended.result_status, ended.attempts]).toEqual(["succeeded", 200, 1]);
    expect(ended.result).toMatchObject({ success: true, data: [{ q: "later, answered" }], meta: { run_id: id } });
  });

  test("that ends while it is waited for answers as any other", async () => {
    const key = await account();
    const before = free.begun.length;
    const waiting = begin("slow-free", "soon", key, "wait=55");
    await free.reached(before + 1);
    free.end("soon");
    const response = await waiting;
    expect([response.status, response.headers.get("x-calls-remaining")]).toEqual([200, "299"]);
    expect(await response.json()).toMatchObject({ success: true, data: [{ q: "soon, answered" }] });
  });

  test("costs one call, which is set aside at once and counted when it succeeds", async () => {
    const key = await account();
    const before = free.begun.length;
    const { location } = await begun("slow-free", "call", key);
    expect((await spent(key)).used).toBe(1);
    await free.reached(before + 1);
    free.end("call");
    await look(`${location}?wait=55`, key);
    expect((await spent(key)).used).toBe(1);
  });

  test("costs its price from the balance, once, and nothing when it fails", async () => {
    const key = await account("per_call", 500_000n);
    const before = paid.begun.length;
    const good = await begun("slow-paid", "good", key);
    const bad = await begun("slow-paid", "bad", key);
    await paid.reached(before + 2);
    paid.end("good");
    paid.end("bad", new Error("It breaks."));
    expect((await look(`${good.location}?wait=55`, key)).charged_xrp).toBe(0.12);
    const failed = await look(`${bad.location}?wait=55`, key);
    expect([failed.status, failed.error?.code, failed.charged_xrp, failed.result_status]).toEqual([
      "failed",
      "internal",
      0,
      500,
    ]);
    expect((await spent(key)).xrp).toBe(0.38);
    expect(await hub.services.renew()).toBe(0);
  });

  test("takes an input of at most 1 MiB, and no payment in a batch", async () => {
    const key = await account();
    const q = "x".repeat(1024 * 1024);

    expect(await codeOf(await begin("slow-free", q, key))).toBe("413 payload_too_large");
    const before = free.begun.length;
    const response = await fetch(`${hub.url}/api/v1/runs/`, {
      method: "POST",
      headers: { "content-type": "application/json", ...key },
      body: JSON.stringify({ actor: "slow-free", inputs: [{ q: "bare", payment_signature: "secret" }] }),
    });
    const { runs } = (await response.json()) as { runs: [RunJson] };
    await free.reached(before + 1);
    const [row] = await hub.store.ask((db, { runs: rows }) =>
      db.select().from(rows).where(eq(rows.id, runs[0].run_id)),
    );
    expect(row?.input).toBe('{"q":"bare"}');
    free.end("bare");
  });

  test("is refused where neither calls nor balance cover it", async () => {
    const key = await account("per_call", 200_000n);
    await begun("slow-paid", "first", key);
    expect(await codeOf(await begin("slow-paid", "second", key))).toBe("402 insufficient_balance");
    paid.end("first");
  });

  test("is told to its account alone", async () => {
    const [own, other] = [await account(), await account()];
    const { location } = await begun("slow-free", "own", own);
    expect(await codeOf(await ask(location, other))).toBe("404 unknown_run");
    expect(await codeOf(await ask(location, other, "DELETE"))).toBe("404 unknown_run");
    expect(await codeOf(await ask(location))).toBe("402 payment_required");
    expect(await codeOf(await ask(location, { "payment-signature": "proof" }))).toBe("404 unknown_run");
    expect(await codeOf(await ask("/api/v1/runs/no-uuid/", own))).toBe("404 unknown_run");
    expect((await look(location, own)).status).not.toBe("cancelled");
    free.end("own");
  });

  test("needs a key or a payment", async () => {
    expect(await codeOf(await begin("slow-free", "stranger", {}))).toBe("400 invalid_input");
    expect(await codeOf(await begin("slow-paid", "stranger", {}))).toBe("402 payment_required");
    expect(await codeOf(await begin("slow-free", "stranger", await account(), "wait=56"))).toBe("400 invalid_input");
    expect(await codeOf(await begin("slow-free", "stranger", await account(), "wait=now"))).toBe("400 invalid_input");
  });

  test("with an Idempotency-Key is one run however often it is asked for, in whatever way", async () => {
    const key = { ...(await account()), "idempotency-key": "one-run-for-all-of-them" };
    const before = free.begun.length;
    const [one, two] = await Promise.all([begun("slow-free", "same", key), begin("slow-free", "same", key)]);
    if (two.status === 202) expect(((await two.json()) as RunJson).run_id).toBe(one.run_id);
    else expect(await codeOf(two)).toBe("409 idempotency_in_progress");
    expect(await codeOf(await hub.run("slow-free", { q: "same" }, key))).toBe("409 idempotency_in_progress");
    expect(await codeOf(await begin("slow-free", "another", key))).toBe("409 idempotency_conflict");
    await free.reached(before + 1);
    free.end("same");
    await look(`${one.location}?wait=55`, key);
    for (const answer of [await begin("slow-free", "same", key), await hub.run("slow-free", { q: "same" }, key)]) {
      expect([answer.status, answer.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
      expect(await answer.json()).toMatchObject({ meta: { run_id: one.run_id } });
    }
    expect([free.begun.length, (await spent(key)).used]).toEqual([before + 1, 1]);
  });

  test("that fails leaves its Idempotency-Key free for another try", async () => {
    const key = { ...(await account()), "idempotency-key": "tried-again-after-a-fault" };
    const before = free.begun.length;
    const first = await begun("slow-free", "again", key);
    await free.reached(before + 1);
    free.end("again", new Error("It breaks."));
    expect((await look(`${first.location}?wait=55`, key)).status).toBe("failed");
    const second = await begun("slow-free", "again", key);
    expect(second.run_id).not.toBe(first.run_id);
    await free.reached(before + 2);
    free.end("again");
    expect((await look(`${second.location}?wait=55`, key)).status).toBe("succeeded");
    expect((await spent(key)).used).toBe(1);
  });

  test("that finds the hub overloaded is tried again a moment later", async () => {
    const key = await account();
    const before = free.begun.length;
    const { location } = await begun("slow-free", "crowded", key);
    await free.reached(before + 1);
    free.end("crowded", new HubError("overloaded", "No thread is free.", { retryAfterMs: 2_000 }));
    for (let time = 2; time <= 5; time++) {
      while ((await look(location, key)).status !== "queued");
      clock.advance(2_000);
      await hub.doJobs();
      await free.reached(before + time);
      free.end(
        "crowded",
        time < 5 ? new HubError("overloaded", "No thread is free.", { retryAfterMs: 2_000 }) : undefined,
      );
    }
    expect(await look(`${location}?wait=55`, key)).toMatchObject({ status: "succeeded", attempts: 5 });
  });

  test("that finds the hub overloaded for ten minutes fails as that", async () => {
    const key = await account();
    const before = free.begun.length;
    const { location } = await begun("slow-free", "crowded for long", key);
    const overloaded = new HubError("overloaded", "No thread is free.", { retryAfterMs: 600_000 });
    await free.reached(before + 1);
    free.end("crowded for long", overloaded);
    while ((await look(location, key)).status !== "queued");
    clock.advance(600_000);
    await hub.doJobs();
    await free.reached(before + 2);
    free.end("crowded for long", overloaded);
    expect(await look(`${location}?wait=55`, key)).toMatchObject({ status: "failed", error: { code: "overloaded" } });
  });

  test("is cancelled while it waits and while it is done, and then costs nothing", async () => {
    const key = await account();
    const before = free.begun.length;
    const runs = await Promise.all([1, 2, 3, 4, 5].map((at) => begun("slow-free", `cancel ${at}`, key)));
    await free.reached(before + 4); // One client has four places.
    const states = await Promise.all(runs.map(({ location }) => look(location, key)));
    const [waiting, running] = ["queued", "running"].map((state) => states.find(({ status }) => status === state));
    expect((await look(waiting?.location ?? "", key, "DELETE")).status).toBe("cancelled");
    await ask(running?.location ?? "", key, "DELETE");
    expect((await look(`${running?.location}?wait=55`, key)).status).toBe("cancelled");
    expect((await spent(key)).used).toBe(3);
    for (const q of free.begun.slice(before)) if (!free.aborted.includes(q)) free.end(q);
    for (const { location } of runs) await look(`${location}?wait=55`, key);
    expect((await look(waiting?.location ?? "", key, "DELETE")).status).toBe("cancelled");
    expect((await spent(key)).used).toBe(3);
  });

  test("of an account that was suspended meanwhile is not done", async () => {
    const { key, prefix } = await openTestAccount(hub.services, "basic");
    const before = free.begun.length;
    const runs = await Promise.all(
      [1, 2, 3, 4, 5].map((at) => begun("slow-free", `suspended ${at}`, { "x-api-key": key })),
    );
    await free.reached(before + 4);
    await hub.services.operator.suspend(prefix, "test");
    for (const q of free.begun.slice(before)) free.end(q);
    // What was begun before is done to its end.
    const rows = await Promise.all(runs.map(({ run_id: id }) => ended(id)));
    expect(rows.map(({ state }) => state).sort()).toEqual(["failed", ...Array(4).fill("succeeded")]);
    expect(rows.find(({ state }) => state === "failed")?.error).toContain("key_unknown");
    expect(free.begun.length).toBe(before + 4);
  });

  test("is there at once where it is cached, and is no run then", async () => {
    const key = await account();
    const running = hub.run("slow-cached", { q: "hot" }, key);
    await cached.reached(1);
    cached.end("hot");
    await running;
    const response = await begin("slow-cached", "hot", key);
    expect([response.status, ((await response.json()) as { cached: boolean }).cached]).toEqual([200, true]);
    const { runs } = (await (await ask("/api/v1/runs/", key)).json()) as { runs: RunJson[] };
    expect(runs).toBeEmpty();
  });

  test("puts its answer into the cache", async () => {
    const key = await account();
    const before = cached.begun.length;
    const { location } = await begun("slow-cached", "warm", key);
    await cached.reached(before + 1);
    cached.end("warm");
    await look(`${location}?wait=55`, key);
    const response = await hub.run("slow-cached", { q: "warm" });
    expect(((await response.json()) as { cached: boolean }).cached).toBeTrue();
  });

  test("is listed, page by page, the newest first", async () => {
    const key = await account();
    const before = free.begun.length;
    const all: string[] = [];
    for (const q of ["a", "b", "c"]) {
      clock.advance(1000);
      all.push((await begun("slow-free", q, key)).run_id);
    }
    const page = async (query: string) =>
      (await (await ask(`/api/v1/runs/?${query}`, key)).json()) as { runs: RunJson[]; next_cursor: string | null };
    const first = await page("limit=2");
    const second = await page(`limit=2&cursor=${first.next_cursor}`);
    expect([...first.runs, ...second.runs].map(({ run_id: id }) => id)).toEqual(all.toReversed());
    expect(second.next_cursor).toBeNull();
    expect(await codeOf(await ask("/api/v1/runs/?cursor=%00", key))).toBe("400 invalid_input");
    await free.reached(before + 3);
    for (const q of ["a", "b", "c"]) free.end(q);
  });

  test("is begun by the hundred, each charged for by itself", async () => {
    const key = { ...(await account()), "idempotency-key": "a-batch-of-three-runs" };
    const before = free.begun.length;
    const send = () =>
      fetch(`${hub.url}/api/v1/runs/`, {
        method: "POST",
        headers: { "content-type": "application/json", ...key },
        body: JSON.stringify({ actor: "slow-free", inputs: [{ q: "x" }, { nonsense: true }, { q: "y" }] }),
      });
    type BatchJson = {
      runs: { run_id: string | null; status: string; error: { code: string } | null }[];
      accepted: number;
    };
    const response = await send();
    const batch = (await response.json()) as BatchJson;
    expect([response.status, batch.accepted]).toEqual([202, 2]);
    expect(batch.runs.map(({ error }) => error?.code ?? "ok")).toEqual(["ok", "invalid_input", "ok"]);
    const again = (await (await send()).json()) as BatchJson;
    expect(again.runs.map(({ run_id: id }) => id)).toEqual(batch.runs.map(({ run_id: id }) => id));
    await free.reached(before + 2);
    for (const q of ["x", "y"]) free.end(q);
    for (const { run_id: id } of batch.runs) if (id !== null) await look(`/api/v1/runs/${id}/?wait=55`, key);
    expect([free.begun.length, (await spent(key)).used]).toEqual([before + 2, 2]);
    const ended = (await (await send()).json()) as BatchJson;
    expect(ended.runs.map(({ status }) => status)).toEqual(["succeeded", "refused", "succeeded"]);
  });

  test("tells cached results of a batch as they are kept, and begins no more once they are too long", async () => {
    const key = await account();
    await fetch(`${hub.url}/api/v1/genius/actors/wide/run/`, {
      method: "POST",
      headers: { "content-type": "application/json", ...key },
      body: '{"q":"a"}',
    });
    const before = (await spent(key)).used;
    const batch = async (count: number) => {
      const response = await fetch(`${hub.url}/api/v1/runs/`, {
        method: "POST",
        headers: { "content-type": "application/json", ...key },
        body: JSON.stringify({ actor: "wide", inputs: Array.from({ length: count }, () => ({ q: "a" })) }),
      });
      expect([response.status, response.headers.get("content-type")]).toEqual([202, "application/json"]);
      return (await response.json()) as { runs: RunJson[]; accepted: number; refused: number };
    };
    const { runs, accepted, refused } = await batch(4);
    const isLong = (items: unknown): boolean => (items as [{ text: string }])[0].text === LONG;
    for (const { status, result } of runs.slice(0, 2))
      expect([status, isLong(result?.data), isLong((result as { items?: unknown } | null)?.items)]).toEqual([
        "succeeded",
        true,
        true,
      ]);
    expect(runs.slice(2).map(({ status, error }) => [status, error?.code])).toEqual([
      ["refused", "overloaded"],
      ["refused", "overloaded"],
    ]);
    expect([accepted, refused, (await spent(key)).used - before]).toEqual([2, 2, 2]);
  });
});

describe("a run that is paid for and done later", () => {
  let paying: PayingHub;
  let actor: SlowActor;

  beforeAll(async () => {
    actor = slowActor();
    paying = await startPayingHub({ actors: [actor.actor] });
  });
  afterAll(() => paying[Symbol.asyncDispose]());

  const send = (body: object, headers: Record<string, string>, query = "?wait=0") =>
    fetch(`${paying.url}/api/v1/genius/actors/slow/run/${query}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const found = async (location: string, headers: Record<string, string>, method = "GET") =>
    (await (await fetch(paying.url + location, { headers, method })).json()) as RunJson;

  test("is found by its payment, which is redeemed when it succeeds", async () => {
    const body = { q: "paid" };
    const proof = await paying.proofFor("slow", body);
    const accepted = await send(body, proof);
    expect(accepted.status).toBe(202);
    expect(accepted.headers.get("payment-response")).toBeString();
    const { location, run_id: id } = (await accepted.json()) as RunJson;
    const again = (await (await send(body, proof)).json()) as RunJson;
    expect(again.run_id).toBe(id);
    await actor.reached(1);
    expect((await send(body, proof, "")).status).toBe(409);
    actor.end("paid");
    const ended = await found(`${location}?wait=55`, proof);
    expect([ended.status, ended.charged_xrp, ended.result?.meta["run_id"]]).toEqual(["succeeded", 0.12, id]);
    expect(ended.result?.meta["receipt"]).toBeString();
    const replayed = await send(body, proof, "");
    expect([replayed.status, ((await replayed.json()) as RunJson["result"])?.meta["run_id"]]).toEqual([200, id]);
    expect(actor.begun.length).toBe(1);
    const other = await paying.proofFor("slow", { q: "other" });
    expect((await fetch(paying.url + location, { headers: other })).status).toBe(404);
  });

  test("that fails leaves the payment with its payer", async () => {
    const body = { q: "fails" };
    const proof = await paying.proofFor("slow", body);
    const { location } = (await (await send(body, proof)).json()) as RunJson;
    await actor.reached(2);
    actor.end("fails", new Error("It breaks."));
    expect((await found(`${location}?wait=55`, proof)).status).toBe("failed");
    const running = send(body, proof, "");
    await actor.reached(3);
    actor.end("fails");
    expect((await running).status).toBe(200);
  });

  test("that is cancelled leaves the payment with its payer", async () => {
    const body = { q: "cancelled" };
    const proof = await paying.proofFor("slow", body);
    const { location } = (await (await send(body, proof)).json()) as RunJson;
    await actor.reached(4);
    await found(location, proof, "DELETE");
    expect((await found(`${location}?wait=55`, proof)).status).toBe("cancelled");
    const running = send(body, proof, "");
    await actor.reached(5);
    actor.end("cancelled"); // The one that was cut short.
    actor.end("cancelled");
    expect((await running).status).toBe(200);
  });

  test("is charged once where a request at once was quicker", async () => {
    const body = { q: "raced" };
    const proof = await paying.proofFor("slow", body);
    const before = actor.begun.length;
    const [later, now] = [send(body, proof), send(body, proof, "")];
    await actor.reached(before + 1);
    actor.end("raced");
    const answers = await Promise.all([later, now]);
    expect(answers.map(({ status }) => status).every((status) => [200, 202, 409].includes(status))).toBeTrue();
    const done = await send(body, proof, "?wait=55");
    expect([done.status, actor.begun.length]).toEqual([200, before + 1]);
  });
});
