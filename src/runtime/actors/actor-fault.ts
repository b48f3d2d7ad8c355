/** What keeps a would-be actor from being served, in words for whoever wrote it. */
import { TypeGuard } from "@sinclair/typebox";
import { type Actor, TIERS } from "../actor.ts";
import { inputValidator, isCheckable } from "../schema.ts";
import { isPlainSchema, saysJson } from "../served-schema.ts";

const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** The first thing that is wrong with a would-be actor, or `undefined`. */
export function actorFault(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null)
    return "its default export is not an actor: use defineActor({...})";
  const actor = candidate as Partial<Record<keyof Actor, unknown>>;
  if (typeof actor.slug !== "string" || !SLUG.test(actor.slug) || actor.slug.length > 64) {
    return `its slug needs at most 64 characters, lower-case words joined by "-"`;
  }
  for (const field of ["name", "description", "category", "version"] as const) {
    if (typeof actor[field] !== "string" || actor[field].trim() === "") return `its ${field} is missing`;
  }
  for (const field of ["tags", "hosts", "nextActors"] as const) {
    const list = actor[field];
    if (!Array.isArray(list) || list.some((entry) => typeof entry !== "string"))
      return `its ${field} are not a list of strings`;
  }
  const strange = (actor.hosts as readonly string[]).find((host) => !isHost(host));
  if (strange !== undefined)
    return `its hosts have ${JSON.stringify(strange.slice(0, 100))}, which is neither a host name such as "api.example.com" nor "*" for any`;
  if (!TypeGuard.IsObject(actor.input) || !isPlainSchema(actor.input) || !isCheckable(actor.input))
    return "its input is not a plain TypeBox object schema";
  if (!TypeGuard.IsSchema(actor.output) || !isCheckable(actor.output)) return "its output is not a TypeBox schema";
  if (!saysJson(actor.output)) return "its output says what JSON has not: a date is a string there, and so is a BigInt";
  if (!isWithin(actor.cacheTtlSeconds, 0, 31_536_000, Number.isInteger))
    return "its cacheTtlSeconds is not a whole number of seconds from 0";
  if (!isWithin(actor.qualityScore, 0, 1)) return "its qualityScore is not between 0 and 1";
  if (!isWithin(actor.computeUnits, 0, 1e6)) return "its computeUnits is not a number from 0";
  if (!isWithin(actor.timeoutMs, 1, 600_000)) return "its timeoutMs is not between 1 and 600,000";
  if (actor.maxInputBytes !== undefined && !isWithin(actor.maxInputBytes, 1, 64 << 20))
    return "its maxInputBytes is not between 1 and 64 MiB";
  if (actor.selfContained === true && actor.check !== undefined)
    return "it is self-contained and has a check, which a long input does not meet";
  if (typeof actor.usesLlm !== "boolean") return "its usesLlm is not true or false";
  if (actor.effect !== undefined && actor.effect !== "reads" && actor.effect !== "writes")
    return `its effect is not "reads" or "writes"`;
  if (typeof actor.run !== "function") return "it has no run function";
  if (actor.check !== undefined && typeof actor.check !== "function") return "its check is not a function";
  if (actor.canonical !== undefined && typeof actor.canonical !== "function") return "its canonical is not a function";
  const price = actor.price as Partial<Actor["price"]> | undefined;
  if (!TIERS.some((tier) => tier === price?.tier)) return `its price.tier is not one of ${TIERS.join(", ")}`;
  if (price?.charged !== undefined && typeof price.charged !== "function") return "its price.charged is not a function";
  return exampleFault(actor as Actor);
}

function exampleFault({ examples, input }: Actor): string | undefined {
  if (!Array.isArray(examples) || examples.length === 0) return "it has no example";
  const validate = inputValidator(input);
  for (const [index, example] of examples.entries()) {
    const validation = validate(example?.input);
    if (!validation.ok)
      return `its example ${index + 1} is not valid input: ${validation.issues[0]?.pointer} ${validation.issues[0]?.detail}`;
  }
  return undefined;
}

/** As the host of an address is: without scheme, port, path and wildcard. */
function isHost(text: string): boolean {
  if (text === "*") return true;
  const address = `http://${text}`;
  return !text.includes("*") && URL.canParse(address) && new URL(address).hostname === text.toLowerCase();
}

function isWithin(
  value: unknown,
  low: number,
  high: number,
  also: (value: number) => boolean = Number.isFinite,
): boolean {
  return typeof value === "number" && also(value) && value >= low && value <= high;
}
