/** `bun run llm doctor`: asks the configured language model, and tells how it answers and what each actor costs of it. */
import { type Config, loadConfig } from "../../app/settings/config.ts";
import { dailyTokens } from "../../app/parts/llm.ts";
import type { ConnectedModel } from "../../llm/model.ts";
import { Type } from "../../runtime/actor.ts";
import { asHubError } from "../../runtime/errors.ts";
import { formatXrp } from "../../runtime/money.ts";
import type { ServedActor } from "../../runtime/actors/registry.ts";
import { defineCommand, defineGroup } from "../command.ts";
import { evalCommand } from "./eval.ts";
import { longMaterialRead } from "./long-material.ts";
import { formatItems } from "../table.ts";
import { actorSources, openLocalRuntime, type LocalRuntime } from "../local-runtime.ts";

/** Costs next to nothing, and shows what the server knows. */
const PROBE = {
  prompt: { name: "doctor", version: "1", text: `Answer with the sum of the two numbers in the block "numbers".` },
  material: [{ label: "numbers", text: "17 and 25", from: "hub" as const }],
  answer: Type.Object({ sum: Type.Number() }),
  maxTokens: 200,
};

const doctor = defineCommand({
  name: "llm doctor",
  summary:
    "Asks the model a short and a long question, then runs an example of each actor that uses it. This costs tokens.",
  args: {
    slugs: { type: "word", hint: "slug", isMany: true, description: "the actors to run instead of all" },
    "endpoint-only": { type: "switch", description: "run no actor" },
  },
  notes: "The model is the one at LLM_BASE_URL.",
  run: ({ slugs, "endpoint-only": isEndpointOnly }) => examine(slugs, isEndpointOnly),
});

export const llmCommand = defineGroup({
  name: "llm",
  summary: "Says how the configured language model answers, how good its answers are, and what each actor costs of it.",
  commands: [doctor, evalCommand],
});

async function examine(slugs: readonly string[], isEndpointOnly: boolean): Promise<number> {
  const config = loadConfig(process.env);
  if (config.LLM_BASE_URL === undefined) {
    say("No language model is configured: set LLM_BASE_URL and LLM_MODEL. Charged runs are answered 503 without one.");
    return 1;
  }
  await using runtime = await openLocalRuntime(config, await actorSources(config));
  const { model } = runtime;
  if (model === undefined || !(await isEndpointSound(config, model))) return 1;
  return isEndpointOnly || (await areActorsSound(config, runtime, model, slugs)) ? 0 : 1;
}

async function isEndpointSound(config: Config, model: ConnectedModel): Promise<boolean> {
  say(`endpoint           ${config.LLM_BASE_URL}, model ${config.LLM_MODEL}`);
  const limit = dailyTokens(config);
  const { tokens } = await model.today();
  say(`budget             ${tokens} of ${limit ?? "unlimited"} tokens spent or set aside today`);
  const startedAt = performance.now();
  try {
    const llm = model.lend(new AbortController().signal);
    const { answer, inputTokens, outputTokens } = await llm.ask(PROBE);
    const { hasSchemas, hasUsage, hasStream, thinks, limitName } = model.dialect();
    say(`latency            ${seconds(startedAt)} s for ${inputTokens} + ${outputTokens} tokens`);
    say(`structured output  ${hasSchemas ? "by schema (response_format)" : "none: answers are asked for in words"}`);
    say(`token counts       ${hasUsage ? "by the server" : "none: the worst case is counted"}, limit by ${limitName}`);
    say(
      `answers            ${hasStream ? "streamed" : "sent whole"}${thinks ? ", after thoughts, which get room of their own" : ""}`,
    );
    say(`arithmetic         17 + 25 = ${answer.sum}`);
    say(`long material      ${await longMaterialRead(llm)}`);
    return true;
  } catch (error) {
    const { message, cause } = asHubError(error);
    const reason = cause instanceof Error ? ` ${cause.message} ${String(cause.cause ?? "")}` : "";
    say(`It does not answer: ${message}${reason}`.trimEnd());
    return false;
  }
}

async function areActorsSound(
  config: Config,
  runtime: LocalRuntime,
  model: ConnectedModel,
  slugs: readonly string[],
): Promise<boolean> {
  const rows: Record<string, unknown>[] = [];
  const asking = runtime.registry.list().filter(({ actor }) => actor.usesLlm);
  for (const served of asking.filter(({ actor }) => slugs.length === 0 || slugs.includes(actor.slug))) {
    const before = (await model.today()).tokens;
    const row = await examined(config, runtime, served);
    // An example whose page or feed cannot be fetched says nothing of the model.
    const isAsked = row["verdict"] === "ok" || (await model.today()).tokens > before;
    rows.push(isAsked ? row : { ...row, verdict: `not asked: ${row["verdict"]}` });
  }
  say(`
${formatItems(rows, process.stdout.columns ?? 160)}`);
  return rows.every(({ verdict }) => verdict === "ok" || String(verdict).startsWith("not asked"));
}

/** Runs the first example that asks the model. */
async function examined(config: Config, runtime: LocalRuntime, served: ServedActor): Promise<Record<string, unknown>> {
  const { actor } = served;
  const example = actor.examples.find(({ input }) => actor.price.charged?.(input as never) ?? true); // Valid input.
  const row = { actor: actor.slug, price_xrp: formatXrp(priceOf(config, served)) };
  const startedAt = performance.now();
  const outcome = await runtime.run(served.operation, example?.input);
  if (!outcome.ok)
    return { ...row, seconds: seconds(startedAt), tokens_in: "", tokens_out: "", verdict: outcome.error.message };
  const { input_tokens: input = "", output_tokens: output = "" } = JSON.parse(outcome.answer.reportJson ?? "{}");
  return { ...row, seconds: seconds(startedAt), tokens_in: input, tokens_out: output, verdict: "ok" };
}

function priceOf(config: Config, { actor }: ServedActor): bigint {
  if (!config.CHARGED_TIERS.has(actor.price.tier)) return 0n;
  const name = `PRICE_${actor.price.tier.toUpperCase() as Uppercase<typeof actor.price.tier>}_XRP` as const;
  return config[name];
}

function seconds(startedAt: number): string {
  return ((performance.now() - startedAt) / 1000).toFixed(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
