/** What a run of an actor comes to: its items frozen as text, held against what it promises. */
import { Type } from "@sinclair/typebox";
import type { Report, RowReport } from "../actor.ts";
import { answerTooLarge } from "../errors.ts";
import type { Answer, WholeAnswer } from "../ports/answer.ts";
import { collectorOfTexts } from "../../text/collector.ts";
import { writtenBytes } from "../../text/bytes.ts";
import { isObject } from "../../text/foreign.ts";
import { hasLongValues, LongObject } from "../../text/long-value.ts";
import { faultFinder } from "../schema.ts";

/** Of the items as JSON, which the envelope holds twice. */
const MAX_ANSWER_CHARS = 64 * 1024 * 1024;
/** Enough that writing them one by one costs nothing more. */
const ITEMS_AT_ONCE = 64;

/** What a run may say beside its items. */
const asideFault = faultFinder(
  Type.Object({
    warnings: Type.Optional(Type.Array(Type.String())),
    report: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    nextActors: Type.Optional(Type.Array(Type.String())),
  }),
);

/** Freezes what a run said as text. What does not fit the actor's own promise is the actor's fault, not the caller's. */
export function toAnswer(said: Report | readonly unknown[], itemFault: ReturnType<typeof faultFinder>): WholeAnswer {
  const { items, beside } = partsOf(said);
  if (!Array.isArray(items)) throw new TypeError("The items are not a list");
  judgeItems(items, itemFault);
  const aside = judgedAside(beside);
  const itemsJson = JSON.stringify(items);
  if (itemsJson.length > MAX_ANSWER_CHARS) throw answerTooLarge();
  return { itemsJson, count: items.length, warnings: [], ...aside };
}

/** An answer as a thread hands it over. */
export interface EncodedAnswer extends Omit<Answer, "itemsJson"> {
  /** In UTF-8. */
  readonly items: readonly Uint8Array<ArrayBuffer>[];
}

/** The same in bytes, a few items at a time: all of them, or a text of them, would take their room once more. */
export function toEncodedAnswer(
  said: Report | RowReport | readonly unknown[],
  itemFault: ReturnType<typeof faultFinder>,
): EncodedAnswer {
  const { items, beside } = partsOf(said);
  const aside = judgedAside(beside);
  const json = writtenBytes();
  const leave = collectorOfTexts();
  let chars = 0;
  let count = 0;
  // For itself: put together with anything, a long one would be copied.
  const write = (text: string): void => {
    chars += text.length;
    if (chars >= MAX_ANSWER_CHARS) throw answerTooLarge();
    json.write(text);
    leave(text.length);
  };
  let some: unknown[] = [];
  const writeSome = (): void => {
    if (some.length === 0) return;
    judgeItems(some, itemFault, count);
    write(count === 0 ? "[" : ",");
    write(JSON.stringify(some).slice(1, -1));
    count += some.length;
    some = [];
  };
  for (const item of items) {
    if (isObject(item) && hasLongValues(item)) {
      writeSome();
      judgeItems([item], itemFault, count);
      write(count === 0 ? "[" : ",");
      for (const piece of new LongObject(item).json()) write(piece);
      count++;
    } else if (some.push(item) === ITEMS_AT_ONCE) writeSome();
  }
  writeSome();
  json.write(count === 0 ? "[]" : "]");
  return { items: json.end(), count, warnings: [], ...aside };
}

function partsOf(said: Report | RowReport | readonly unknown[]) {
  if (!isObject(said) && !Array.isArray(said))
    throw new TypeError("The run answered no items: it returns a list of them");
  const { items, ...beside } = Array.isArray(said) ? ({ items: said } as Report) : (said as Report | RowReport);
  if (typeof items?.[Symbol.iterator] !== "function") throw new TypeError("The items are not a list");
  return { items, beside };
}

/** `before`: so many items come before them. */
function judgeItems(items: readonly unknown[], itemFault: ReturnType<typeof faultFinder>, before = 0): void {
  for (const [index, item] of items.entries()) {
    const fault = itemFault(item);
    if (fault !== undefined)
      throw new TypeError(`Item ${before + index} breaks the output schema: ${fault.pointer} ${fault.detail}`);
  }
}

type Aside = Partial<Pick<Answer, "warnings" | "reportJson" | "nextActors">>;

/** A copy, which the actor cannot change any more. */
function judgedAside({ warnings, report, nextActors }: Omit<Report, "items">): Aside {
  if (warnings === undefined && report === undefined && nextActors === undefined) return {};
  const fault = asideFault({ warnings, report, nextActors });
  if (fault !== undefined) throw new TypeError(`Its report is not one: ${fault.pointer} ${fault.detail}`);
  const reportJson = report && JSON.stringify(report);
  const texts = [reportJson ?? "", ...(warnings ?? []), ...(nextActors ?? [])];
  if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_ANSWER_CHARS) throw answerTooLarge();
  return {
    ...(warnings && { warnings: [...warnings] }),
    ...(reportJson !== undefined && { reportJson }),
    ...(nextActors && { nextActors: [...nextActors] }),
  };
}
