/** A hub on SQLite whose disk is full for a while: what must be written down is refused, and all goes on by itself. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type HubProcess, startHubProcess } from "../support/hub-process.ts";
import { mountSmallDisk, type SmallDisk } from "../support/small-disk.ts";

const JSON_TYPE = { "content-type": "application/json" };
const mounted = mountSmallDisk(4);
mounted?.[Symbol.dispose]();

let disk: SmallDisk | undefined;
let hub: HubProcess;
beforeAll(async () => {
  if (mounted === undefined) return;
  disk = mountSmallDisk(4);
  hub = await startHubProcess({
    HUB_DATA_DIR: disk?.folder ?? "",
    LIMIT_REGISTER_PER_HOUR: "0",
    LIMIT_FREE_KEYS_PER_DAY: "0",
    LIMIT_ANON_PER_MINUTE: "0",
  });
});
afterAll(async () => {
  await hub?.[Symbol.asyncDispose]();
  disk?.[Symbol.dispose]();
});

test.skipIf(mounted === undefined)(
  "a full disk is 503 where something is written, told in log and /ready, and over by itself",
  async () => {
    const key = (await (await register()).json())["api_key"];
    expect(await outcomes(key)).toEqual({ register: 200, keyed: 200, free: 200, unpaid: 402, ready: 200 });

    disk?.fill();
    let full: Awaited<ReturnType<typeof outcomes>>;
    do full = await outcomes(key);
    while (full.ready === 200);
    expect(await outcomes(key)).toEqual({ register: 503, keyed: 503, free: 200, unpaid: 503, ready: 503 });
    expect((await register()).headers.get("retry-after")).toBe("2");
    expect(await (await fetch(`${hub.url}/ready`)).json()).toMatchObject({
      store: { answers: false, fault: "The database file cannot be used: database or disk is full." },
    });
    expect(hub.log()).toContain("The database file cannot be used: ");

    disk?.free();
    await hub.logged("The store answers again.");
    expect(await outcomes(key)).toEqual({ register: 200, keyed: 200, free: 200, unpaid: 402, ready: 200 });
  },
  30_000,
);

async function outcomes(key: string) {
  const run = `${hub.url}/api/v1/genius/actors/data-convert/run/`;
  const init = { method: "POST", body: JSON.stringify({ payload: "a\n1", from: "csv", to: "json" }) };
  const keyed = { ...JSON_TYPE, "x-api-key": key, "idempotency-key": crypto.randomUUID() };
  return {
    register: (await register()).status,
    keyed: (await fetch(run, { ...init, headers: keyed })).status,
    free: (await fetch(run, { ...init, headers: JSON_TYPE })).status,
    unpaid: (await fetch(`${hub.url}/api/v1/agent/usage/`)).status,
    ready: (await fetch(`${hub.url}/ready`)).status,
  };
}

function register(): Promise<Response> {
  const body = JSON.stringify({ email: "a@example.com", tier: "free_testnet" });
  return fetch(`${hub.url}/api/v1/agent/register/`, { method: "POST", headers: JSON_TYPE, body });
}
