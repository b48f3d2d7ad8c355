/** The base address of a call. A caller may choose among what the description lists, never name a host. */
import { type JsonObject, isObject, listOf, objectOf, textOf } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { encode, pathFault } from "./encode.ts";
import { escaped } from "./schema.ts";

/** An address with variables, as the description has it. */
export interface ServerTemplate {
  readonly url: string;
  readonly variables: JsonObject;
}

export function readServerTemplate(servers: unknown): ServerTemplate | undefined {
  const found = listOf(servers).find((server) => isObject(server) && isObject(server.variables));
  return found === undefined
    ? undefined
    : { url: textOf(objectOf(found).url), variables: objectOf(objectOf(found).variables) };
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
    .map((name) => ({ pointer: `/server/${escaped(name)}`, detail: "is no variable of this operation's server" }));
  const base = (template?.url ?? "").replace(/\{([^{}]+)\}/g, (whole, name: string, at: number, url: string) => {
    const { default: byDefault, enum: allowed } = objectOf(variables[name]);
    const value = Object.hasOwn(chosen, name) ? chosen[name] : byDefault;
    const isListed = value === byDefault || listOf(allowed).includes(value);
    if (isListed) return String(value);
    const isInPath = /^(?:https?:)?\/\/[^/]+\//.test(url.slice(0, at));
    const fault = typeof value !== "string" || !value.isWellFormed() ? "must be text" : pathFault(value);
    const closed = `must be one of ${[byDefault, ...listOf(allowed)].map(String).slice(0, 40).join(", ")}`;
    const detail = isInPath && listOf(allowed).length === 0 ? fault : closed;
    if (detail === undefined) return encode(String(value));
    issues.push({ pointer: `/server/${escaped(name)}`, detail });
    return whole;
  });
  return { base: (base.startsWith("//") ? `https:${base}` : base).replace(/(?<!\/)\/+$/, ""), issues };
}
