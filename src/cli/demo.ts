/** `bun run demo`: the whole way of a payment on this machine alone, with play money. It leaves nothing behind. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { styleText } from "node:util";
import { CATALOG_FILE } from "../catalog/file-catalog/serving.ts";
import { createPendingPayments } from "../payment/payer/pending-payments.ts";
import type { PayerContext } from "../payment/payer/context.ts";
import { defineCommand } from "./command.ts";
import { buildDemoCatalog } from "./demo/catalog.ts";
import { connectLines } from "./demo/connect.ts";
import { NOTES_AUTHORITY, type NotesApi, startNotesApi } from "./demo/notes-api.ts";
import { startHubProcess } from "./demo/hub-process.ts";
import { STEPS } from "./demo/steps.ts";

/** Real ledgers close every four seconds; nobody wants to wait for that here. */
const SETTINGS = { SANDBOX_CLOSE_MS: "400" };
const LIMIT = 1_000_000n;
const PATIENCE_MS = 15_000;
const INTERRUPTED = 130;

export const demoCommand = defineCommand({
  name: "demo",
  summary:
    "Shows the whole way of a payment and of a login on this machine alone, with play money, and leaves nothing behind.",
  args: { stay: { type: "switch", description: "the hub goes on afterwards, for you to connect an API and call it" } },
  exitCodes: { [INTERRUPTED]: "it was interrupted" },
  run: ({ stay }) => showDemo(stay),
});

async function showDemo(stays: boolean): Promise<number> {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());
  const startedAt = Date.now();
  const folder = await mkdtemp(join(tmpdir(), "agent-api-hub-demo-"));
  let showing: Promise<void> | undefined;
  try {
    title("A hub starts, with a sandbox ledger of its own");
    await using notes = await startNotesApi();
    await buildDemoCatalog(join(folder, CATALOG_FILE), startedAt, notes);
    await using hub = await startHubProcess(folder, { ...SETTINGS, ...(await settingsFor(notes, folder)) });
    show(`${hub.url}, a temporary data directory, play money, no network`);
    showing = showSteps(hub.url, notes, worldOf(folder, stop.signal));
    // An interrupted step fails too, when nobody waits for it any more.
    showing.catch(() => undefined);
    if (!stop.signal.aborted) await Promise.race([showing, once(stop.signal, "abort")]);
    if (stays && !stop.signal.aborted) {
      title("Now you: connect the API in another terminal, and have an agent call it");
      for (const line of await connectLines({ hubUrl: hub.url, notes, world: { signal: stop.signal } })) show(line);
      show("The hub goes on until Ctrl+C.");
      await once(stop.signal, "abort");
      return 0;
    }
  } finally {
    // A step that is interrupted may still write its payment down, and would make the folder again.
    await showing?.catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
  if (stop.signal.aborted) return INTERRUPTED;
  process.stdout.write(`\nAll of it took ${((Date.now() - startedAt) / 1000).toFixed(1)} s; nothing is left behind.\n`);
  return 0;
}

/** The hub may reach the API although it lies on this machine, and is told how people log in there. */
async function settingsFor({ place, url }: NotesApi, folder: string): Promise<Record<string, string>> {
  const authority = { id: NOTES_AUTHORITY, issuer: url, authorize: `${url}/authorize`, token: `${url}/token` };
  const file = join(folder, "access.json");
  await writeFile(file, JSON.stringify([{ hosts: [place], methods: ["oauth2_code"], authority, scopes: ["notes"] }]));
  return { NET_ALLOW: place, HUB_ACCESS_FILE: file };
}

async function showSteps(hubUrl: string, notes: NotesApi, world: PayerContext): Promise<void> {
  const demo = { hubUrl, notes, world, show, bought: {} };
  for (const step of STEPS) {
    if (world.signal.aborted) return;
    title(step.title);
    await step.run(demo);
  }
}

/** A payer without a seed, which may spend one XRP of play money. */
function worldOf(folder: string, signal: AbortSignal): PayerContext {
  return {
    fetch,
    clock: { now: Date.now },
    random: randomBytes,
    pause: (ms) => wait(ms, undefined, { signal }).catch(() => undefined),
    signal,
    say: show,
    pending: createPendingPayments(join(folder, "payments")),
    wallet: undefined,
    limit: LIMIT,
    networkId: undefined,
    ledgerUrls: [],
    publicServers: () => [],
    patienceMs: PATIENCE_MS,
  };
}

function title(text: string): void {
  process.stdout.write(`\n${styleText("bold", text)}\n`);
}

function show(line: string): void {
  process.stdout.write(`  ${line}\n`);
}
