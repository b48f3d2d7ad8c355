/** The actors of the operator's folder: behind the fence, but for those that it says run in the hub's process. */
import { existsSync } from "node:fs";
import { createOwnFolder } from "../../isolation/own-folder.ts";
import type { Isolation } from "../../isolation/isolation.ts";
import { createLoader } from "../../loader/loader.ts";
import type { Logger } from "../../runtime/actor.ts";
import type { Registry } from "../../runtime/actors/registry.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "../telemetry/log.ts";
import { ownFolders } from "./registry.ts";

/** For the operator, and for `/ready`. */
export interface FenceStanding {
  readonly strength: "full" | "weak" | "none";
  readonly sentence: string;
}

export interface OwnActorsDeps {
  readonly registry: Registry;
  readonly log: Log;
  readonly isolation: Isolation;
  /** Told when a file of an actor in this process has changed. */
  readonly changed?: () => void;
}

export interface OwnActors {
  readonly fence?: () => FenceStanding;
  scan(): Promise<void>;
  watch(signal: AbortSignal): void;
}

/** The first scan tells the operator how strong the fence is. */
export function createOwnActors(config: Config, { registry, log, isolation, changed }: OwnActorsDeps): OwnActors {
  const [folder] = ownFolders(config);
  if (folder === undefined) return { scan: async () => undefined, watch: () => undefined };
  const inProcess = new Set(config.ACTORS_IN_PROCESS);
  const fenced = createOwnFolder({ folder, registry, log, isolation, except: inProcess });
  const loaders = [
    fenced,
    ...(inProcess.size === 0
      ? []
      : [
          createLoader({
            folders: [folder],
            registry,
            log,
            only: inProcess,
            level: "own",
            ...(changed && { changed }),
          }),
        ]),
  ];
  let standing: FenceStanding = { strength: "none", sentence: "Not looked for yet." };
  return {
    fence: () => standing,
    async scan() {
      if (!existsSync(`${folder}/.`))
        log.warn(`HUB_ACTORS_DIR: there is no folder ${folder}; its actors are served as soon as there is one.`);
      standing = await standingOf(isolation);
      tellStanding(log, standing);
      for (const loader of loaders) await loader.scan();
      for (const slug of inProcess)
        if (registry.get(slug)?.placement.level !== "own")
          log.warn(`ACTORS_IN_PROCESS: no actor "${slug}" is served from ${folder}.`);
    },
    watch(signal) {
      for (const loader of loaders) loader.watch(signal);
    },
  };
}

/** How strong the fence is here. */
export async function standingOf(isolation: Isolation): Promise<FenceStanding> {
  try {
    const { strength, sentence } = await isolation.fence();
    return { strength, sentence };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { strength: "none", sentence: `Actors that are not built in are refused: ${why}.` };
  }
}

/** In the log, as loudly as it should be heard. */
export function tellStanding(log: Logger, { strength, sentence }: FenceStanding): void {
  if (strength === "full") log.info(sentence);
  else log.warn(sentence);
}
