/** What `/mcp` adds to a run, beside the same run over REST on the same hub: one caller, turn about. */
import { createApp } from "../src/app/create-app.ts";
import { listen } from "../src/app/process/serve.ts";
import { echoActor } from "../test/support/actors.ts";
import { configOf, worldOf } from "../test/support/hub.ts";

const ROUNDS = 2000;
const WARM = 300;
const VERSION = "2026-07-28";

const app = await createApp(configOf({}), worldOf({ actors: [echoActor()] }, []));
listen(app.hub, { hostname: "127.0.0.1", port: 0 });
const url = app.hubUrl();
const json = { "content-type": "application/json" };
const meta = {
  "io.modelcontextprotocol/protocolVersion": VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const times = { rest: [] as number[], mcp: [] as number[] };
let next = 0;

const ask = {
  rest: () => post("/api/v1/genius/actors/echo/run/", { q: `run ${next++}` }, json),
  mcp: () =>
    post(
      "/mcp",
      {
        jsonrpc: "2.0",
        id: next,
        method: "tools/call",
        params: { name: "run_actor", arguments: { slug: "echo", input: { q: `run ${next++}` } }, _meta: meta },
      },
      {
        ...json,
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": "tools/call",
        "mcp-name": "run_actor",
      },
    ),
};

for (let round = 0; round < WARM + ROUNDS; round++) {
  for (const way of ["rest", "mcp"] as const) {
    const started = performance.now();
    await ask[way]();
    if (round >= WARM) times[way].push(performance.now() - started);
  }
}
const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
for (const [way, values] of Object.entries(times))
  console.log(`${way.padEnd(5)} p50 ${at(values, 0.5).toFixed(2)} ms   p95 ${at(values, 0.95).toFixed(2)} ms`);
console.log(`/mcp adds ${(at(times.mcp, 0.5) - at(times.rest, 0.5)).toFixed(2)} ms at p50`);
await app.hub.stop(true);
await app[Symbol.asyncDispose]();

async function post(path: string, body: object, headers: Record<string, string>): Promise<void> {
  const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!text.includes(`"run_id`) && !text.includes(`run_id`))
    throw new Error(`${path} answered ${response.status}: ${text}`);
}
