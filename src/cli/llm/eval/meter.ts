/** Looks on at what is asked of the model: first only to find out what it would cost at most, then what it has cost. */
import type { TObject } from "@sinclair/typebox";
import { costOf } from "../../../llm/most-tokens.ts";
import { HubError } from "../../../runtime/errors.ts";
import type { LanguageModel, Question } from "../../../runtime/llm.ts";

export interface EvalUsage {
  /** Of all questions, those that failed included. */
  readonly tokens: number;
  /** Of questions that were answered; of an estimate, what is likely. */
  readonly input: number;
  readonly output: number;
  /** Requests: a question whose answer had to be mended is two. */
  readonly requests: number;
  readonly questions: number;
}

export interface Meter {
  /** From now on nothing is asked, and what it would cost at most is counted. */
  estimate(): void;
  /** From now on the model is asked. */
  ask(): void;
  /** What was counted since the last call. */
  take(): EvalUsage;
  readonly over: (model: LanguageModel) => LanguageModel;
}

const NOTHING: EvalUsage = { tokens: 0, input: 0, output: 0, requests: 0, questions: 0 };

export function createMeter(modelName: string): Meter {
  let isEstimate = false;
  let usage = NOTHING;
  const add = (more: Partial<EvalUsage>): void => {
    const sums = Object.entries(usage).map(([name, count]) => [name, count + (more[name as keyof EvalUsage] ?? 0)]);
    usage = Object.fromEntries(sums) as unknown as EvalUsage; // Every name of it.
  };
  return {
    estimate: () => void (isEstimate = true),
    ask: () => void (isEstimate = false),
    take() {
      const taken = usage;
      usage = NOTHING;
      return taken;
    },
    over: (model) => ({
      fault: () => (isEstimate ? undefined : model.fault()),
      lend(signal, spend = () => undefined) {
        const llm = model.lend(signal, async (tokens) => {
          add({ tokens, requests: 1 });
          await spend(tokens);
        });
        return {
          async ask(question) {
            add({ questions: 1 });
            if (isEstimate) throw estimated(question as unknown as Question<TObject>);
            const reply = await llm.ask(question);
            add({ input: reply.inputTokens, output: reply.outputTokens });
            return reply;
          },
        };
      },
    }),
  };

  function estimated(question: Question<TObject>): HubError {
    const { most, likelyInput, likelyOutput } = costOf(modelName, question);
    add({ tokens: most, input: likelyInput, output: likelyOutput });
    return new HubError("llm_unavailable", "It is only found out what the question would cost.");
  }
}
