/** What the installation of a package and its service ask of the fence. */
import { bundleActor } from "../../isolation/bundle.ts";
import { exampleFaults } from "../../isolation/examples.ts";
import type { FencedActor } from "../../isolation/fenced-actor.ts";
import type { FencedActors, Isolation } from "../../isolation/isolation.ts";
import { allowHosts } from "../../net/host-allowlist.ts";
import type { PackageFence } from "../../packages/build.ts";
import { type OpenPackage, PassingFault } from "../../packages/loader.ts";
import type { InstalledVersion } from "../../packages/lock-file.ts";
import { type RecordedAnswers, recordedFetch, recordedModel } from "../../packages/recorded.ts";
import type { ActorContext } from "../../runtime/actor.ts";
import { HubError } from "../../runtime/errors.ts";
import { inline } from "../../runtime/offload.ts";
import type { Clock } from "../../runtime/world.ts";

type Fenced = Extract<FencedActor, { ok: true }>;

export function packageFence(isolation: Isolation, clock: Clock): PackageFence {
  return {
    bundle: (file, folder) => bundleActor(file, { root: folder, level: "installed" }),
    async open(code) {
      const opened = await openOne(isolation, code);
      const { actor } = opened;
      return {
        ...opened,
        contractFaults: (recorded) => exampleFaults(actor, offline(actor.hosts, recorded, clock)),
      };
    },
  };
}

/**
 * With no more than what was agreed to, whatever its code says by now. A run that was bought before it is replaced may
 * begin after that: it has a process still.
 */
export async function openInstalled(
  isolation: Isolation,
  code: Uint8Array,
  { hosts, uses_llm: llm }: Pick<InstalledVersion, "hosts" | "uses_llm">,
): Promise<OpenPackage> {
  const { retire, ...opened } = await openOne(isolation, code, { hosts, llm });
  return { ...opened, [Symbol.asyncDispose]: async () => retire() };
}

async function openOne(
  isolation: Isolation,
  code: Uint8Array,
  reach?: { readonly hosts: readonly string[]; readonly llm: boolean },
): Promise<Omit<Fenced, "ok"> & Pick<FencedActors, "retire"> & AsyncDisposable> {
  const fenced = await isolation.open([{ code, level: "installed", ...(reach && { reach }) }]);
  const [one] = fenced.actors;
  if (one?.ok === true)
    return { ...one, retire: fenced.retire, [Symbol.asyncDispose]: () => fenced[Symbol.asyncDispose]() };
  await fenced[Symbol.asyncDispose]();
  const fault = one?.fault ?? "it did not say what it is";
  throw one?.isPassing === true ? new PassingFault(fault) : new TypeError(fault);
}

/** A world of what was recorded, in which no time passes, and nothing else. */
function offline(hosts: readonly string[], recorded: RecordedAnswers, clock: Clock): ActorContext {
  const now = clock.now();
  const { signal } = new AbortController();
  const silent = () => undefined;
  return {
    signal,
    fetch: allowHosts({ hosts, upstreams: new Map(), fetch: recordedFetch(recorded) })(signal),
    now: () => now,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    catalog: () => Promise.reject(new HubError("overloaded", "There is no catalogue in a contract test.")),
    actors: { list: async () => [], validate: async () => undefined },
    offload: inline,
    onDispose: silent,
    llm: recordedModel(recorded),
  };
}
