/** The packages of this hub, with what installing one needs of the machine: network, git, fence. */
import { homedir } from "node:os";
import { join } from "node:path";
import { createFetch } from "../../net/fetch.ts";
import { createIsolation, type Isolation } from "../../isolation/isolation.ts";
import type { PackageFence } from "../../packages/build.ts";
import type { DownloadArchive } from "../../packages/download.ts";
import { createInstaller, type Installer, type InstallerDeps } from "../../packages/installer.ts";
import { readLockFile } from "../../packages/lock-file.ts";
import { createPackageLoader, type PackageLoader, type PackageLoaderOptions } from "../../packages/loader.ts";
import { registryAddress } from "../../packages/registry-address.ts";
import type { Logger } from "../../runtime/actor.ts";
import { HubError } from "../../runtime/errors.ts";
import { holdFile } from "../../store/processes/exclusive.ts";
import type { Config } from "../settings/config.ts";
import { type FenceStanding, standingOf } from "./own-actors.ts";
import { openInstalled, packageFence } from "./package-fence.ts";
import { guardOf, userAgentOf } from "./registry.ts";

export interface Packages extends AsyncDisposable {
  readonly folder: string;
  readonly fence: PackageFence;
  readonly installer: Installer;
}

export interface PackagesDeps extends Pick<InstallerDeps, "taken" | "consent"> {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

const CLOCK = { now: Date.now };
const LIMITS = { maxBytes: 20 * 1024 * 1024, totalMs: 60_000 };

/** Where installed actors lie. */
export function packagesFolder({ HUB_DATA_DIR }: Pick<Config, "HUB_DATA_DIR">): string {
  return join(HUB_DATA_DIR, "packages");
}

export async function installedSlugs(config: Config): Promise<readonly string[]> {
  return (await readLockFile(packagesFolder(config))).map(({ slug }) => slug);
}

export async function openPackages(config: Config, { env, log, signal, ...deps }: PackagesDeps): Promise<Packages> {
  const folder = packagesFolder(config);
  const isolation = createIsolation({ mayBeWeak: config.ACTOR_FENCE === "weak", clock: CLOCK, log });
  const fence = packageFence(isolation, CLOCK);
  const installer = createInstaller({
    ...deps,
    folder,
    fence,
    download: guardedDownload(config, signal),
    registry: await registryAddress(config.NPM_CONFIG_REGISTRY, homedir()),
    git: { env, signal },
    hold: holdFile,
    now: CLOCK.now,
  });
  return { folder, fence, installer, [Symbol.asyncDispose]: isolation[Symbol.asyncDispose] };
}

export interface ServedPackagesDeps extends Pick<PackageLoaderOptions, "registry" | "log" | "removed"> {
  readonly isolation: Isolation;
  /** Told how strong the fence is, before the first package is opened. */
  readonly fenced?: (standing: FenceStanding) => void;
}

/** Keeps a hub's registry equal to what is installed. */
export function servePackages(config: Config, { isolation, fenced, ...options }: ServedPackagesDeps): PackageLoader {
  let told: Promise<void> | undefined;
  return createPackageLoader({
    ...options,
    folder: packagesFolder(config),
    async open(code, version) {
      await (told ??= standingOf(isolation).then(fenced));
      return openInstalled(isolation, code, version);
    },
  });
}

/** By https only, except to what `NET_ALLOW` names. */
function guardedDownload(config: Config, signal: AbortSignal): DownloadArchive {
  const fetch = createFetch({ userAgent: userAgentOf(config), ...guardOf(config, CLOCK), limits: LIMITS });
  const route = (url: URL) => {
    if (url.protocol !== "https:" && !config.NET_ALLOW.has(url.host.toLowerCase()))
      throw new HubError("url_not_allowed", "The address, or one it leads to, is not https.");
    return { url, trusted: false, known: false };
  };
  return (url) => fetch(url, { signal, route });
}
