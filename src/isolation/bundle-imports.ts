/** Which file or module an import of an actor means, and which imports it may not have. */
import { existsSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { hubExport } from "../loader/hub-exports.ts";
import { BUILT_IN, HUB } from "./bundle-hub.ts";

/** What actors outside the project import. */
const OFFERED = "agent-api-hub/actor";

export interface ImportRules {
  /** Absolute path of the folder outside of which nothing of the actor lies. */
  readonly root: string;
  readonly level: "own" | "installed";
  /** Told which import of which file is refused. */
  readonly refuse: (importer: string, what: string) => void;
}

type Importer = "hub" | "actor";

export function importsOf({ root, level, refuse }: ImportRules) {
  return { ownerOf, targetOf, isAbsent };

  function ownerOf(path: string): Importer {
    return isUnder(root, path) ? "actor" : "hub";
  }

  /** The file or `node:` module that an import means; `undefined` for what is refused, which is told. */
  function targetOf(name: string, importer: string): string | undefined {
    const isOfHub = ownerOf(importer) === "hub";
    const isNode = name.startsWith("node:") || BUILT_IN.has(name);
    if (isNode && (isOfHub || level === "own")) return name.startsWith("node:") ? name : `node:${name}`;
    const scheme = /^([a-z][a-z0-9+.-]*):/.exec(name)?.[1];
    if (isNode || scheme !== undefined || name === "bun") {
      refuse(importer, `imports ${JSON.stringify(name)}, which an actor cannot have`);
      return undefined;
    }
    const own = hubExport(name);
    if (own !== undefined) return own;
    if (name.startsWith("agent-api-hub/")) {
      refuse(importer, `imports ${JSON.stringify(name)}, which the hub does not offer`);
      return undefined;
    }
    const isPath = /^\.{0,2}\//.test(name) || name === "." || name === "..";
    const found = resolvedFrom(name, dirname(importer));
    if (found !== undefined && (isOfHub || isUnder(root, found))) return found;
    if (!isOfHub && !isPath && level === "own") {
      const shared = resolvedFrom(name, HUB);
      if (shared !== undefined) return shared;
    }
    // An operator's actor in the project's own tree imports what lies beside it.
    if (found !== undefined && level === "own" && isUnder(HUB, found)) return found;
    const fault = found === undefined ? "is not there" : "lies outside of its folder";
    const hint = !isOfHub && isPath && isOfProject(name) ? `: what the hub offers is imported from "${OFFERED}"` : "";
    refuse(importer, `imports ${JSON.stringify(name)}, which ${fault}${hint}`);
    return undefined;
  }

  function isAbsent(name: string, importer: string): boolean {
    if (!/^@?[a-z][^:]*$/i.test(name) || BUILT_IN.has(name) || name.startsWith("agent-api-hub/")) return false;
    return resolvedFrom(name, dirname(importer)) === undefined && resolvedFrom(name, HUB) === undefined;
  }

  function resolvedFrom(name: string, folder: string): string | undefined {
    try {
      const found = Bun.resolveSync(name.replace(/\?.*/s, ""), folder);
      return found.startsWith(sep) ? found : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Whether it means a file of the hub as the actors of the project do: "../src/runtime/actor.ts". */
function isOfProject(path: string): boolean {
  const inProject = path.replace(/^(?:\.\.?\/)+/, "");
  return inProject.startsWith("src/") && existsSync(join(HUB, inProject));
}

function isUnder(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}
