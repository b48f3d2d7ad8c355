/** Actors written by a test and run behind the fence of this machine. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bundle, bundleActor, type BundleOptions } from "../../src/isolation/bundle.ts";
import type { FencedActor } from "../../src/isolation/fenced-actor.ts";
import { createIsolation, type FencedActors, type Isolation } from "../../src/isolation/isolation.ts";
import type { ActorContext } from "../../src/runtime/actor.ts";
import { contextFor } from "../support/actor-context.ts";
import { SILENT } from "../support/operations.ts";

/** Why tests behind the fence are skipped here; `undefined` where it holds. */
export const NO_FENCE = await lackingFence();

export const ACTORS = fileURLToPath(new URL("../../actors", import.meta.url));

async function lackingFence(): Promise<string | undefined> {
  await using isolation = createIsolation({ mayBeWeak: false, clock: { now: Date.now }, log: SILENT });
  return await isolation.fence().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

export interface FencedFolder extends AsyncDisposable {
  readonly isolation: Isolation;
  /** What was logged as a warning. */
  readonly warnings: string[];
  /** Writes files, `actor.ts` among them, and bundles that. */
  bundle(files: Readonly<Record<string, string>>, level?: BundleOptions["level"]): Promise<Bundle>;
  /** Opens actors by the text of their modules. */
  open(...texts: string[]): Promise<FencedActors>;
}

export async function fencedFolder(): Promise<FencedFolder> {
  const root = await mkdtemp(join(tmpdir(), "hub-fenced-"));
  const warnings: string[] = [];
  const log = { ...SILENT, warn: (line: string) => void warnings.push(line) };
  const isolation = createIsolation({ mayBeWeak: false, clock: { now: Date.now }, log });
  const opened: FencedActors[] = [];
  let folders = 0;
  const folder: FencedFolder = {
    isolation,
    warnings,
    async bundle(files, level = "own") {
      const own = join(root, String(folders++));
      for (const [name, text] of Object.entries(files)) await Bun.write(join(own, name), text);
      await writeFile(join(own, ".here"), "");
      return bundleActor(join(own, "actor.ts"), { root: own, level });
    },
    async open(...texts) {
      const bundles = await Promise.all(texts.map((text) => folder.bundle({ "actor.ts": text })));
      const faults = bundles.flatMap((bundle) => bundle.faults);
      if (faults.length > 0) throw new Error(faults.join("; "));
      const fenced = await isolation.open(bundles.map(({ code }) => ({ code, level: "own" as const })));
      opened.push(fenced);
      return fenced;
    },
    async [Symbol.asyncDispose]() {
      for (const fenced of opened) await fenced[Symbol.asyncDispose]();
      await isolation[Symbol.asyncDispose]();
      await rm(root, { recursive: true, force: true });
    },
  };
  return folder;
}

/** The text of an actor whose run is `run`, a function of its input and context; `more` are further fields. */
export function actorText(run: string, more = "", before = ""): string {
  return `import { defineActor, Type } from "agent-api-hub/actor";
    ${before}
    export default defineActor({
      slug: "probe", name: "Probe", description: "Does what a test wants of it, and nothing else.", category: "test",
      version: "1.0.0", tags: ["test"], input: Type.Object({ q: Type.Optional(Type.String({ description: "Anything." })) }),
      output: Type.Unknown(), examples: [{ title: "One", input: { q: "one" } }], cacheTtlSeconds: 0, qualityScore: 1,
      computeUnits: 0, usesLlm: false, price: { tier: "standard" }, hosts: [], timeoutMs: 2000, nextActors: [],
      run: ${run},
      ${more}
    });`;
}

/** The actor itself, or an error with its fault. */
export function served(one: FencedActor | undefined): Extract<FencedActor, { ok: true }> {
  if (one?.ok !== true) throw new Error(one?.fault ?? "nothing was opened");
  return one;
}

/** Runs an actor with an input of its own kind. */
export function runIn(
  { actor }: Extract<FencedActor, { ok: true }>,
  input: object = {},
  context: Partial<ActorContext> = {},
): Promise<unknown> {
  return Promise.resolve(actor.run(input as never, { ...contextFor(actor, { upstreams: new Map() }), ...context }));
}
