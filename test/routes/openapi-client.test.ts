/** A client that is made of `/openapi.json` by a stock generator compiles, and its calls are what the hub answers. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { echoActor } from "../support/actors.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { smallCatalog } from "../support/small-catalog.ts";

/** What a program does that has the client: it is paid for, registers, searches, reads and runs. Every name is typed. */
const PROGRAM = `
import createClient from "openapi-fetch";
import type { paths } from "./hub.ts";

export async function demo(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const query = { q: "list charges", limit: 3 };
  const unpaid = await client.GET("/api/v1/agent/search/", { params: { query } });
  const price: string | undefined =
    unpaid.error !== undefined && "accepts" in unpaid.error ? unpaid.error.accepts?.[0]?.amount : undefined;
  const body = { email: "client@example.com", tier: "free_testnet" as const };
  const registered = await client.POST("/api/v1/agent/register/", { body });
  const headers = { "X-API-Key": registered.data?.api_key ?? "" };
  const found = await client.GET("/api/v1/agent/search/", { params: { query }, headers });
  const slug: string = found.data?.results[0]?.slug ?? "";
  const spec = await client.GET("/api/v1/agent/tool/{slug}/spec/", { params: { path: { slug } } });
  const run = await client.POST("/api/v1/genius/actors/echo/run/", { body: { q: "typed" }, headers });
  const said: string | undefined = run.data !== undefined && "data" in run.data ? run.data.data[0]?.q : run.data?.status;
  const usage = await client.GET("/api/v1/agent/usage/", { headers });
  const used: number | undefined = usage.data?.quota.used;
  return { unpaid: unpaid.response.status, price, slug, openapi: spec.data?.openapi, said, used };
}
`;

let hub: TestHub;
let catalog: Awaited<ReturnType<typeof smallCatalog>>;
let folder: string;
beforeAll(async () => {
  catalog = await smallCatalog();
  hub = await startHub({ catalog, actors: [echoActor()] });
  folder = await mkdtemp(join(fileURLToPath(new URL("..", import.meta.url)), "client-"));
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  catalog[Symbol.dispose]();
  await rm(folder, { recursive: true });
});

test("a generated client compiles, and runs a first visit", async () => {
  const document = await (await fetch(`${hub.url}/openapi.json`)).text();
  await writeFile(join(folder, "hub.ts"), astToString(await openapiTS(document)));
  const program = join(folder, "demo.ts");
  await writeFile(program, PROGRAM);
  expect(faultsOf(program)).toEqual([]);
  const { demo } = (await import(program)) as { demo: (baseUrl: string) => Promise<unknown> };
  expect(await demo(hub.url)).toEqual({
    unpaid: 402,
    price: "50000",
    slug: expect.stringContaining("charges"),
    openapi: "3.1.0",
    said: "typed",
    used: 2,
  });
}, 60_000);

function faultsOf(file: string): string[] {
  const compiled = ts.createProgram([file], {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
