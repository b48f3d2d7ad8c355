/** What `llm eval` can be told. */
import type { Args, ArgValues } from "../args.ts";
import type { TokenPrice } from "./eval/report.ts";

export const EVAL_ARGS = {
  only: {
    type: "option",
    hint: "actor or actor/case",
    isMany: true,
    description: `cases of this actor ("dynamic-tool" is one), or the one that begins so; several times for several`,
  },
  "max-tokens": {
    type: "option",
    hint: "number",
    description: "begins no case that could take the total above this",
    read: tokens,
  },
  price: {
    type: "option",
    hint: "in,out",
    description: "what a million tokens cost, for example 0.15,0.60: the report tells the cost",
    read: price,
  },
  "at-least": {
    type: "option",
    hint: "share",
    description: "how many of the answered cases must pass, 0 to 1; left out, 0.9",
    read: share,
  },
  yes: { type: "switch", description: "goes on without being asked" },
  json: { type: "switch", description: "prints the whole report as JSON" },
} as const satisfies Args;

export type EvalOptions = ArgValues<typeof EVAL_ARGS>;

function tokens(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error("needs a whole number");
  return Number(text);
}

function share(text: string): number {
  if (!/^(?:0(?:\.\d+)?|1(?:\.0+)?)$/.test(text)) throw new Error("needs a share from 0 to 1");
  return Number(text);
}

/** "0.15,0.60", in millionths. */
function price(text: string): TokenPrice {
  const found = /^(\d{1,9}(?:\.\d{1,6})?), ?(\d{1,9}(?:\.\d{1,6})?)$/.exec(text.trim());
  if (found === null) throw new Error("needs two amounts with at most 6 decimals, such as 0.15,0.60");
  const [, input = "", output = ""] = found;
  return { input: millionths(input), output: millionths(output) };
}

function millionths(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
}
