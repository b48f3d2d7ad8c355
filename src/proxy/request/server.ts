/** The base address of a call. A caller may choose among what the description lists, never name a host. */
import { isIP } from "node:net";
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { encode, pathFault } from "./encode.ts";
import { escapeToken } from "./schema.ts";

/** An address with variables, as the description has it. */
export interface ServerTemplate {
  readonly url: string;
  readonly variables: JsonObject;
}

/** Of several the one that the entry's own address is made of: the same host is often listed by http, too. */
export function readServerTemplate(servers: unknown, baseUrl: string): ServerTemplate | undefined {
  const templates = listOf(servers)
    .filter(isObject)
    .filter(({ variables }) => isObject(variables))
    .map(({ url, variables }) => ({ url: textOf(url), variables: objectOf(variables) }));
  return templates.find((one) => byDefault(one) === baseUrl) ?? templates[0];
}

function byDefault({ url, variables }: ServerTemplate): string {
  const filled = url.replace(/\{([^{}]+)\}/g, (_, name: string) => String(objectOf(variables[name]).default));
  return filled.replace(/(?<!\/)\/+$/, "");
}

/** Fills the variables; an open one may only be a segment of the path. */
export function baseFor(
  baseUrl: string,
  template: ServerTemplate | undefined,
  chosen: JsonObject,
): { readonly base: string; readonly issues: readonly Issue[] } {
  const names = Object.keys(chosen);
  if (names.length === 0) return { base: baseUrl, issues: [] };
  const variables = template?.variables ?? {};
  const issues: Issue[] = names
    .filter((name) => !Object.hasOwn(variables, name))
    .map((name) => ({ pointer: `/server/${escapeToken(name)}`, detail: "is no variable of this operation's server" }));
  const base = (template?.url ?? "").replace(/\{([^{}]+)\}/g, (whole, name: string, at: number, url: string) => {
    const { default: byDefault, enum: allowed } = objectOf(variables[name]);
    const value = Object.hasOwn(chosen, name) ? chosen[name] : byDefault;
    const isListed = value === byDefault || listOf(allowed).includes(value);
    if (isListed && (value === byDefault || !isInHost(url, at) || HOST_PART.test(String(value)))) return String(value);
    const isInPath = /^(?:https?:)?\/\/[^/]+\//.test(url.slice(0, at));
    const fault = typeof value !== "string" || !value.isWellFormed() ? "must be text" : pathFault(value);
    const closed = `must be one of ${[byDefault, ...listOf(allowed)].map(String).slice(0, 40).join(", ")}`;
    const detail = isInPath && listOf(allowed).length === 0 ? fault : closed;
    if (detail === undefined) return encode(String(value));
    issues.push({ pointer: `/server/${escapeToken(name)}`, detail });
    return whole;
  });
  const address = (base.startsWith("//") ? `https:${base}` : base).replace(/(?<!\/)\/+$/, "");
  if (issues.length === 0 && !isOfSameDomain(address, baseUrl))
    issues.push({ pointer: "/server", detail: "must not lead to another domain than the entry's" });
  return { base: issues.length === 0 ? address : baseUrl, issues };
}

/** What a variable may put into a host, or a port: nothing that could end it. */
const HOST_PART = /^[\w.-]{1,253}$/;

function isInHost(url: string, at: number): boolean {
  return /^(?:[\w+.-]*:)?(?:\/\/)?[^/?#]*$/.test(url.slice(0, at));
}

/** A list of a description may name any host, and whoever chooses from it trusts only the one the entry shows. */
function isOfSameDomain(address: string, baseUrl: string): boolean {
  const [chosen, known] = [URL.parse(address), URL.parse(baseUrl)];
  if (chosen === null || known === null || chosen.username !== "" || chosen.search !== "" || chosen.hash !== "")
    return false;
  const isSameScheme = chosen.protocol === known.protocol || chosen.protocol === "https:";
  return isSameScheme && (chosen.hostname === known.hostname || domainOf(chosen.hostname) === domainOf(known.hostname));
}

/** "eu.api.example.co.uk" → "example.co.uk", near enough: a second-level name of up to three letters is a registry's. */
function domainOf(host: string): string {
  if (isIP(host.replace(/^\[|\]$/g, "")) !== 0) return host;
  const labels = host.toLowerCase().split(".");
  const isRegistry = labels.length > 2 && (labels.at(-1) ?? "").length === 2 && (labels.at(-2) ?? "").length <= 3;
  return labels.slice(isRegistry ? -3 : -2).join(".");
}
