/** What a run of an actor comes to: its items frozen as text, held against what it promises. */
import { Type } from "@sinclair/typebox";
import type { Report } from "../actor.ts";
import { HubError } from "../errors.ts";
import type { Answer } from "../ports/answer.ts";
import { faultFinder } from "../schema.ts";

/** Of the items as JSON, which the envelope holds twice. */
const MAX_ANSWER_CHARS = 64 * 1024 * 1024;

/** What a run may say beside its items. */
const asideFault = faultFinder(
  Type.Object({
    warnings: Type.Optional(Type.Array(Type.String())),
    report: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    nextActors: Type.Optional(Type.Array(Type.String())),
  }),
);

/** Freezes what a run said as text. What does not fit the actor's own promise is the actor's fault, not the caller's. */
export function toAnswer(said: Report | readonly unknown[], itemFault: ReturnType<typeof faultFinder>): Answer {
  const { items, warnings, report, nextActors } = Array.isArray(said) ? ({ items: said } as Report) : (said as Report);
  if (!Array.isArray(items)) throw new TypeError("The items are not a list");
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item);
    if (fault !== undefined)
      throw new TypeError(`Item ${index} breaks the output schema: ${fault.pointer} ${fault.detail}`);
  }
  const itemsJson = frozen(items);
  if (warnings === undefined && report === undefined && nextActors === undefined)
    return { itemsJson, count: items.length, warnings: [] };

  const aside = { warnings, report, nextActors };
  const fault = asideFault(aside);
  if (fault !== undefined) throw new TypeError(`Its report is not one: ${fault.pointer} ${fault.detail}`);
  return { itemsJson, count: items.length, warnings: [], ...JSON.parse(frozen(aside)) };
}

function frozen(value: unknown): string {
  const json = JSON.stringify(value);
  if (json.length > MAX_ANSWER_CHARS) {
    throw new HubError("invalid_input", "The answer would be too large: ask for less in one run.");
  }
  return json;
}
