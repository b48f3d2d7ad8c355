/** The table of routes is what is served: each path has its row, and each row its path. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../src/app/create-app.ts";
import { errorStatusesOf, parametersOf, type Route } from "../../src/presenters/route.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { TypeGuard } from "@sinclair/typebox";
import { configOf, startHub, type TestHub, worldOf } from "../support/hub.ts";
import { ERRORS } from "../../src/runtime/error-codes.ts";

await using app = await createApp(configOf({ adminToken: "the operator's token" }), worldOf({}, []));
const { rows } = app.hub.table;
const named = rows.map((row) => [row.id, row] as const);

test("what the framework serves and what the table says are the same, both ways", () => {
  const served = app.hub.routes
    .filter(({ method, path }) => !(method === "OPTIONS" && path === "/*")) // The preflight of any path.
    .map(({ method, path }) => `${method} ${path}`);
  expect(served.toSorted()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).toSorted());
});

describe.each(named)("%s", (_, row) => {
  test("names each parameter of its path, and no other", () => {
    expect(Object.keys(row.params?.properties ?? {})).toEqual(parametersOf(row.path));
  });

  test("says in a sentence what it is for, and in another what it answers", () => {
    expect(row.summary).toMatch(/^[A-Z].*\.$/);
    expect(row.ok.description).toMatch(/^[A-Z].*\.$/);
  });

  test("has a valid example where it needs input", () => {
    expect(exampleFaults(row)).toEqual([]);
  });

  test("answers only statuses that some error has", () => {
    const known = new Set(ERRORS.map(({ status }) => status));
    expect(errorStatusesOf(row).filter((status) => !known.has(status))).toEqual([]);
  });
});

function exampleFaults({ params, query, body, example = {}, isPerActor, bodyType }: Route): string[] {
  const faults: string[] = [];
  if (isPerActor) return faults; // Each actor has its own, which the registry has judged.
  for (const [part, schema] of Object.entries({ params, query, body: bodyType === undefined ? body : undefined })) {
    if (schema === undefined) continue;
    const value = example[part as "params" | "query" | "body"] ?? {};
    const shapes = TypeGuard.IsUnion(schema) ? schema.anyOf : [schema];
    const judged = shapes.filter(TypeGuard.IsObject).map((shape) => inputValidator(shape)(value));
    if (!judged.some((verdict) => verdict.ok && verdict.warnings.length === 0))
      faults.push(`${part}: ${JSON.stringify(judged)}`);
  }
  return faults;
}

describe("a request that no row fits", () => {
  let hub: TestHub;
  beforeAll(async () => {
    hub = await startHub();
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  test("is told the methods of its path", async () => {
    const response = await fetch(`${hub.url}/api/v1/agent/dynamic-tool/`, { method: "PUT" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, GET, HEAD, OPTIONS"]);
    const one = await fetch(`${hub.url}/api/v1/agent/dynamic-tool/tool-x/`, { method: "POST" });
    expect([one.status, one.headers.get("allow")]).toEqual([405, "GET, HEAD, DELETE, OPTIONS"]);
    const served = await fetch(`${hub.url}/ui/search`, { method: "POST" }); // By a row of its own and by /ui/:name.
    expect([served.status, served.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  test("is told of the path it nearly named", async () => {
    const response = await fetch(`${hub.url}/api/v1/agent/serach/?q=x`);
    const { code, next_actions } = (await response.json()) as { code: string; next_actions: string[] };
    expect([response.status, code, next_actions[0]]).toEqual([404, "not_found", "Did you mean /api/v1/agent/search/?"]);
  });
});
