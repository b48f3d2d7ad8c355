/** Secrets that would be known again anywhere: in the database, in answers, in errors, in the list of connections. */
import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../../src/store/drivers/sqlite/sqlite.ts";
import { randomOf } from "../support/random.ts";
import { browser, codeIn, connectKey, type Json, KEY_API, LIST, MAKE, send, startEchoWorld } from "./support.ts";

const CALLS = 1000;
const CANARY = 'canary/7d9f+02"c4 e1\\b3';
const LOGIN = { username: "person", password: "canary-password-55aa" };

const DESCRIPTION = {
  components: { securitySchemes: { ...KEY_API.components.securitySchemes, login: { type: "http", scheme: "basic" } } },
  paths: {
    ...KEY_API.paths,
    "/login": {
      get: {
        operationId: "login",
        summary: "Log in",
        security: [{ login: [] }],
        responses: { 200: { description: "ok" } },
      },
    },
  },
};

test(`${CALLS} fuzzed calls of an upstream that repeats what it is sent leave no secret anywhere`, async () => {
  const folder = await mkdtemp(join(tmpdir(), "canaries-"));
  const random = randomOf(7);
  const store = await openSqlite(join(folder, "hub.sqlite"));
  try {
    // Time goes on with every call, so that no breaker stays open.
    let ahead = 0;
    const clock = { now: () => Date.now() + ahead };
    const reply = (...given: [IncomingMessage, ServerResponse, string]) => repeat(random, ...given);
    await using world = await startEchoWorld(DESCRIPTION, { store, clock, reply });
    await connectKey(world, CANARY, { label: "key" });
    const begun = await send(world, "POST", "connections/", { for: LIST, label: "refused" });
    const refused = await browser().submit(begun.json.connect_url, { key_0: `${CANARY}\u0007` });
    const begunLogin = await send(world, "POST", "connections/", { for: "echo-dev--login", label: "login" });
    const given = await browser().submit(begunLogin.json.connect_url, LOGIN);
    await send(world, "POST", `connections/${begunLogin.json.id}/confirm/`, { code: codeIn(given.html) });
    const texts = [refused.html, given.html];
    const calls = async (from: number): Promise<void> => {
      for (let at = from; at < CALLS; at += 10) {
        ahead += 20_000;
        texts.push(await fuzzedCall(world, random));
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, from) => calls(from)));
    for (const path of ["connections/", "connections/key/", "connections/login/", "usage/"])
      texts.push((await send(world, "GET", path)).text);
    texts.push(Bun.inspect(world.hub.reported, { depth: 10 }));
    expect(world.seen.length).toBeGreaterThan(CALLS / 2);
    expect(texts.flatMap(findings)).toEqual([]);
  } finally {
    await store[Symbol.asyncDispose]();
  }
  for (const file of await readdir(folder))
    expect(findings((await readFile(join(folder, file))).toString("latin1"))).toEqual([]);
  await rm(folder, { recursive: true });
}, 120_000);

/** The secrets as they are, in an address, in base64, and in JSON. */
function findings(text: string): string[] {
  const login = `${LOGIN.username}:${LOGIN.password}`;
  const spellings = [CANARY, LOGIN.password, login].flatMap((one) => [
    one,
    encodeURIComponent(one),
    Buffer.from(one).toString("base64"),
    Buffer.from(one).toString("hex"),
    JSON.stringify(one).slice(1, -1),
    JSON.stringify(JSON.stringify(one).slice(1, -1)).slice(1, -1),
  ]);
  return spellings.filter((one) => text.includes(one)).map((one) => `${one} in ${text.slice(0, 300)}`);
}

async function fuzzedCall(world: Awaited<ReturnType<typeof startEchoWorld>>, random: () => number): Promise<string> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!; // None is empty.
  const slug = pick([LIST, MAKE, "echo-dev--login", "echo-dev--open"]);
  const body: Json = {
    ...pick([{}, {}, { dry_run: random() < 0.3 }, { connection: pick(["key", "login", "refused", "nobody", "none"]) }]),
    ...pick([
      {},
      { query: { page: 2 } },
      { headers: { accept: "text/plain" } },
      { body: { a: 1 } },
      { timeout_ms: 2000 },
    ]),
    ...pick([{}, {}, {}, { credentials: { api_key: "own" } }]),
  };
  const answer = await world.call(
    slug,
    random() < 0.9 ? body : pick(["{", { connection: 7 }, { params: { nothing: 1 } }]),
  );
  return `${JSON.stringify([...answer.headers])} ${await answer.text()}`;
}

/** Repeats what it was sent in some way that upstreams have. */
function repeat(random: () => number, request: IncomingMessage, response: ServerResponse, body: string): void {
  const secret = String(request.headers["x-echo-key"] ?? request.headers.authorization ?? "");
  const shown = [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret), JSON.stringify(secret)];
  const one = shown[Math.floor(random() * shown.length)] ?? "";
  const ways: readonly (() => void)[] = [
    () =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ headers: request.headers, body, one })),
    () =>
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<p title="${one.replaceAll('"', "&quot;")}">${one}</p>`),
    () =>
      response.writeHead(401, { "www-authenticate": "Bearer", "content-type": "text/plain" }).end(`bad key ${secret}`),
    () =>
      response.writeHead(500, { "content-type": "application/json" }).end(JSON.stringify({ error: { trace: [one] } })),
    () => response.writeHead(302, { location: `/elsewhere?key=${encodeURIComponent(secret)}` }).end(),
    () => response.writeHead(200, { "x-your-key": Buffer.from(secret).toString("base64") }).end(Buffer.from(secret)),
    () => response.destroy(),
    () => response.writeHead(200, { "content-type": "application/json" }).end(`{"broken": "${one}`),
  ];
  ways[Math.floor(random() * ways.length)]?.();
}
