/**
 * Hub processes that share one store and are paid on one ledger, both of which outlive them. The ledger and the service
 * that their actor asks are in the test's process, which sees every request of theirs as it comes.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { closeRegularly } from "../../src/sandbox-ledger/sandbox.ts";
import { openStore } from "../../src/store/drivers/open.ts";
import type { Store } from "../../src/store/store.ts";
import { freePort, type HubProcess, startHubProcess } from "./hub-process.ts";
import { startHttp } from "./http-server.ts";
import { walletOf } from "./payer.ts";
import { serveSandbox, type TestSandbox } from "./sandbox.ts";

export interface KilledHubs extends AsyncDisposable {
  readonly ledger: TestSandbox;
  /** Always as many; one that was killed is started again in its place, at its address. */
  readonly hubs: HubProcess[];
  /** What the hubs have asked of the world: "submit" and other methods of the ledger, and "run q". */
  readonly asked: string[];
  /** Told of each of these before it is answered. */
  onAsked: () => void;
  /** Waited for before a run is answered. */
  beforeAnswer: (q: string) => Promise<void>;
  restart(number: number): Promise<void>;
  /** The store that they share, for whoever wants to write into it. */
  open(): Promise<Store>;
  /** What `bun run ledger verify` ends with. */
  verify(): Promise<number>;
}

export const HUB = walletOf("hub").address;
/** What is answered to a question that begins with "long": so much is kept in parts. */
export const LONG_TEXT = "long 😀 ".repeat(500_000);
const CLI = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
/** Starts sooner; a signal ends it at once. */
export const LEAN = fileURLToPath(new URL("lean-hub.ts", import.meta.url));
const RUNTIME = new URL("../../src/runtime/actor.ts", import.meta.url).href;
/** As often as a real ledger. Every submission closes one, too. */
const CLOSE_MS = 5000;

/**
 * @param store `DATABASE_URL`, or none for a SQLite file that the processes share; `REDIS_URL`, too
 * @param payers are rich
 */
export async function startKilledHubs(
  store: Record<string, string>,
  payers: readonly string[],
  count = 2,
): Promise<KilledHubs> {
  const folder = await mkdtemp(join(tmpdir(), "hub-killed-"));
  const asked: string[] = [];
  const stop = new AbortController();
  /** The hubs ask the ledger while they start, when there is nobody to be told yet. */
  let onAsked = (): void => undefined;
  let beforeAnswer = async (_q: string): Promise<void> => undefined;
  const tell = (what: string): void => {
    asked.push(what);
    onAsked();
  };
  const endowments = [HUB, ...payers].map((address) => ({ address, drops: 100_000_000n }));
  const answer = (method: string): undefined => {
    tell(method);
    if (method === "submit") setImmediate(() => ledger.sandbox.chain.close());
  };
  const ledger = serveSandbox({ networkId: 1, endowments, faults: { answer } });
  ledger.sandbox.chain.close();
  closeRegularly(ledger.sandbox.chain, CLOSE_MS, stop.signal);
  const upstream = await startHttp((request, response) => {
    const q = request.url?.slice(1) ?? "";
    tell(`run ${q}`);
    const long = q.startsWith("long") ? { text: LONG_TEXT } : {};
    void beforeAnswer(q).then(() => response.end(JSON.stringify({ run: asked.length, ...long })));
  });
  await mkdir(join(folder, "actors"));
  await writeFile(join(folder, "actors/asker.ts"), actorText(upstream.origin));
  const env = {
    ...store,
    HUB_DATA_DIR: join(folder, "data"),
    HUB_ACTORS_DIR: join(folder, "actors"),
    HUB_SECRET: "a secret that both processes know",
    XRPL_NETWORK: "1",
    XRPL_URL: ledger.url,
    XRPL_WALLET_ADDRESS: HUB,
    XRPL_DESTINATION_TAG: "7",
  };
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const hubs = await Promise.all(ports.map((port) => startHubProcess({ ...env, PORT: String(port) }, LEAN)));
  const killed: KilledHubs = {
    ledger,
    hubs,
    asked,
    set onAsked(listener: () => void) {
      onAsked = listener;
    },
    set beforeAnswer(wait: (q: string) => Promise<void>) {
      beforeAnswer = wait;
    },
    async restart(number) {
      hubs[number] = await startHubProcess({ ...env, PORT: String(ports[number]) }, LEAN);
    },
    open: () => openStore(store["DATABASE_URL"], env.HUB_DATA_DIR),
    async verify() {
      const child = spawn(process.execPath, [CLI, "ledger", "verify"], { env: { ...env, PATH: "" }, stdio: "ignore" });
      const [code] = (await once(child, "exit")) as [number];
      return code;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await Promise.all(hubs.map((hub) => hub.kill()));
      await upstream[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return killed;
}

/** What may differ from the actor that must be paid. */
export interface ActorTraits {
  readonly slug: string;
  readonly tier: string;
  readonly cacheTtlSeconds: number;
}

const PAID: ActorTraits = { slug: "asker", tier: "enhanced", cacheTtlSeconds: 0 };

/** An actor that asks the test for its answer. Dropped-in actors are trusted code. */
export function actorText(origin: string, { slug, tier, cacheTtlSeconds } = PAID): string {
  return `import { defineActor, Type } from "${RUNTIME}";
    export default defineActor({
      slug: "${slug}", name: "Asker", description: "Asks.", category: "test", version: "1.0.0", tags: [],
      input: Type.Object({ q: Type.String() }), output: Type.Object({ run: Type.Integer() }),
      examples: [{ title: "One", input: { q: "one" } }], cacheTtlSeconds: ${cacheTtlSeconds}, qualityScore: 1, computeUnits: 0,
      usesLlm: false, price: { tier: "${tier}" }, hosts: [], timeoutMs: 10000, nextActors: [],
      run: async ({ q }) => [await (await fetch("${origin}/" + q)).json()],
    });`;
}
