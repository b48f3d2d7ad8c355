/** /openapi.json says of the sandbox's ledger what it answers: its results and errors, and its refusals that are no JSON. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { LedgerAnswer, LedgerRefusal } from "../../src/presenters/schemas/payment.ts";
import { faultFinder } from "../../src/runtime/schema.ts";
import { type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";

interface Described {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: unknown }>> }>>;
}

let hub: SandboxHub;
let paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
beforeAll(async () => {
  hub = await startSandboxHub();
  ({ paths } = await (await fetch(`${hub.url}/openapi.json`)).json());
});
afterAll(() => hub[Symbol.asyncDispose]());

const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));

test.each([
  ["a question", "POST", 200, '{"method":"server_info","params":[{}]}'],
  ["what is not found", "POST", 200, '{"method":"account_info","params":[{"account":"rrrrrrrrrrrrrrrrrrrrrhoLvTp"}]}'],
  ["a batch", "POST", 200, '{"method":"batch","params":[{"method":"ping"},7]}'],
  ["no JSON", "POST", 400, "nonsense"],
  ["what is the operator's", "POST", 403, '{"method":"stop"}'],
  ["a GET", "GET", 400, undefined],
])("%s is answered as it is described", async (_, method, status, body) => {
  const response = await fetch(`${hub.url}/sandbox/ledger`, { method, ...(body !== undefined && { body }) });
  const text = await response.text();
  expect(response.status).toBe(status);
  const described = paths["/sandbox/ledger"]?.[method.toLowerCase()]?.responses[status]?.content?.["application/json"];
  const schema = status === 200 ? LedgerAnswer : LedgerRefusal;
  expect(plain(described?.schema)).toEqual(plain(schema));
  expect(faultFinder(schema)(status === 200 ? JSON.parse(text) : text)).toBeUndefined();
  expect(response.headers.get("content-type")).toStartWith("application/json");
});

test("a GET, which asks nothing, promises no answer of 200", () => {
  expect(Object.keys(paths["/sandbox/ledger"]?.["get"]?.responses ?? {})).not.toContain("200");
});

test("the faucet points to what it cannot use", async () => {
  for (const [body, pointer] of [
    [{ destination: "nobody" }, "/destination"],
    [{ xrpAmount: "0" }, "/xrpAmount"],
  ] as const) {
    const refused = await fetch(`${hub.url}/sandbox/faucet`, { method: "POST", body: JSON.stringify(body) });
    const { code, errors } = (await refused.json()) as any;
    expect([refused.status, code, errors[0].pointer]).toEqual([400, "invalid_input", pointer]);
  }
});
