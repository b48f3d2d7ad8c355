import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPublicKey, verify } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { openTestAccount } from "../support/accounts.ts";
import { startHttp, type TestServer } from "../support/http-server.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { testClock } from "../support/operations.ts";
import { slowActor } from "../support/slow-actor.ts";

interface Told {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const clock = testClock(Date.UTC(2026, 0, 2, 12));
const slow = slowActor("slow", { price: { tier: "standard" } });
const told: Told[] = [];
const awaited: { count: number; resolve: () => void }[] = [];
let statuses: number[] = [];
/** Left out, without a body. */
let answerBy: ((response: ServerResponse) => void) | undefined;
let receiver: TestServer;
let hub: TestHub;
let key: Record<string, string>;

beforeAll(async () => {
  receiver = await startHttp(async (request, response) => {
    const body = await text(request);
    response.statusCode = statuses.shift() ?? 204;
    if (answerBy === undefined) response.end();
    else answerBy(response);
    told.push({ headers: request.headers, body });
    for (const { count, resolve } of awaited) if (told.length >= count) resolve();
  });
  hub = await startHub({ actors: [slow.actor], clock, allow: [`127.0.0.1:${receiver.port}`] });
  key = { "x-api-key": (await openTestAccount(hub.services, "basic")).key };
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
});

function heard(count: number): Promise<void> {
  return new Promise((resolve) => (told.length >= count ? resolve() : awaited.push({ count, resolve })));
}

async function begin(q: string, webhook: string): Promise<string> {
  const before = slow.begun.length;
  const query = new URLSearchParams({ wait: "0", webhook });
  const response = await fetch(`${hub.url}/api/v1/genius/actors/slow/run/?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...key },
    body: JSON.stringify({ q }),
  });
  expect(response.status).toBe(202);
  await slow.reached(before + 1);
  return ((await response.json()) as { run_id: string }).run_id;
}

test("the end of a run is told, signed by a key of the hub's", async () => {
  const id = await begin("told", `${receiver.origin}/hook`);
  slow.end("told");
  await heard(1);
  const [{ headers, body } = { headers: {}, body: "" }] = told;
  expect(JSON.parse(body)).toEqual({
    type: "run.succeeded",
    timestamp: new Date(clock.now()).toISOString(),
    data: { run_id: id, status: "succeeded", location: `/api/v1/runs/${id}/`, charged_xrp: 0 },
  });
  const { keys } = (await (await fetch(`${hub.url}/.well-known/jwks.json`)).json()) as {
    keys: Record<string, string>[];
  };
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const [version, signature = ""] = String(headers["webhook-signature"]).split(",");
  const isSigned = keys.map((jwk) =>
    verify(null, Buffer.from(content), createPublicKey({ key: jwk, format: "jwk" }), Buffer.from(signature, "base64")),
  );
  expect([version, isSigned.filter(Boolean).length]).toEqual(["v1a", 1]);
});

test("what is not taken is told again under the same id, less and less often, eight times at most", async () => {
  const before = told.length;
  statuses = Array(8).fill(500);
  await begin("untaken", `${receiver.origin}/hook`);
  slow.end("untaken");
  for (let attempt = 1; attempt <= 8; attempt++) {
    await heard(before + attempt);
    await settle();
    clock.advance(4_000); // Sooner than any is told again.
    await hub.doJobs();
    expect(told.length).toBe(before + attempt);
    clock.advance(19 * 3_600_000);
    await hub.doJobs();
  }
  await settle();
  expect(told.length).toBe(before + 8);
  const ids = new Set(told.slice(before).map(({ headers }) => headers["webhook-id"]));
  expect(ids.size).toBe(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ["never ends", (response) => response.writeHead(200).write("x")],
  ["is long", (response) => response.writeHead(200).end("x".repeat(100_000))],
  ["breaks off", (response) => response.writeHead(200, { "content-length": "9" }).write("x", () => response.destroy())],
  ["is not compressed as it says", (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x")],
])("it is taken by an answer of 200 whose body %s", async (_what, answer) => {
  const before = told.length;
  answerBy = answer;
  const q = crypto.randomUUID();
  await begin(q, `${receiver.origin}/hook`);
  slow.end(q);
  await heard(before + 1);
  await settle();
  answerBy = undefined;
  clock.advance(19 * 3_600_000);
  await hub.doJobs();
  await settle();
  expect(told.length).toBe(before + 1);
});

test("a receiver that asks for a minute is not told again before that, and one that asks for a day after ten", async () => {
  for (const [asked, waitedMs] of [
    ["60", 60_000],
    ["86400", 600_000],
  ] as const) {
    const before = told.length;
    answerBy = (response) => response.writeHead(429, { "retry-after": asked }).end();
    await begin(asked, `${receiver.origin}/hook`);
    slow.end(asked);
    await heard(before + 1);
    await settle();
    answerBy = undefined;
    clock.advance(waitedMs - 1_000);
    await hub.doJobs();
    await settle();
    expect(told.length).toBe(before + 1);
    clock.advance(1_000);
    await hub.doJobs();
    await heard(before + 2);
    await settle();
  }
});

describe("an address that can never be told is refused before anything is begun:", () => {
  test.each([
    ["file:///etc/passwd", "invalid_input"],
    ["https://", "url_not_allowed"],
    ["https://user:word@hooks.example.com/", "url_not_allowed"],
    ["https://hooks.example.com:22/", "url_not_allowed"],
    ["http://localhost/hook", "url_not_allowed"],
    ["http://127.0.0.1:1/hook", "url_not_allowed"],
    ["http://10.0.0.1/hook", "url_not_allowed"],
    ["http://[::1]/hook", "url_not_allowed"],
  ])("%s", async (webhook, code) => {
    const before = slow.begun.length;
    const query = new URLSearchParams({ wait: "0", webhook });
    const one = await post(`genius/actors/slow/run/?${query}`, { q: "none" });
    const several = await post("runs/", { actor: "slow", inputs: [{ q: "none" }], webhook });
    expect([one, several]).toEqual([
      [400, code],
      [400, code],
    ]);
    expect(slow.begun.length).toBe(before);
  });

  async function post(path: string, body: object): Promise<[number, unknown]> {
    const headers = { "content-type": "application/json", ...key };
    const response = await fetch(`${hub.url}/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return [response.status, ((await response.json()) as { code?: string }).code];
  }
});

/** Until nothing is in work any more. */
async function settle(): Promise<void> {
  for (;;) {
    const rows = await hub.store.ask((db, { runs }) => db.select({ state: runs.state }).from(runs));
    if (!rows.some(({ state }) => state === "running")) return;
    await new Promise(setImmediate);
  }
}
