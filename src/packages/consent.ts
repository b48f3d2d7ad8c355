/** What an operator is asked to agree to: a version's reach in lines, and what of it is wider than before. */
import type { InstalledVersion } from "./lock-file.ts";
import { sizeText } from "./file-tree.ts";
import { onOneLine } from "./quoted.ts";

/** A line of the screen: what it is about, and what is said of it. */
export type ConsentLine = readonly [label: string, text: string];

/** Every host that is public. */
export const ANY_HOST = "*";
const MAX_LINE = 400;

/** `priceOf` says what a run of a tier costs, for example "0.12 XRP a run". */
export function consentLines(version: InstalledVersion, priceOf: (tier: string) => string): readonly ConsentLine[] {
  const { commit, hosts, publisher, packages } = version;
  const lines: readonly ConsentLine[] = [
    ["actor", `${version.slug} ${version.version}`],
    ["source", version.source + (commit === null ? "" : `, commit ${commit}`)],
    ["publisher", publisher === null ? "nobody has signed it" : `key ${publisher}`],
    ["hosts", hostsText(hosts)],
    ["language model", version.uses_llm ? "asks it, and spends its budget" : "does not ask it"],
    ["price", `${version.tier}: ${priceOf(version.tier)}`],
    ["deadline", `${version.timeout_ms / 1000} s`],
    ["licence", version.licence],
    ["packages", packages.map((each) => `${each.name} ${each.version} (${each.licence})`).join(", ") || "none"],
    ["size", sizeText(version.bundle_bytes)],
  ];
  return lines.map(([label, text]) => [label, onOneLine(text, label === "packages" ? 8_000 : MAX_LINE)]);
}

/** What is different, in lines; of the source only where it is another one. */
export function changedLines(
  before: InstalledVersion,
  after: InstalledVersion,
  priceOf: (tier: string) => string,
): readonly ConsentLine[] {
  const old = new Map(consentLines(before, priceOf));
  return consentLines(after, priceOf).flatMap(([label, text]): ConsentLine[] => {
    const was = old.get(label);
    if (was === text) return [];
    return label === "hosts" ? [[label, hostChanges(before.hosts, after.hosts)]] : [[label, `${was} → ${text}`]];
  });
}

/** How the new version reaches further than the one that was agreed to, in sentences; none where it does not. */
export function widerReach(before: InstalledVersion, after: InstalledVersion): readonly string[] {
  const isOpen = before.hosts.includes(ANY_HOST);
  const newHosts = isOpen ? [] : after.hosts.filter((host) => !before.hosts.includes(host));
  const rank = (tier: string): number => TIERS_BY_PRICE.indexOf(tier);
  return [
    ...(newHosts.length > 0 ? [`It reaches ${hostsText(newHosts)}.`] : []),
    ...(after.uses_llm && !before.uses_llm ? ["It asks the language model."] : []),
    ...(rank(after.tier) > rank(before.tier) ? [`It is sold as ${after.tier} instead of ${before.tier}.`] : []),
    ...(after.timeout_ms > before.timeout_ms ? ["It may take longer."] : []),
    ...(before.publisher === null || after.publisher === before.publisher ? [] : ["Its publisher is another one."]),
  ].map((line) => onOneLine(line, MAX_LINE));
}

/** Whether two lists name the same hosts, in whatever order. */
export function sameHosts(some: readonly string[], others: readonly string[]): boolean {
  return JSON.stringify([...new Set(some)].toSorted()) === JSON.stringify([...new Set(others)].toSorted());
}

const TIERS_BY_PRICE: readonly string[] = ["cached", "standard", "enhanced", "campaign"];

function hostsText(hosts: readonly string[]): string {
  if (hosts.includes(ANY_HOST)) return "* (any public host)";
  return hosts.length === 0 ? "none" : hosts.join(", ");
}

function hostChanges(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((host) => !before.includes(host)).map((host) => `+ ${host}`);
  const gone = before.filter((host) => !after.includes(host)).map((host) => `- ${host}`);
  return onOneLine([...added, ...gone].join(", "), MAX_LINE);
}
