/** `bun run actor add|update|rollback|remove|list|test|sign|keygen`: actors from strangers, and one's own for others. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Config, loadConfig } from "../app/settings/config.ts";
import { openPackages, packagesFolder, type Packages } from "../app/actors/packages.ts";
import { createLog } from "../app/telemetry/log.ts";
import { keepPrivate } from "../app/process/private-files.ts";
import { consentLines } from "../packages/consent.ts";
import { readFolder } from "../packages/folder.ts";
import { versionFault } from "../packages/installer.ts";
import { type InstalledVersion, readLockFile } from "../packages/lock-file.ts";
import { readManifest } from "../packages/manifest.ts";
import { generateKey, SIGNATURE_FILE, signFiles } from "../packages/signature.ts";
import { SOURCE_FORMS } from "../packages/source.ts";
import { OperatorError } from "../runtime/errors.ts";
import { formatXrp } from "../runtime/money.ts";
import { createConsent, linesText, terminalAsk } from "./actor-consent.ts";
import { audited } from "./audited.ts";
import { defineCommand } from "./command.ts";
import { actorSources } from "./local-runtime.ts";
import { linkHub } from "./new-package.ts";
import { printable } from "./printable.ts";
import { stoppedBy } from "./stopped-by.ts";

const SLUG = { type: "word", hint: "slug", isRequired: true, description: "an installed actor" } as const;
const SOURCE = { type: "word", hint: "source", description: SOURCE_FORMS } as const;
const CONSENT = {
  yes: { type: "switch", description: "agrees without being asked; needs --hosts" },
  hosts: {
    type: "option",
    hint: "host,…",
    description: 'exactly the hosts that it reaches, "*" for any, "none" for none',
    read: hostsOf,
  },
} as const;

const add = defineCommand({
  name: "actor add",
  summary: "Installs an actor of somebody else's, after showing what it reaches.",
  args: { source: { ...SOURCE, isRequired: true }, ...CONSENT },
  async run({ source, yes, hosts }) {
    await using packages = await open({ yes, hosts });
    const version = await packages.audited("install_actor", () => packages.installer.add(source), wordsOf);
    return tell(version, (it) => `Installed "${it.slug}" ${it.version}. A running hub serves it within seconds.`);
  },
});

const update = defineCommand({
  name: "actor update",
  summary: "Installs what its source has now; asks again where it reaches further.",
  args: {
    slug: SLUG,
    source: { ...SOURCE, description: `another source: ${SOURCE_FORMS}` },
    ...CONSENT,
    "new-key": { type: "switch", description: "takes a publisher's key other than the one that is pinned" },
  },
  async run({ slug, source, yes, hosts, "new-key": mayChangeKey }) {
    await using packages = await open({ yes, hosts });
    const updated = await packages.audited(
      "update_actor",
      () => packages.installer.update(slug, { source, mayChangeKey }),
      (made) => (made?.isNew === true ? wordsOf(made.version) : undefined),
    );
    return tell(updated?.version, (it) =>
      updated?.isNew === true
        ? `Updated "${it.slug}" to ${it.version}. "actor rollback ${it.slug}" puts the version before back.`
        : `"${it.slug}" ${it.version} is what its source has.`,
    );
  },
});

const rollback = defineCommand({
  name: "actor rollback",
  summary: "Puts the version before the last update back; done twice, it undoes itself.",
  args: { slug: SLUG },
  async run({ slug }) {
    await using packages = await open();
    const version = await packages.audited("roll_back_actor", () => packages.installer.rollback(slug), wordsOf);
    return tell(version, (it) => `"${it.slug}" is ${it.version} again.`);
  },
});

const remove = defineCommand({
  name: "actor remove",
  summary: "Removes an installed actor; a running hub finishes its runs and forgets its answers.",
  args: { slug: SLUG },
  async run({ slug }) {
    await using packages = await open();
    await packages.audited(
      "remove_actor",
      () => packages.installer.remove(slug),
      () => slug,
    );
    return say(`Removed "${slug}".`);
  },
});

const list = defineCommand({
  name: "actor list",
  summary: "Lists the installed actors, and with --check whether each is as it was installed.",
  args: { check: { type: "switch", description: "holds every bundle against the lock file, behind the fence" } },
  async run({ check }) {
    const config = loadConfig(process.env);
    const actors = await readLockFile(packagesFolder(config));
    if (!check) {
      if (!process.stdout.isTTY) return say(JSON.stringify(actors, null, 2));
      const texts = actors.map((actor) => linesText(consentLines(actor, priceOf(config))));
      return say(texts.length === 0 ? "No actor is installed." : texts.join("\n\n"));
    }
    await using packages = await open();
    let faults = 0;
    for (const { previous, ...served } of actors)
      for (const version of previous === null ? [served] : [served, previous]) {
        const fault = await versionFault(packages.folder, version, packages.fence);
        if (fault !== undefined) faults++;
        say(fault ?? `"${version.slug}" ${version.version} is as it was installed.`);
      }
    return faults === 0 ? 0 : 1;
  },
});

const attempt = defineCommand({
  name: "actor test",
  summary: "Bundles, describes and contract-tests a package behind the fence; installs nothing.",
  args: { source: { ...SOURCE, isRequired: true } },
  async run({ source }) {
    if (existsSync(join(source, "package.json"))) await linkHub(source);
    await using packages = await open();
    const { version } = await packages.installer.attempt(source);
    return say(`${linesText(consentLines(version, packages.priceOf))}\n\nIt can be installed.`);
  },
});

const sign = defineCommand({
  name: "actor sign",
  summary: `Signs the files of a package: writes its ${SIGNATURE_FILE}.`,
  args: {
    folder: { type: "word", hint: "folder", isRequired: true, description: "the package" },
    key: { type: "option", hint: "file", isRequired: true, description: 'a private key of "actor keygen"' },
  },
  async run({ folder, key }) {
    const files = await readFolder(resolve(folder));
    readManifest(files);
    const text = await signFiles(files, await readFile(key, "utf8"));
    await writeFile(join(resolve(folder), SIGNATURE_FILE), text, { mode: 0o644, flush: true });
    return say(`Signed ${files.size - Number(files.has(SIGNATURE_FILE))} files.`);
  },
});

const keygen = defineCommand({
  name: "actor keygen",
  summary: "Makes a key to sign packages with.",
  args: { file: { type: "word", hint: "file", isRequired: true, description: "takes the private key" } },
  async run({ file }) {
    if (existsSync(file)) throw new OperatorError(`Cannot write ${file}: it is there already.`);
    const { privateKey, publisher } = await generateKey();
    await writeFile(file, privateKey, { mode: 0o600, flag: "wx", flush: true });
    return say(`Wrote ${file}; whoever has it signs in your name. Your public key: ${publisher}`);
  },
});

/** By the word after "actor": no actor may have such a slug. */
export const PACKAGE_COMMANDS = new Map(
  [add, update, rollback, remove, list, attempt, sign, keygen].map((command) => [
    command.name.slice("actor ".length),
    command,
  ]),
);

interface Agreement {
  readonly yes: boolean;
  readonly hosts: readonly string[] | undefined;
}

interface OpenPackages extends Packages {
  readonly priceOf: (tier: string) => string;
  audited<Result>(
    action: string,
    change: () => Promise<Result>,
    wordsOf: (changed: Result) => string | undefined,
  ): Promise<Result>;
}

async function open({ yes, hosts }: Agreement = { yes: false, hosts: undefined }): Promise<OpenPackages> {
  const config = loadConfig(process.env);
  keepPrivate(config.HUB_DATA_DIR);
  const taken = new Map((await actorSources(config)).map(({ name, label }) => [name, label]));
  for (const word of PACKAGE_COMMANDS.keys()) taken.set(word, `the command "actor ${word}"`);
  const packages = await openPackages(config, {
    env: process.env,
    log: createLog("warn", "json", 2),
    signal: stoppedBy("Stopped; nothing was changed."),
    taken,
    consent: createConsent({
      isAgreed: yes,
      hosts,
      priceOf: priceOf(config),
      show: (text) => void process.stdout.write(text),
      ask: terminalAsk(),
    }),
  });
  return { ...packages, priceOf: priceOf(config), audited: (...what) => audited(config, ...what) };
}

/** What of a version the audit keeps: no source, which may hold a password. */
function wordsOf(version: InstalledVersion | undefined): string | undefined {
  return version && `${version.slug} ${version.version}, sha256 ${version.bundle_sha256}`;
}

function priceOf(config: Config): (tier: string) => string {
  const prices: Readonly<Record<string, bigint>> = {
    standard: config.PRICE_STANDARD_XRP,
    enhanced: config.PRICE_ENHANCED_XRP,
    campaign: config.PRICE_CAMPAIGN_XRP,
    cached: config.PRICE_CACHED_XRP,
  };
  return (tier) => {
    const drops = [...config.CHARGED_TIERS].some((charged) => charged === tier) ? prices[tier] : undefined;
    return drops === undefined ? "free on this hub" : `${formatXrp(drops)} XRP a run on this hub`;
  };
}

function hostsOf(text: string): readonly string[] {
  if (text === "none") return [];
  const hosts = text.split(",").map((host) => host.trim().toLowerCase());
  if (hosts.some((host) => host === "")) throw new Error('needs hosts separated by commas, or "none"');
  return hosts;
}

function tell(version: InstalledVersion | undefined, sentence: (version: InstalledVersion) => string): number {
  if (version === undefined) throw new OperatorError("Not agreed to; nothing was changed.");
  return say(sentence(version));
}

function say(text: string): number {
  process.stdout.write(`${printable(text)}\n`);
  return 0;
}
