/** Stands in for the fence where a test is about what is around it: an actor is the JSON that its module's text holds. */
import { readFile } from "node:fs/promises";
import type { PackageFence } from "../../src/packages/build.ts";

export interface ToyActor {
  readonly slug: string;
  readonly version: string;
  readonly hosts?: readonly string[];
  readonly usesLlm?: boolean;
  readonly tier?: string;
  readonly timeoutMs?: number;
  readonly word?: string;
}

/** The files of a package that the toy fence can read. */
export function toyPackage(actor: ToyActor, more: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const { slug, version, hosts = [], usesLlm = false, tier = "standard", timeoutMs = 1_000, word = "one" } = actor;
  return {
    "package.json": JSON.stringify({
      name: slug,
      version,
      license: "MIT",
      "agent-api-hub": { actor: "index.ts" },
      ...more,
    }),
    "index.ts": JSON.stringify({ slug, version, hosts, usesLlm, price: { tier }, timeoutMs, word }),
  };
}

export const toyFence: PackageFence = {
  bundle: async (file) => ({ code: new Uint8Array(await readFile(file)), faults: [] }),
  open: async (code) => ({
    description: JSON.parse(new TextDecoder().decode(code)),
    contractFaults: async () => [],
    [Symbol.asyncDispose]: async () => undefined,
  }),
};
