/**
 * What every actor keeps, judged by running it: its description, its row of the specification, and its examples
 * against recorded answers. Knows no test runner and no runtime, so that the same judge sits on each of them.
 */
import type { Actor, ActorContext, Report } from "../../src/runtime/actor.ts";
import type { Catalog } from "../../src/runtime/catalog.ts";
import { actorFault } from "../../src/runtime/actors/actor-fault.ts";
import { faultFinder, inputValidator } from "../../src/runtime/schema.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { directoryOf, writtenActors } from "../support/actor-directory.ts";
import { asksModel, lentModel, readAnswers } from "../support/model-answers.ts";
import { readExchanges, recordedUpstream } from "../support/recorded-upstream.ts";
import { SPECIFICATION, type SpecifiedActor, SPECIFIED_VERSION } from "./specification.ts";
import { canonicalJson } from "../../src/runtime/canonical-json.ts";

/** Everything that is wrong with an actor, in sentences; nothing when it keeps the contract. It is lent the catalogue. */
export async function contractFaults(slug: string, candidate: unknown, catalog: Catalog): Promise<string[]> {
  const fault = actorFault(candidate);
  if (fault !== undefined) return [fault];
  const actor = candidate as Actor; // actorFault has just checked every field.
  return [...descriptionFaults(slug, actor), ...specificationFaults(actor), ...(await exampleFaults(actor, catalog))];
}

function descriptionFaults(slug: string, actor: Actor): string[] {
  const faults: string[] = [];
  if (actor.slug !== slug) faults.push(`its slug is "${actor.slug}", its file is ${slug}.ts`);
  if (!/^\d+\.\d+\.\d+$/.test(actor.version)) faults.push(`its version "${actor.version}" is not semantic`);
  if (!/^[A-Z].{30,}\.$/s.test(actor.description)) faults.push("its description is not a sentence that says something");
  if (actor.tags.length === 0) faults.push("it has no tags");
  if (canonicalJson(actor.input) !== canonicalJson(JSON.parse(JSON.stringify(actor.input)))) {
    faults.push("its input schema is not the JSON it is served as");
  }
  for (const [name, property] of Object.entries(actor.input.properties)) {
    if (typeof property.description !== "string") faults.push(`its input "${name}" has no description`);
  }
  for (const next of actor.nextActors) {
    if (!Object.hasOwn(SPECIFICATION, next))
      faults.push(`it suggests "${next}", which the specification does not know`);
  }
  return faults;
}

/** An actor the specification does not list is free in all of this. */
function specificationFaults(actor: Actor): string[] {
  const specified = Object.hasOwn(SPECIFICATION, actor.slug) ? SPECIFICATION[actor.slug] : undefined;
  if (specified === undefined) return [];
  const promised = factsOf({ ...specified, version: SPECIFIED_VERSION }, specified.inputs);
  const found = factsOf({ ...actor, tier: actor.price.tier }, inputsOf(actor, specified));
  return [...new Set([...promised.keys(), ...found.keys()])]
    .filter((fact) => found.get(fact) !== promised.get(fact))
    .map((fact) => `its ${fact} is ${found.get(fact)}, specified is ${promised.get(fact)}`);
}

/** What the specification says of an actor, fact by fact, so that a difference can be named. */
function factsOf(
  row: Omit<SpecifiedActor, "inputs"> & { readonly version: string },
  inputs: SpecifiedActor["inputs"],
): ReadonlyMap<string, string> {
  const { version, category, cacheTtlSeconds, qualityScore, computeUnits, tier, usesLlm } = row;
  const facts: Record<string, unknown> = { version, category, cacheTtlSeconds, qualityScore, computeUnits };
  Object.assign(facts, { tier, usesLlm });
  for (const [name, input] of Object.entries(inputs)) facts[`input "${name}"`] = input;
  return new Map(Object.entries(facts).map(([fact, value]) => [fact, canonicalJson(value)]));
}

/** The actor's inputs in the form of the table; of defaults and choices, only those the table speaks of. */
function inputsOf({ input }: Actor, { inputs }: SpecifiedActor): SpecifiedActor["inputs"] {
  const fields = Object.entries(input.properties).map(([name, property]) => [
    name,
    {
      type: property["type"],
      ...(input.required?.includes(name) && { required: true }),
      ...(inputs[name]?.default !== undefined && { default: property.default }),
      ...(inputs[name]?.enum !== undefined && { enum: property["enum"] }),
    },
  ]);
  return Object.fromEntries(fields);
}

async function exampleFaults(actor: Actor, catalog: Catalog): Promise<string[]> {
  const faults: string[] = [];
  await using upstream = await recordedUpstream(await readExchanges(actor.slug));
  const actors = directoryOf(await writtenActors());
  await using model = await lentModel();
  const answers = await readAnswers(actor.slug);
  const lent = { ...contextFor(actor, upstream), catalog: async () => catalog, actors };
  const reaching = actor.hosts.length === 0 ? withoutNetwork(lent) : lent;
  for (const { title, input } of actor.examples) {
    model.server.script({ say: answers[title] ?? {} });
    const context = asksModel(actor, input) ? { ...reaching, llm: model.llm } : reaching;
    const validation = inputValidator(actor.input)(input);
    if (validation.ok && validation.warnings.length > 0) faults.push(`"${title}": ${validation.warnings.join(" ")}`);
    try {
      const first = await runActor(actor, deepFreeze(structuredClone(input)), context);
      const second = await runActor(actor, deepFreeze(structuredClone(input)), context);
      faults.push(...reportFaults(actor, first).map((fault) => `"${title}": ${fault}`));
      if (JSON.stringify(first) !== JSON.stringify(second)) faults.push(`"${title}": a second run answers differently`);
    } catch (error) {
      faults.push(`"${title}": ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

function reportFaults(actor: Actor, { items, warnings = [], report = {}, nextActors = [] }: Report): string[] {
  const faults: string[] = [];
  const itemFault = faultFinder(actor.output);
  if (items.length === 0) faults.push("no items");
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item);
    if (fault !== undefined) faults.push(`item ${index} at "${fault.pointer}" ${fault.detail}`);
    const genius = item["_genius"] as { readonly index?: unknown } | undefined;
    if (genius !== undefined && (genius.index !== index || Object.keys(item).at(-1) !== "_genius")) {
      faults.push(`item ${index} does not end with its own _genius`);
    }
  }
  const strange = notJson({ items, warnings, report, nextActors }, "");
  if (strange !== undefined) faults.push(`${strange} is not JSON`);
  return faults;
}

/** Pointer to the first value that would not survive being sent as JSON. */
function notJson(value: unknown, pointer: string): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0) ? undefined : pointer;
  if (typeof value !== "object") return pointer;
  const isPlain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value));
  if (!isPlain) return pointer;
  for (const [key, field] of Object.entries(value)) {
    const found = notJson(field, `${pointer}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An actor that declares no hosts works locally: reaching out is a fault, not a refusal it could answer. */
function withoutNetwork(context: ActorContext): ActorContext {
  return {
    ...context,
    fetch: () => Promise.reject(new Error("it reaches for the network but declares no hosts")),
  };
}

/** Writing to a frozen input throws. */
function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
