/**
 * `bun scripts/patterns/made.ts file …` imports the files and prints, as JSON, the patterns that they put together while
 * they are imported, from whatever constants and helpers.
 */
import { resolve } from "node:path";

const made = new Map<string, { source: string; flags: string }>();
const OriginalRegExp = RegExp;

globalThis.RegExp = new Proxy(OriginalRegExp, {
  construct: (target, given) => noted(Reflect.construct(target, given)),
  apply: (target, _, given) => noted(Reflect.apply(target, undefined, given)),
});

for (const file of process.argv.slice(2)) await import(resolve(file));
process.stdout.write(JSON.stringify([...made.values()]));
process.exit(0);

/** Only what the project's own files make: the rest is for those who keep it. */
function noted(pattern: RegExp): RegExp {
  const frames = (new Error().stack ?? "").split("\n").filter((line) => /[/\\]/.test(line));
  const maker = frames.find((line) => !line.includes("patterns/made.ts")) ?? "";
  const isForeign = /node_modules/.test(maker) || !/[/\\](?:src|plugins|actors)[/\\]/.test(maker);
  if (!isForeign) made.set(String(pattern), { source: pattern.source, flags: pattern.flags });
  return pattern;
}
