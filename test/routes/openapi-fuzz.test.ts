/**
 * Every operation of `/openapi.json`, asked with requests made of its own schemas and with spoiled ones: nothing fails on
 * our side, no status comes that is not documented, and each body fits its schema. `bun run fuzz` asks 200 of each.
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createFetch } from "../../src/net/fetch.ts";
import { allowHosts } from "../../src/net/host-allowlist.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { openApiDocument } from "../../src/presenters/openapi/document.ts";
import { createApp } from "../../src/app/create-app.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import type { Json } from "../support/fuzz/arbitrary.ts";
import {
  type FuzzOperation,
  type FuzzRequest,
  mutatedRequests,
  operationsOf,
  type Pool,
  validRequests,
} from "../support/fuzz/requests.ts";
import { type Judge, judgeBy } from "../support/fuzz/verdict.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { configOf, startHub, type TestHub, worldOf } from "../support/hub.ts";
import { SILENT } from "../support/operations.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 2);
const ADMIN = "the operator's token";
const actors = (await Promise.all((await actorSlugs()).map(loadActor))) as Actor[];

/** Of the same table as the hub's, to name the tests by. */
await using app = await createApp(configOf({}), worldOf({ actors }, []));
const named = operationsOf(openApiDocument({ rows: app.hub.table.rows, actors, hubUrl: "" })).map(
  (one) => [one.id, one] as const,
);

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
let document: Json;
let judge: Judge;
let pool: Pool;
beforeAll(async () => {
  catalog = await smallCatalog();
  const unreachable = createFetch({
    resolve: () => Promise.reject(new HubError("upstream_unreachable", "No network here.")),
    allow: [],
    selfHosts: [],
    userAgent: "test",
  });
  hub = await startHub({
    catalog,
    actors,
    adminToken: ADMIN,
    lend: ({ hosts }, signal) => ({
      signal,
      now: Date.now,
      log: SILENT,
      fetch: allowHosts({ hosts, upstreams: new Map(), fetch: unreachable })(signal),
      catalog: () => catalog,
    }),
  });
  document = (await (await fetch(`${hub.url}/openapi.json`)).json()) as Json;
  judge = judgeBy(document);
  const entry = (await catalog.random())?.slug ?? "";
  const key = await newKey();
  pool = { slug: [entry, "finance", "crypto-prices"], key_prefix: [key.slice(0, 17)], entry_id: ["1", "2"] };
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
});

describe.each(named)("%s", (_, operation) => {
  test(`answers ${RUNS} valid requests as it says`, () => answersAll(operation, validRequests), 600_000);
  test(`answers ${RUNS} spoiled requests as it says`, () => answersAll(operation, mutatedRequests), 600_000);
});

async function answersAll(operation: FuzzOperation, make: typeof validRequests): Promise<void> {
  const key = await newKey(); // Some of them end it.
  await fc.assert(
    fc.asyncProperty(make(operation, document, pool), async (request) => {
      expect(await judge(operation, await sent(request, key))).toBeUndefined();
    }),
    { numRuns: RUNS, ...(process.env["CI"] !== undefined && RUNS < 50 && { seed: 7 }) },
  );
}

async function sent({ target, method, headers, body }: FuzzRequest, key: string): Promise<Response> {
  const isOperators = target.startsWith("/api/v1/admin/");
  return fetch(hub.url + target, {
    method,
    redirect: "manual",
    headers: { ...(isOperators ? { authorization: `Bearer ${ADMIN}` } : { "x-api-key": key }), ...headers },
    ...(body !== undefined && { body }),
  });
}

async function newKey(): Promise<string> {
  return (await hub.services.operator.issue({ email: "fuzz@example.com", tier: "enterprise", reason: "Fuzz." })).text;
}
