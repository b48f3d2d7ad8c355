/** One case: the actor runs on the material, the model answers, the judges judge. */
import { createOperations } from "../../../proxy/operations.ts";
import { refine } from "../../../dynamic-tools/refine.ts";
import type { FileCatalog } from "../../../catalog/file-catalog/catalog.ts";
import type { Entry } from "../../../runtime/catalog.ts";
import { ModelFault } from "../../../llm/fault.ts";
import { asHubError, type HubError } from "../../../runtime/errors.ts";
import type { LanguageModel, Llm } from "../../../runtime/llm.ts";
import type { Registry } from "../../../runtime/actors/registry.ts";
import { faultFinder } from "../../../runtime/schema.ts";
import { wholeText } from "../../../text/json-text.ts";
import type { Case } from "./cases.ts";
import { JUDGES } from "./judges.ts";
import type { Meter, EvalUsage } from "./meter.ts";
import type { CaseWeb } from "./web.ts";
import type { Operation } from "../../../runtime/run/operation.ts";
import type { Outcome } from "../../../runtime/run/outcome.ts";

export interface EvalTrial {
  readonly actor: string;
  readonly name: string;
  /** "failed": no answer to judge, whatever the model's server said; "not run": the tokens were spent before. */
  readonly verdict: "passed" | "wrong" | "failed" | "not run";
  /** By judge, what is wrong; an empty list is a judge content. */
  readonly judged: Readonly<Record<string, readonly string[]>>;
  /** What was judged, as the caller gets it. */
  readonly item?: Readonly<Record<string, unknown>>;
  /** Why there is no answer to judge. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly usage: EvalUsage;
  readonly seconds: number;
}

export interface TrialWorld {
  readonly registry: Pick<Registry, "get">;
  /** Runs an actor as whoever pays for the model. */
  readonly run: (operation: Operation, input: unknown) => Promise<Outcome>;
  readonly catalog: FileCatalog;
  readonly web: CaseWeb;
  readonly meter: Meter;
  readonly model: LanguageModel;
  readonly signal: AbortSignal;
}

const CANDIDATES = 8;
const find = createOperations();

type TrialAnswer =
  | { readonly item: Readonly<Record<string, unknown>>; readonly fault: string | undefined }
  | { readonly error: Pick<HubError, "code" | "message" | "cause"> };

export async function tryCase(one: Case, world: TrialWorld): Promise<EvalTrial> {
  const { meter, web, catalog } = world;
  meter.take();
  web.read();
  const startedAt = performance.now();
  const answered = one.actor === "dynamic-tool" ? await refined(one, world) : await run(one, world);
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const facts = { actor: one.actor, name: one.name, usage: meter.take(), seconds };
  if ("error" in answered) {
    const { code, message, cause } = answered.error;
    // An answer that does not hold, twice, is the model's; what else fails is its server's.
    const verdict = code === "upstream_invalid" && !(cause instanceof ModelFault) ? "wrong" : "failed";
    const judged = verdict === "wrong" ? { schema: [message] } : {};
    return { ...facts, verdict, judged, error: { code, message } };
  }
  const entries = one.actor === "skill-forge" ? catalogText(catalog) : "";
  const material = [JSON.stringify(one.input), ...Object.values(one.input).map(String), web.read(), entries].join("\n");
  const all = Object.entries(JUDGES).map(
    ([name, judge]) =>
      [name, judge({ case: one, item: answered.item, schemaFault: answered.fault, material })] as const,
  );
  const judged = Object.fromEntries(all.flatMap(([name, faults]) => (faults === undefined ? [] : [[name, faults]])));
  const isGood = Object.values(judged).every((faults) => faults.length === 0);
  return { ...facts, verdict: isGood ? "passed" : "wrong", judged, item: answered.item };
}

async function run({ actor, input }: Case, { registry, run: execute }: TrialWorld): Promise<TrialAnswer> {
  const served = registry.get(actor);
  if (served === undefined) return { error: { code: "unknown_actor", message: `There is no actor "${actor}"` } };
  const outcome = await execute(served.operation, input);
  if (!outcome.ok) return { error: outcome.error };
  const items = JSON.parse(wholeText(outcome.answer.itemsJson)) as Record<string, unknown>[]; // As the envelope shows them.
  const faultOf = faultFinder(served.actor.output);
  const faults = items.flatMap((item) => faultOf(item) ?? []);
  const [item = {}] = items;
  return { item, fault: items.length === 0 ? "no item" : faults.map((one) => `${one.pointer} ${one.detail}`)[0] };
}

/** What a paid call of dynamic-tool asks: the model chooses among what the search finds, and fills in what the wish says. */
async function refined({ input }: Case, { catalog, model, signal }: TrialWorld): Promise<TrialAnswer> {
  const description = String(input["description"]);
  const candidates = near(catalog, description);
  const callee = candidates[0] && (await find(catalog, candidates[0].slug));
  if (callee === undefined) return { error: { code: "not_found", message: "The search finds no candidate" } };
  const draft = {
    callee,
    candidates,
    constants: { params: {} },
    likelihood: 0,
    confidence: 0,
    needs: [],
    nearMisses: [],
  };
  const lent = model.lend(signal);
  let failure: HubError | undefined;
  const llm: Llm = {
    ask: (question) =>
      lent.ask(question).catch((error: unknown) => {
        failure = asHubError(error);
        throw error;
      }),
  };
  const better = await refine(draft, { catalog, find, llm, description });
  if (better === undefined)
    return { error: failure ?? { code: "upstream_invalid", message: "The model was of no help" } };
  const { constants, needs } = better;
  return { item: { slug: better.callee.entry.slug, constants, needs }, fault: undefined };
}

/** What the words find, and what else its API does: the right one must be told from its neighbours. */
function near(catalog: FileCatalog, text: string): Entry[] {
  const found = catalog.search({ text, limit: CANDIDATES, perApi: 0 }).hits.map(({ entry }) => entry);
  const title = found[0]?.apiTitle ?? text;
  const beside = catalog.search({ text: title, limit: CANDIDATES, perApi: 0 }).hits.map(({ entry }) => entry);
  return [...new Map([...found, ...beside].map((entry) => [entry.slug, entry])).values()].slice(0, CANDIDATES);
}

function catalogText(catalog: FileCatalog): string {
  return catalog
    .feed({ featured: false, limit: 1_000, offset: 0 })
    .entries.map(({ slug, name, description, path }) => `${slug} ${name} ${description} ${path}`)
    .join("\n");
}
