import { expect, jest, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { Glob } from "bun";
import { loadConfig } from "../../src/app/settings/config.ts";
import { type StageDeps, standardStages } from "../../src/app/actors/stages.ts";
import { createFetch } from "../../src/net/fetch.ts";
import { askNameServers } from "../../src/net/name-servers.ts";
import type { Stage } from "../../src/runtime/run/pipeline.ts";
import { beginSpan, currentSpan, inSpan } from "../../src/runtime/span.ts";
import { parseTraceparent } from "../../src/runtime/http/trace-context.ts";
import { createExporter } from "../../src/traces/exporter.ts";
import { createTracer, type EndedSpan } from "../../src/traces/tracer.ts";
import { type CollectedSpan, factsOf, startCollector } from "../support/collector.ts";
import { redisLimiters } from "../../src/accounts/limits/limiters.ts";
import { openRedis } from "../../src/redis/connection.ts";
import { answering } from "../support/redis.ts";
import { isUp, REDIS_URL } from "../support/stores.ts";
import { startEchoWorld } from "../support/echo-upstream.ts";
import { startHub } from "../support/hub.ts";
import { startHttp, startRaw } from "../support/http-server.ts";
import dataConvert from "../../actors/data-convert/index.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const CALLER = "b7ad6b7169203331";
const TRACED = { traceparent: `00-${TRACE}-${CALLER}-00` };
const PATHS = { "/search": { get: { operationId: "search", parameters: [query("q")] } } };

function query(name: string) {
  return { name, in: "query", schema: { type: "string" } };
}

function settingsFor(origin: string, more: Record<string, string> = {}): Record<string, string> {
  return { OTEL_EXPORTER_OTLP_ENDPOINT: origin, OTEL_TRACES_SAMPLER: "always_on", ...more };
}

/** The names from a span up to the first of its trace. */
function wayUp(spans: readonly CollectedSpan[], from: CollectedSpan): readonly string[] {
  const above = spans.find(({ spanId }) => spanId === from.parentSpanId);
  return [from.name, ...(above === undefined ? [] : wayUp(spans, above))];
}

test("a call tells the collector what it did, as one tree; no key, body, query or path of it, and the upstream nothing", async () => {
  await using collector = await startCollector();
  const settings = settingsFor(`${collector.origin}/`, {
    OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=its%20key",
    OTEL_SERVICE_NAME: "hub of a test",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  let stages: readonly Stage[] = [];
  const noted = (deps: StageDeps): readonly Stage[] => (stages = standardStages(deps));
  {
    await using world = await startEchoWorld({ paths: PATHS }, { settings, stages: noted });
    const answer = await world.call(
      "echo-dev--search",
      { params: { q: "canary-query" }, credentials: { bearer: "canary-token" } },
      TRACED,
    );
    expect(answer.status).toBe(200);
    expect(world.seen.length).toBe(1);
    expect(world.seen[0]?.headers.join(" ").toLowerCase()).not.toContain("trace");
    expect(world.seen[0]?.url).toContain("canary-query");
    const text = collector.bodies.join("");
    expect(text).not.toContain(world.key);
  }
  expect(collector.faults).toEqual([]);
  expect(new Set(collector.paths)).toEqual(new Set(["POST /v1/traces"]));
  expect(collector.headers[0]?.["x-collector-key"]).toBe("its key");
  expect(collector.headers[0]?.["content-type"]).toBe("application/json");
  expect(collector.resource()).toMatchObject({
    "service.name": "hub of a test",
    "deployment.environment.name": "test",
  });

  const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
  const root = spans.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(root?.name).toBe("POST /api/v1/agent/proxy/:slug/call/");
  expect(root?.kind).toBe(2);
  expect(factsOf(root ?? { attributes: [] })).toMatchObject({ "http.response.status_code": "200" });
  const upstream = spans.find(({ name }) => name === "GET upstream");
  expect(upstream?.kind).toBe(3);
  expect(factsOf(upstream ?? { attributes: [] })).toMatchObject({
    "server.address": "127.0.0.1",
    "http.response.status_code": "200",
  });
  const way = upstream === undefined ? [] : wayUp(spans, upstream);
  expect(way.at(-1)).toBe(root?.name as string);
  expect(way.slice(1, -1).toReversed()).toEqual(stages.map(({ name }) => `stage ${name}`));
  const statements = spans.filter(({ name }) => name.startsWith("store "));
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.every((span) => wayUp(spans, span).at(-1) === root?.name)).toBe(true);
  expect(factsOf(statements[0] ?? { attributes: [] })["db.system.name"]).toBe("sqlite");
  for (const { startTimeUnixNano: began, endTimeUnixNano: ended } of spans)
    expect(BigInt(ended)).toBeGreaterThanOrEqual(BigInt(began));
  expect(collector.bodies.join("")).not.toMatch(/canary|hub_(?:test|live)_[\dA-Za-z]{8}|\/base\/search/);
});

test("without a collector named, a hub loads nothing of it: its parts are imported where they are first used", async () => {
  const strays: string[] = [];
  for await (const path of new Glob("{src,plugins,actors}/**/*.ts").scan("."))
    if (
      !path.startsWith("src/traces/") &&
      /^import (?!type).*\/traces\/(?!.*\bapp\b)/m.test(await readFile(path, "utf8"))
    )
      strays.push(path);
  expect(strays).toEqual([]);
});

test("settings that a platform gives every process are read, and what cannot be spoken is said at the start", () => {
  const given = {
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318",
    OTEL_RESOURCE_ATTRIBUTES: "app.kubernetes.io/name=hub,who=a%2Cb",
  };
  expect(loadConfig(given).OTEL_RESOURCE_ATTRIBUTES).toEqual({ "app.kubernetes.io/name": "hub", who: "a,b" });
  const grpc = { ...given, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" };
  expect(() => loadConfig(grpc)).toThrow("OTEL_EXPORTER_OTLP_PROTOCOL: needs http/json");
  expect(() => loadConfig({ ...grpc, OTEL_EXPORTER_OTLP_ENDPOINT: "" })).not.toThrow();
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: "canary" })).toThrow("needs name=value pairs");
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: "canary" })).not.toThrow("canary");
});

test.each([{ OTEL_SDK_DISABLED: "true" }, { OTEL_TRACES_EXPORTER: "none" }, { OTEL_TRACES_SAMPLER: "always_off" }])(
  "with %p a collector hears nothing, whatever a caller says",
  async (off) => {
    await using collector = await startCollector();
    {
      await using hub = await startHub({ actors: [dataConvert], settings: settingsFor(collector.origin, off) });
      const traceparent = TRACED.traceparent.replace(/00$/, "01");
      const input = { from: "csv", payload: "id\n1" };
      expect((await hub.run("data-convert", input, { traceparent })).status).toBe(200);
    }
    expect(collector.bodies).toEqual([]);
  },
);

test("a frozen collector costs callers nothing: what is more than may wait is dropped and counted", async () => {
  await using collector = await startRaw(() => undefined);
  const settings = settingsFor(collector.origin, { OTEL_BSP_MAX_QUEUE_SIZE: "8", OTEL_BSP_SCHEDULE_DELAY: "1" });
  let text = "";
  {
    await using hub = await startHub({ actors: [dataConvert], settings });
    for (let at = 0; at < 4; at++)
      expect((await hub.run("data-convert", { from: "csv", payload: `id\n${at}` })).status).toBe(200);
    expect(collector.sockets.length).toBeLessThanOrEqual(1);
    text = await (await fetch(`${hub.url}/metrics`)).text();
  }
  expect(Number(/hub_trace_spans_total\{outcome="dropped"\} (\d+)/.exec(text)?.[1])).toBeGreaterThan(20);
  expect(text).toContain('hub_trace_spans_total{outcome="exported"} 0');
});

test("a collector that is not there is told of once, and again when it takes spans", async () => {
  const changes: (string | undefined)[] = [];
  let status: number | undefined;
  const exporter = createExporter({
    url: "http://collector.test/v1/traces",
    headers: {},
    resource: {},
    limits: { waiting: 10, batch: 1, delayMs: 1, timeoutMs: 1_000 },
    fetch: async () => {
      if (status === undefined) throw new TypeError("refused");
      return new Response("", { status });
    },
    count: (outcome, spans) => counts.push(`${spans} ${outcome}`),
    onChange: (fault) => void changes.push(fault),
    pause: async () => {
      tries++;
      if (tries === 6) status = 503;
      if (tries === 7) status = 200;
    },
  });
  const counts: string[] = [];
  let tries = 0;
  exporter.add(span());
  exporter.add(span());
  exporter.add(span());
  await exporter[Symbol.asyncDispose]();
  // Two are given up after four tries each.
  expect(counts.toSorted()).toEqual(["1 dropped", "1 dropped", "1 exported"]);
  expect(changes).toEqual(["TypeError", undefined]);
});

test("of the pauses while a collector is away nothing is left, however long that lasts", async () => {
  const { prototype } = AbortSignal;
  const { addEventListener, removeEventListener } = prototype;
  const listening = new Set<unknown>();
  jest.useFakeTimers();
  try {
    prototype.addEventListener = function (this: AbortSignal, ...args: Parameters<typeof addEventListener>) {
      listening.add(args[1]);
      addEventListener.apply(this, args);
    };
    prototype.removeEventListener = function (this: AbortSignal, ...args: Parameters<typeof removeEventListener>) {
      listening.delete(args[1]);
      removeEventListener.apply(this, args);
    };
    const dropped = Promise.withResolvers<void>();
    let most = 0;
    const exporter = createExporter({
      url: "http://collector.test/v1/traces",
      headers: {},
      resource: {},
      limits: { waiting: 10, batch: 1, delayMs: 60_000, timeoutMs: 60_000 },
      fetch: async () => new Response(null, { status: 503 }),
      count: () => dropped.resolve(),
      onChange: () => undefined,
    });
    exporter.add(span());
    for (const pauseMs of [1_000, 2_000, 4_000]) {
      for (let turn = 0; turn < 100; turn++) await Promise.resolve(); // Until it has been refused.
      most = Math.max(most, listening.size);
      jest.advanceTimersByTime(pauseMs);
    }
    await dropped.promise;
    expect([most, listening.size]).toEqual([1, 0]);
    await exporter[Symbol.asyncDispose]();
  } finally {
    jest.useRealTimers();
    Reflect.deleteProperty(prototype, "addEventListener");
    Reflect.deleteProperty(prototype, "removeEventListener");
  }
});

test("what a collector has taken only in part, or not at all, is counted as it says", async () => {
  const counts: string[] = [];
  const answers = [
    new Response('{"partialSuccess":{"rejectedSpans":"1","errorMessage":"too old"}}'),
    new Response("no", { status: 400 }),
    new Response('{"partialSuccess":{"rejectedSpans":"999999"}}'),
    new Response("x".repeat(1_000_000)),
  ];
  const exporter = createExporter({
    url: "http://collector.test/v1/traces",
    headers: {},
    resource: {},
    limits: { waiting: 10, batch: 2, delayMs: 60_000, timeoutMs: 1_000 },
    fetch: async () => answers.shift() ?? Response.error(),
    count: (outcome, spans) => counts.push(`${spans} ${outcome}`),
    onChange: () => undefined,
  });
  for (let at = 0; at < 7; at++) exporter.add(span());
  await exporter[Symbol.asyncDispose]();
  expect(counts).toEqual(["1 exported", "1 refused", "2 dropped", "0 exported", "2 refused", "1 exported"]);
});

test("what is traced depends on a secret and the trace's id: alike in every hub, and never on the caller's word", () => {
  const chosen = (salt: string, traceId: string): boolean =>
    createTracer({ share: 0.2, salt, take: () => undefined, drop: () => undefined }).root("r", "server", {
      traceId,
      spanId: CALLER,
    }) !== undefined;
  const ids = Array.from({ length: 2_000 }, (_, at) => at.toString(16).padStart(32, "a"));
  const here = ids.filter((id) => chosen("one secret", id));
  expect(here.length).toBeGreaterThan(300);
  expect(here.length).toBeLessThan(500);
  expect(ids.filter((id) => chosen("one secret", id))).toEqual(here);
  expect(ids.filter((id) => chosen("another", id))).not.toEqual(here);
});

test("one request has at most 256 spans, and what goes on after its answer is no part of it", () => {
  const taken: EndedSpan[] = [];
  let dropped = 0;
  const tracer = createTracer({ share: 1, salt: "", take: (each) => taken.push(each), drop: () => dropped++ });
  const root = tracer.root("r", "server", undefined);
  inSpan(root, () => {
    for (let at = 0; at < 300; at++) beginSpan("each", "internal")?.[Symbol.dispose]();
  });
  expect([taken.length, dropped]).toEqual([256, 45]);
  let later: unknown = "unasked";
  if (root !== undefined) inSpan(root, () => void (later = currentSpan()));
  expect(later).toBeUndefined();
});

test.skipIf(!(await isUp(REDIS_URL)))(
  "what was asked of Redis is a span with its command, and no name or value",
  async () => {
    await using redis = await openRedis(REDIS_URL, { limitMs: 5_000 });
    await answering(redis);
    const taken: EndedSpan[] = [];
    const tracer = createTracer({ share: 1, salt: "", take: (each) => taken.push(each), drop: () => undefined });
    const limiter = redisLimiters(redis.client)({ name: `burst-${crypto.randomUUID()}`, points: 3, seconds: 60 });
    const ask = () => redis.breaker.run(() => redis.client.set("hub:canary-name", "canary-value", "PX", 1_000));
    await ask();
    await inSpan(tracer.root("r", "server", undefined), async () => {
      await ask();
      await redis.breaker.run(() => limiter.consume("canary-client"));
      await redis.breaker.run(() => redis.client.lpush("hub:canary-name", "canary-value")).catch(() => undefined);
    });
    expect(taken.map(({ name, facts, fault }) => [name, facts["db.operation.name"], fault])).toEqual([
      ["redis", "set", undefined],
      ["redis", expect.stringMatching(/./), undefined],
      ["redis", "lpush", "ReplyError"],
      ["r", undefined, undefined],
    ]);
    expect(JSON.stringify(taken)).not.toContain("canary");
  },
);

test("a request to one of the operator's own hosts says what it is part of, and not after a redirect to elsewhere", async () => {
  const seen: (string | undefined)[] = [];
  const listener = (to?: () => string) =>
    startHttp((request, response) => {
      seen.push(request.headers["traceparent"] as string | undefined);
      if (to === undefined) return void response.end("{}");
      response.writeHead(302, { location: to() }).end();
    });
  await using foreign = await listener();
  await using own = await listener(() => foreign.origin);
  const fetch = createFetch({
    resolve: askNameServers([]),
    allow: [`127.0.0.1:${own.port}`, `127.0.0.1:${foreign.port}`],
    selfHosts: [],
    traceTo: [`127.0.0.1:${own.port}`],
  });
  const tracer = createTracer({ share: 1, salt: "", take: () => undefined, drop: () => undefined });
  const root = tracer.root("r", "server", { traceId: TRACE, spanId: CALLER });
  const { signal } = new AbortController();
  await inSpan(root, () => fetch(`${own.origin}/`, { signal }));
  await fetch(`${own.origin}/`, { signal });
  expect(seen[0]).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  expect(seen.slice(1)).toEqual([undefined, undefined, undefined]);
});

test.each([
  [`00-${TRACE}-${CALLER}-01`, true],
  [`cc-${TRACE}-${CALLER}-01-what-comes-later`, true],
  [`00-${TRACE}-${CALLER}-01-more`, false],
  [`ff-${TRACE}-${CALLER}-01`, false],
  [`00-${"0".repeat(32)}-${CALLER}-01`, false],
  [`00-${TRACE}-${"0".repeat(16)}-01`, false],
  [`00-${TRACE.toUpperCase()}-${CALLER}-01`, false],
  ["", false],
])("traceparent %p is read: %p", (header, isRead) => {
  expect(parseTraceparent(header)).toEqual(isRead ? { traceId: TRACE, spanId: CALLER } : undefined);
});

function span(): EndedSpan {
  return {
    traceId: TRACE,
    spanId: CALLER,
    parentId: undefined,
    name: "each",
    kind: "internal",
    beganAt: 1_700_000_000_000,
    endedAt: 1_700_000_000_001.5,
    facts: {},
    fault: undefined,
  };
}
