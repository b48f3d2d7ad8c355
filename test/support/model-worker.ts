/**
 * A process of its own that asks a language model many questions at once on a shared budget:
 *   <database> <base url> <limit> <count>
 * It says "ready", starts when it is sent a line, and says "all asked" when every reservation is decided.
 */
import { once } from "node:events";
import { writeSync } from "node:fs";
import { type ModelBudget, storeBudget } from "../../src/llm/budget.ts";
import { Type } from "../../src/runtime/actor.ts";
import { modelAt } from "./connected-model.ts";
import { openTestStore } from "./stores.ts";

export const QUESTION = {
  prompt: { name: "word", version: "1", text: "Find the word." },
  material: [{ label: "text", text: "bread", from: "caller" as const }],
  answer: Type.Object({ word: Type.String() }),
  maxTokens: 1_000,
};

if (import.meta.main) await work(process.argv.slice(2));

async function work([address = "", baseUrl = "", limit, count]: string[]): Promise<never> {
  const store = await openTestStore(address);
  const shared = storeBudget(store, Number(limit), { now: Date.now });
  let undecided = Number(count);
  const budget: ModelBudget = {
    ...shared,
    async reserve(tokens) {
      const reserved = await shared.reserve(tokens);
      if (--undecided === 0) say("all asked");
      return reserved;
    },
  };
  say("ready");
  await once(process.stdin, "data");
  // One port each: what one knows of the budget must not keep another from asking.
  const questions = Array.from({ length: Number(count) }, () =>
    modelAt({ baseUrl }, { budget })
      .lend(new AbortController().signal)
      .ask(QUESTION)
      .then(
        () => say("answered"),
        () => say("refused"),
      ),
  );
  await Promise.all(questions);
  process.exit(0);
}

function say(line: string): void {
  writeSync(1, `${line}\n`);
}
