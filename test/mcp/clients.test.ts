/** The stock clients, each in its way, with everything they do: list, call, be refused, pay, repeat, follow, cancel, read on. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { blobFor, instantLedger } from "../support/paid-calls.ts";
import { echoActor } from "../support/actors.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";
import { type CalledTool, type McpClient, WAYS } from "../support/mcp-clients.ts";
import { type Wallet, walletOf } from "../support/payer.ts";
import type { ToyLedger } from "../support/toy-ledger.ts";
import type { ActorContext } from "../../src/runtime/actor.ts";

const MIB = 1024 * 1024;
const ITEMS = 2000;
const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
const done = { responses: { 200: { description: "Done" } }, security: [] };
const PATHS = {
  "/items/{id}": {
    get: { operationId: "readItem", summary: "Read one item", parameters: [id], ...done },
    delete: { operationId: "deleteItem", summary: "Delete one item", parameters: [id], ...done },
  },
};

let world: EchoWorld;
let ledger: ToyLedger;
let payer: Wallet;
/** What the actors below have done, in order. */
const log: string[] = [];
/** Settles when the slow one has begun. */
let begun = Promise.withResolvers<void>();

beforeAll(async () => {
  payer = walletOf("mcp payer");
  ledger = instantLedger("xrpl:21338", payer);
  const slow = async (_input: unknown, { signal }: ActorContext) => {
    log.push("started");
    begun.resolve();
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    log.push("aborted");
    throw signal.reason;
  };
  const many = async () => Array.from({ length: ITEMS }, (_, at) => ({ q: `item ${at} ${"é".repeat(20)}` }));
  const length = async ({ q }: { q: string }) => [
    { q: `${q.length} characters, from ${q.split(" ")[0]} to ${q.split(" ").at(-1)}` },
  ];
  const paid = { tier: "enhanced", charged: () => true } as const;
  world = await startEchoWorld(
    { paths: PATHS },
    {
      ledger,
      chargedTiers: ["enhanced"],
      actors: [
        echoActor({ nextActors: [] }),
        echoActor({
          slug: "charged",
          price: paid,
          cacheTtlSeconds: 0,
          run: async () => [{ q: `run ${log.push("charged")}` }],
        }),
        echoActor({ slug: "slow", cacheTtlSeconds: 0, timeoutMs: 60_000, run: slow }),
        echoActor({ slug: "many", run: many }),
        echoActor({ slug: "length", run: length }),
      ],
      reply: (request, response) => {
        if (request.url?.endsWith("/huge") === true) {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify(Array.from({ length: 50 }, () => "x".repeat(MIB))));
        } else {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ method: request.method, url: request.url }));
        }
      },
    },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const address = (query = ""): string => `${world.hub.url}/mcp${query}`;
const spoken = ({ content: [first] }: CalledTool): any => JSON.parse(first?.text ?? "");
/** What every answer keeps: the text says what the structure says, and both stay under the cap. */
function structureOf(result: CalledTool, capBytes = 24_000): any {
  expect(result.isError).toBeFalsy();
  expect(spoken(result)).toEqual(result.structuredContent);
  expect(Buffer.byteLength(result.content[0]?.text ?? "")).toBeLessThanOrEqual(capBytes);
  return result.structuredContent;
}

describe.each(WAYS)("a client of %s", (_, connect) => {
  let client: McpClient;
  let slugs: { read: string; remove: string };
  beforeAll(async () => {
    client = await connect(address(), { "x-api-key": world.key });
    const found = structureOf(await client.call("search_apis", { q: "item" }), 8_000);
    const slugOf = (method: string) => found.results.find((one: any) => one.method === method).slug as string;
    slugs = { read: slugOf("GET"), remove: slugOf("DELETE") };
  });
  afterAll(() => client[Symbol.asyncDispose]());

  test("is offered ten tools, in less than 10 kB", async () => {
    const tools = await client.list();
    expect(tools.map(({ name }) => name).join(" ")).toBe(
      "search_apis get_api_spec read_api call_api list_actors run_actor get_run create_tool get_usage get_more",
    );
    expect(JSON.stringify(tools).length).toBeLessThan(10_000);
    const hints = (name: string) => tools.find((tool) => tool.name === name)?.annotations;
    expect(hints("read_api")).toEqual({ readOnlyHint: true, openWorldHint: true });
    expect(hints("call_api")).toEqual({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  });

  test("is refused a page of the list that there is not", async () => {
    await expect(client.list("nonsense")).rejects.toThrow("The list has one page: leave out cursor.");
  });

  test("runs, reads, calls and asks what is left, at the prices of REST", async () => {
    const before = structureOf(await client.call("get_usage"), 4_000).quota.used;
    expect(structureOf(await client.call("run_actor", { slug: "echo", input: { q: "hi" } }))).toMatchObject({
      items: [{ q: "hi", limit: 3 }],
      charged_xrp: 0,
      run_id: expect.any(String),
    });
    const spec = structureOf(await client.call("get_api_spec", { slug: slugs.read }), 16_000);
    expect(spec).toMatchObject({ method: "GET", call_with: "read_api", input_schema: { required: ["params"] } });
    const read = await client.call("read_api", { slug: slugs.read, params: { id: "7" } });
    expect(structureOf(read)).toMatchObject({
      success: true,
      data: { url: "/base/items/7" },
      upstream: { status: 200 },
    });
    const removed = await client.call("call_api", { slug: slugs.remove, params: { id: "8" } });
    expect(structureOf(removed)).toMatchObject({ data: { method: "DELETE", url: "/base/items/8" } });
    const dry = await client.call("call_api", { slug: slugs.remove, params: { id: "9" }, dry_run: true });
    expect(structureOf(dry).data).toMatchObject({ method: "DELETE" });
    const actors = structureOf(await client.call("list_actors"), 6_000).actors;
    expect(actors).toContainEqual({
      slug: "echo",
      does: "Answers what it is asked.",
      needs: ["q"],
      takes: ["q", "limit"],
      tier: "standard",
      uses_llm: false,
    });
    const used = structureOf(await client.call("get_usage"), 4_000).quota.used;
    expect(used - before).toBe(3); // The run, the read and the call.
  });

  test("is given the id of a run that it does not wait for, and finds its result by that", async () => {
    const q = `later ${crypto.randomUUID()}`;
    const begun = structureOf(await client.call("run_actor", { slug: "echo", input: { q }, wait: 0 }));
    const { run_id, next } = begun;
    expect(begun).toMatchObject({ slug: "echo", charged_xrp: 0 });
    expect(next).toContain(`Call get_run with run_id "${run_id}"`);
    const ended = structureOf(await client.call("get_run", { run_id, wait: 50 }));
    expect(ended).toMatchObject({ run_id, status: "succeeded", error: null, result: { items: [{ q }] } });
    const called = await client.call("call_api", { slug: slugs.remove, params: { id: "11" }, wait: 50 });
    expect(structureOf(called)).toMatchObject({ data: { method: "DELETE", url: "/base/items/11" } });
    const unknown = await client.call("get_run", { run_id: crypto.randomUUID() });
    expect([unknown.isError, spoken(unknown).code]).toEqual([true, "unknown_run"]);
    expect(spoken(unknown).next_actions[0]).toContain("run_actor");
    expect(spoken(await client.call("get_run", { run_id: "" }))).toMatchObject({ code: "invalid_input" });
    await using stranger = await connect(address());
    const refused = await stranger.call("run_actor", { slug: "echo", input: { q: `${q}!` }, wait: 0 });
    expect(spoken(refused)).toMatchObject({ code: "invalid_input" });
  });

  test("is refused in words that name tools", async () => {
    const refusals = {
      missing: await client.call("run_actor", { slug: "echo" }),
      wrong: await client.call("run_actor", { slug: "echo", input: { q: 7 } }),
      strange: await client.call("run_actor", { slug: "ecko", input: {} }),
      writing: await client.call("read_api", { slug: slugs.remove, params: { id: "1" } }),
      "an actor called": await client.call("call_api", { slug: "echo", body: { q: "a" } }),
      "an actor read": await client.call("read_api", { slug: "echo" }),
      "an API run": await client.call("run_actor", { slug: slugs.read, input: {} }),
      nowhere: await client.call("get_api_spec", { slug: "no-such-api" }),
      cursor: await client.call("get_more", { cursor: "nonsense.0" }),
    };
    const told = Object.entries(refusals).map(([name, result]) => {
      expect([result.isError, result.structuredContent]).toEqual([true, undefined]);
      const { code, next_actions } = spoken(result);
      return [name, code, next_actions[0]];
    });
    expect(told).toEqual([
      ["missing", "invalid_input", 'Call get_api_spec with slug "echo" to see what it takes.'],
      ["wrong", "invalid_input", 'Call get_api_spec with slug "echo" to see what it takes.'],
      ["strange", "unknown_actor", 'Call run_actor with slug "echo".'],
      ["writing", "invalid_input", `Call call_api with slug "${slugs.remove}".`],
      ["an actor called", "unknown_api", 'Call run_actor with slug "echo".'],
      ["an actor read", "invalid_input", 'Call run_actor with slug "echo".'],
      ["an API run", "unknown_actor", expect.stringContaining(`Call get_api_spec with slug "${slugs.read}"`)],
      ["nowhere", "unknown_api", "Call search_apis with what shall be done, and use a slug of its results."],
      ["cursor", "not_found", "Call the tool again whose answer was cut."],
    ]);
    expect(spoken(refusals.wrong).errors).toEqual([{ pointer: "/q", detail: expect.any(String) }]);
    for (const refusal of Object.values(refusals)) {
      const { type, code, title, status, detail, instance, request_id, retryable } = spoken(refusal);
      expect([type, instance, retryable]).toEqual([`${world.hub.url}/errors/${code}`, `urn:uuid:${request_id}`, false]);
      expect([title, status, detail]).toEqual([expect.any(String), expect.any(Number), expect.any(String)]);
    }
    await expect(client.call("no_such_tool")).rejects.toThrow();
  });

  test("is told what to do next where nothing was found", async () => {
    const nothing = structureOf(await client.call("search_apis", { q: "zzqqxxyy" }));
    expect([nothing.results, nothing.next]).toEqual([[], expect.stringContaining("search_apis")]);
    const within = structureOf(await client.call("search_apis", { q: "zzqqxxyy", category: "food-drink" }));
    expect(within.next).toContain("without category");
    const actors = structureOf(await client.call("list_actors", { tag: "zzqqxxyy" }));
    expect(actors).toMatchObject({ actors: [], tags: expect.arrayContaining(["test"]) });
    expect(structureOf(await client.call("list_actors")).tags).toBeUndefined();
  });

  test("is warned of what was left out of its arguments, and of all that REST warns of", async () => {
    const long = await client.call("search_apis", { q: "item ".repeat(300), max_results: 3 });
    expect(structureOf(long).warnings).toEqual([
      'Unknown field "max_results" was ignored.',
      '"q" has more than 1000 characters: only the first 1000 were searched for.',
    ]);
    const run = await client.call("run_actor", { slug: "echo", input: { q: "hi", colour: 1 }, timeout: 3 });
    expect(structureOf(run).warnings).toEqual([
      'Unknown field "timeout" was ignored.',
      'Unknown field "colour" was ignored.',
    ]);
    expect(structureOf(await client.call("search_apis", { q: "item" })).warnings).toBeUndefined();
  });

  test("pays for one run with its answer to the 402, once", async () => {
    await using stranger = await connect(address());
    await stranger.list(); // Some hold every answer against the schema that was listed, refusals too.
    const input = { slug: "charged", input: { q: "for money" } };
    const unpaid = await stranger.call("run_actor", input);
    expect(unpaid.isError).toBeTrue();
    expect(spoken(unpaid)).toEqual(unpaid.structuredContent);
    const { x402Version, accepts, resource, next_actions } = unpaid.structuredContent;
    expect([x402Version, resource.url]).toEqual([2, `${world.hub.url}/api/v1/genius/actors/charged/run/`]);
    expect(next_actions[0]).toContain("run_actor");
    const signedTxBlob = blobFor(accepts[0], ledger, payer);
    const meta = { "x402/payment": { x402Version: 2, accepted: accepts[0], payload: { signedTxBlob } } };
    const paid = await stranger.call("run_actor", input, { meta });
    expect(structureOf(paid)).toMatchObject({
      items: [{ q: expect.stringMatching(/^run \d+$/) }],
      charged_xrp: 0.12,
      cache: "miss",
    });
    expect(paid._meta["x402/payment-response"]).toMatchObject({
      success: true,
      network: "xrpl:21338",
      payer: payer.address,
    });
    const again = structureOf(await stranger.call("run_actor", input, { meta }));
    expect(again).toEqual({ ...structureOf(paid), replayed: true });
    const elsewhere = await stranger.call("run_actor", { ...input, input: { q: "something else" } }, { meta });
    expect([elsewhere.isError, elsewhere.structuredContent.code]).toEqual([true, "payment_already_used"]);
  });

  test("gets the same answer by its idempotency key, and is told when it means another", async () => {
    const idempotency_key = `key-${crypto.randomUUID()}`;
    const once = structureOf(await client.call("run_actor", { slug: "echo", input: { q: "once" }, idempotency_key }));
    const again = structureOf(await client.call("run_actor", { slug: "echo", input: { q: "once" }, idempotency_key }));
    expect([again.run_id, again.replayed]).toEqual([once.run_id, true]);
    const other = await client.call("run_actor", { slug: "echo", input: { q: "other" }, idempotency_key });
    expect(spoken(other).code).toBe("idempotency_conflict");
  });

  test("hears that a call goes on, and ends it by cancelling", async () => {
    log.length = 0;
    begun = Promise.withResolvers();
    const cancel = new AbortController();
    const calling = client.call(
      "run_actor",
      { slug: "slow", input: { q: "x" } },
      {
        signal: cancel.signal,
        // What is cancelled before it is begun never begins.
        onprogress: () => void (log.push("progress") && begun.promise.then(() => cancel.abort())),
      },
    );
    await expect(calling).rejects.toThrow();
    while (!log.includes("aborted")) await new Promise((resolve) => setImmediate(resolve));
    expect(log.toSorted()).toEqual(["aborted", "progress", "started"]);
  });

  test("sends a long input, which arrives whole", async () => {
    const q = `begin ${"é".repeat(40_000)} end`;
    const { items } = structureOf(await client.call("run_actor", { slug: "length", input: { q } }));
    expect(items[0].q).toBe(`${q.length} characters, from begin to end`);
  });

  test("reads a long answer part by part, and runs it once", async () => {
    const first = structureOf(await client.call("run_actor", { slug: "many", input: { q: "x" } }));
    expect([first.truncated, first.total_chars > 24_000]).toEqual([true, true]);
    const items: unknown[] = [...first.items];
    let cursor: string | undefined = first.next_cursor;
    while (cursor !== undefined) {
      const part = structureOf(await client.call("get_more", { cursor }));
      items.push(...part.items);
      cursor = part.next_cursor;
    }
    expect(items.length).toBe(ITEMS);
    expect(items[ITEMS - 1]).toEqual({ q: `item ${ITEMS - 1} ${"é".repeat(20)}` });
    await using stranger = await connect(address());
    expect(spoken(await stranger.call("get_more", { cursor: first.next_cursor })).code).toBe("not_found");
  });

  test("is told what a call has cost also where its answer is one item that is too long", async () => {
    const first = structureOf(await client.call("run_actor", { slug: "echo", input: { q: "x".repeat(40_000) } }));
    expect(first).toMatchObject({
      truncated: true,
      charged_xrp: 0,
      cache: expect.any(String),
      run_id: expect.any(String),
    });
    const rest = structureOf(await client.call("get_more", { cursor: first.next_cursor }));
    expect([first.text.startsWith('{"items":['), rest.text.includes("xxx")]).toEqual([true, true]);
  });

  test("may take actors as tools of their own, or only tools that read", async () => {
    await using own = await connect(address("?tools=echo,many"));
    expect((await own.list()).map(({ name }) => name)).toEqual(["echo", "many", "get_more"]);
    expect(structureOf(await own.call("echo", { q: "hi" })).items).toEqual([{ q: "hi", limit: 3 }]);
    expect(spoken(await own.call("echo", {})).errors).toEqual([{ pointer: "/q", detail: "is required" }]);
    await using reader = await connect(address("?readonly=1"));
    expect((await reader.list()).map(({ name }) => name).join(" ")).toBe(
      "search_apis get_api_spec read_api list_actors get_run get_usage get_more",
    );
    await expect(connect(address("?tools=ecko"))).rejects.toThrow();
  });
});

describe("/mcp", () => {
  const ask = (body: unknown, headers: Record<string, string> = {}, query = ""): Promise<Response> =>
    fetch(address(query), {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

  test("takes a key as a bearer token, too, and never asks for a login", async () => {
    const [, connect] = WAYS[0] ?? [];
    await using bearer = await connect?.(address(), { authorization: `bearer  ${world.key}` });
    expect((await bearer?.call("get_usage"))?.isError).toBeFalsy();
    await using wrong = await connect?.(address(), { authorization: "Bearer hub_live_wrong" });
    const refused = await wrong?.call("get_usage");
    expect([refused?.isError, refused?.structuredContent.code]).toEqual([true, "key_unknown"]);
  });

  test("says that fields may have any name as every model's vendor takes it", async () => {
    const answer = await ask(LIST);
    expect([answer.status, (await answer.text()).includes("patternProperties")]).toEqual([200, false]);
  });

  test.each([
    ["*/*", 200],
    ["text/event-stream, application/*;q=0.5", 200],
    ["APPLICATION/JSON, Text/Event-Stream", 200],
    ["application/json", 406],
    ["application/json, text/event-stream;q=0", 406],
    ["text/html", 406],
  ] as const)("is asked with Accept: %s and answers %d", async (accept, status) => {
    const answer = await ask(LIST, { accept });
    expect([answer.status, (await answer.text()).includes('"search_apis"')]).toEqual([status, status === 200]);
  });

  test("tells of an upstream's 50 MB as much as the cap allows", async () => {
    const [, connect] = WAYS[4] ?? [];
    await using client = await connect?.(address(), { "x-api-key": world.key });
    if (client === undefined) throw new Error("There is a way of this number");
    const { results } = structureOf(await client.call("search_apis", { q: "read item" }));
    const slug = results.find((one: any) => one.method === "GET").slug;
    const { text, next_cursor } = structureOf(await client.call("read_api", { slug, params: { id: "huge" } }));
    expect(text).toContain('"success":true');
    expect(structureOf(await client.call("get_more", { cursor: next_cursor })).text).toStartWith("x");
  }, 30_000);

  test("refuses an id that no double holds, which it could not give back, and takes the same digits as text", async () => {
    const withId = (id: string): string =>
      `{"jsonrpc":"2.0","id":${id},"method":"ping","params":{"n":98765432109876543210}}`;
    for (const body of [withId("12345678901234567890"), `[${withId("1")},${withId("-9007199254740993")}]`]) {
      const refused = await ask(body);
      const { id, error } = (await refused.json()) as any;
      expect([refused.status, id, error.code]).toEqual([400, null, -32_600]);
      expect(error.message).toContain("2^53");
    }
    for (const id of ['"12345678901234567890"', "9007199254740991"]) {
      const taken = await ask(withId(id));
      expect([taken.status, (await taken.text()).includes(`"id":${id}`)]).toEqual([200, true]);
    }
  });

  test("refuses a page of another origin, what is no message, and an actor it has not", async () => {
    const foreign = await ask(LIST, { origin: "https://elsewhere.example" });
    const rebound = await ask(LIST, { origin: "http://evil.example:3000", host: "evil.example:3000" });
    const own = await ask(LIST, { origin: world.hub.url });
    expect([foreign.status, rebound.status, own.status]).toEqual([403, 403, 200]);
    for (const [text, code] of [
      ["{", -32_700],
      ["[]", -32_600],
      ["null", -32_600],
      ["7", -32_600],
      ["{}", -32_600],
      [`${'{"a":'.repeat(300)}1${"}".repeat(300)}`, -32_600],
    ] as const) {
      const broken = await ask(text);
      expect([text, broken.status, ((await broken.json()) as any).error.code]).toEqual([text, 400, code]);
    }
    const strange = await ask(LIST, {}, "?tools=ecko");
    const { code, next_actions } = (await strange.json()) as any;
    expect([strange.status, code, next_actions[0]]).toEqual([
      404,
      "unknown_actor",
      'Did you mean "echo"? Connect to /mcp?tools=echo',
    ]);
    const toolsOf = async (query: string) => (await (await ask(LIST, {}, query)).text()).includes('"call_api"');
    expect([await toolsOf("?readonly=true"), await toolsOf("?readonly=0")]).toEqual([false, true]);
    // Whoever means to be kept from writing must not be let by a slip.
    const slip = await ask(LIST, {}, "?readonly=yes");
    expect([slip.status, ((await slip.json()) as any).code]).toEqual([400, "invalid_input"]);
    const none = await ask(LIST, {}, "?tools=,");
    expect([none.status, ((await none.json()) as any).code]).toEqual([400, "invalid_input"]);
    const got = await fetch(address());
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
  });
});
