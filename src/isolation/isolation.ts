/**
 * Actors that are not the hub's own, each in a process behind the fence.
 *
 * ```ts
 * await using isolation = createIsolation({ mayBeWeak, clock, log });
 * const { code, sha256, faults } = await bundleActor(file, { root, level: "installed" });   // src/isolation/bundle.ts
 * await using fenced = await isolation.open([{ code, reach: { hosts: ["api.example.org"], llm: false } }]);
 * const [one] = fenced.actors;                         // or a fault, in a sentence
 * if (one.ok) registry.offer(id, label, one.actor, sha256, lifetime, one.placement);
 * await exampleFaults(one.actor, context);             // src/isolation/examples.ts: in the child, with a context of yours
 * ```
 *
 * `open` describes each bundle in a child of its own first; the bundles opened together share their children afterwards.
 * Whoever has opened retires it when its actors are replaced (`lifetime.onDispose`): no run is lost by that.
 */
import { createHash } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Logger } from "../runtime/actor.ts";
import type { Clock } from "../runtime/world.ts";
import type { Cause } from "./child-process.ts";
import { createDeaths } from "./deaths.ts";
import { type DescribedBundle, describeBundle } from "./describe-bundle.ts";
import { type Fence, findFence } from "./fence.ts";
import { type BundleSource, type FencedActor, fencedActor } from "./fenced-actor.ts";
import { probeFence } from "./probe.ts";
import { createPool, type Pool } from "./pool.ts";
import { createSlots } from "./slots.ts";
import { createTurns } from "./turns.ts";

export interface IsolationDeps {
  /** `ACTOR_FENCE=weak`. */
  readonly mayBeWeak: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** Told of every child that died of itself. */
  readonly died?: (cause: Cause) => void;
  /** Where programs are looked for; left out, PATH. */
  readonly path?: string;
}

export interface FencedActors extends AsyncDisposable {
  /** In the order of the sources. */
  readonly actors: readonly FencedActor[];
  /** Nothing new is to come: each child ends with its last run, and what comes all the same still has one. */
  retire(): void;
}

export interface Isolation extends AsyncDisposable {
  /** How strong the fence is here. @throws {TypeError} that says what is lacking. */
  fence(): Promise<Fence>;
  /** @throws {TypeError} where there is no fence. */
  open(sources: readonly BundleSource[]): Promise<FencedActors>;
}

/** Of one hub. */
const MAX_CHILDREN = 16;
/** Descriptions that are asked for at once; one that takes longer than most is waited for beside the next. */
const DESCRIBED = { atOnce: 2, most: MAX_CHILDREN, slowMs: 250 };
const MAX_DESCRIBED = 200;

export function createIsolation({ mayBeWeak, clock, log, died, path }: IsolationDeps): Isolation {
  const slots = createSlots(MAX_CHILDREN);
  const pools = new Set<Pool>();
  const retired = new Set<Pool>();
  const turns = createTurns({ ...DESCRIBED, later });
  const described = new Map<string, Promise<DescribedBundle>>();
  let folder: Promise<string> | undefined;
  let around: Promise<Fence> | undefined;
  const fence = (): Promise<Fence> => (around ??= find());

  return {
    fence,
    async open(sources) {
      const fenceHere = await fence();
      const found = await Promise.all(sources.map(({ code }) => describe(code, fenceHere)));
      const bundles = new Map<string, { code: Uint8Array; description: string }>();
      for (const [index, one] of found.entries())
        if (one.ok) bundles.set(one.described.description.slug, { code: sources[index]!.code, description: one.json });
      const deaths = createDeaths({ now: clock.now, warn: (sentence) => log.warn(sentence) });
      const pool = createPool({
        fence: fenceHere,
        slots,
        deaths,
        now: clock.now,
        bundleOf: (slug) => bundles.get(slug) ?? { code: new Uint8Array(), description: "" },
        died(slugs, cause, detail) {
          died?.(cause);
          log.warn(
            `The process of ${slugs.map((slug) => `"${slug}"`).join(", ") || "no actor"} died: ${cause}, ${detail}.`,
          );
        },
      });
      for (const old of retired) if (old.children() === 0) [pools, retired].forEach((set) => set.delete(old));
      pools.add(pool);
      return {
        actors: found.map((one, index) =>
          one.ok ? fencedActor(one.described, sources[index]!, { pool, deaths }) : one,
        ),
        retire() {
          pool.retire();
          retired.add(pool);
        },
        [Symbol.asyncDispose]: close,
      };

      async function close(): Promise<void> {
        pools.delete(pool);
        await pool[Symbol.asyncDispose]();
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools].map((pool) => pool[Symbol.asyncDispose]()));
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true });
    },
  };

  /** The same code says the same of itself, unless it lies: then it ends with the run that finds out. */
  function describe(code: Uint8Array, around: Fence): Promise<DescribedBundle> {
    const digest = createHash("sha256").update(code).digest("hex");
    const known =
      described.get(digest) ??
      turns.take(async () => {
        const one = await describeBundle(code, around);
        if (!one.ok && one.isPassing === true) described.delete(digest);
        return one;
      });
    described.delete(digest);
    described.set(digest, known);
    for (const oldest of described.keys()) if (described.size > MAX_DESCRIBED) described.delete(oldest);
    return known;
  }

  async function find(): Promise<Fence> {
    folder ??= mkdtemp(join(tmpdir(), "agent-api-hub-"));
    await chmod(await folder, 0o755);
    const options = { folder: await folder, ...(path !== undefined && { path }) };
    try {
      const fence = await findFence(options);
      await probeFence(fence);
      return fence;
    } catch (error) {
      if (!mayBeWeak) throw error;
      const fence = await findFence({ ...options, isWeak: true });
      await probeFence(fence);
      return fence;
    }
  }
}

function later(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}
