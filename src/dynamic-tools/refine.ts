/**
 * A draft bettered by a language model. It may choose among the candidates and fill what they take, and nothing else:
 * whatever of its answer does not hold, the catalogue's own draft stands.
 */
import { type Static, Type } from "@sinclair/typebox";
import type { Callee, FindOperation } from "../proxy/operations.ts";
import { faultsOf } from "../proxy/request/schema.ts";
import type { Catalog } from "../runtime/catalog.ts";
import { HubError } from "../runtime/errors.ts";
import type { Llm } from "../runtime/llm.ts";
import { cutText, oneLine } from "../text/plain-text.ts";
import type { ToolDraft } from "./slots/tool-draft.ts";
import { type Constants, constantsOf } from "./slots/constants.ts";
import { needsOf } from "./slots/needs.ts";
import { REFINE_PROMPT } from "./refine-prompt.ts";
import { isAside, isToBeSaid, ofType, type Slot, slotsOf } from "./slots/slots.ts";
import { type WishJudge, wishJudge } from "./wish-values.ts";

export interface RefineOptions {
  readonly catalog: Catalog;
  readonly find: FindOperation;
  readonly llm: Llm;
  /** The caller's own words. */
  readonly description: string;
}

const MAX_CANDIDATES = 8;
const MAX_SLOTS = 24;
const MAX_CHARS = 12_000;
const MAX_TOKENS = 600;

const Choice = Type.Object({
  slug: Type.String({ maxLength: 100 }),
  values: Type.Array(
    Type.Object({
      place: Type.Union([Type.Literal("params"), Type.Literal("body")]),
      name: Type.String({ maxLength: 200 }),
      value: Type.String({ maxLength: 1000 }),
    }),
    { maxItems: 20 },
  ),
});
type Choice = Static<typeof Choice>;

/** `undefined` where the model is of no help. */
export async function refine(
  draft: ToolDraft,
  { catalog, find, llm, description }: RefineOptions,
): Promise<ToolDraft | undefined> {
  const { callee, candidates } = draft;
  const slugs = [...new Set([callee.entry.slug, ...candidates.map(({ slug }) => slug)])].slice(0, MAX_CANDIDATES);
  const found = await Promise.all(slugs.map((slug) => find(catalog, slug)));
  const callees = new Map(found.flatMap((one) => (one === undefined ? [] : [[one.entry.slug, one]])));
  try {
    const { answer } = await llm.ask({
      prompt: REFINE_PROMPT,
      material: [
        { label: "wish", text: description, from: "caller" },
        // What a description says of itself was written by strangers.
        {
          label: "operations",
          text: [...callees.values()].map(described).join("\n"),
          from: "stranger",
          maxChars: MAX_CHARS,
        },
      ],
      answer: Choice,
      maxTokens: MAX_TOKENS,
      judge: (choice) => faultsIn(choice, callees),
    });
    const chosen = callees.get(answer.slug);
    return chosen && { ...draft, callee: chosen, ...filledBy(answer, chosen, wishJudge(description)) };
  } catch (error) {
    if (error instanceof HubError) return undefined;
    throw error;
  }
}

function described({ entry, operation }: Callee): string {
  const all = slotsOf(operation);
  const slots = (wanted: Slot["place"]) =>
    all
      .filter((slot) => slot.place === wanted && !isAside(slot))
      .sort((a, b) => Number(b.needed) - Number(a.needed))
      .slice(0, MAX_SLOTS)
      .map((slot) => {
        const type = [slot.schema.type].flat().filter((one) => typeof one === "string");
        return `  ${slot.place} ${oneLine(dotted(slot))}${slot.needed ? "!" : ""} ${type.join("|")}`;
      });
  return [
    `${entry.slug} | ${entry.method} ${oneLine(entry.path)} | ${cutText(oneLine(`${entry.apiTitle}: ${entry.name}`), 200)}`,
    ...slots("params"),
    ...slots("body"),
  ].join("\n");
}

/** What of a choice does not hold, in sentences it can be mended by. */
function faultsIn({ slug, values }: Choice, callees: ReadonlyMap<string, Callee>): string[] {
  const callee = callees.get(slug);
  if (callee === undefined) return ["`slug` is none of the operations: copy one letter by letter."];
  return values.flatMap(({ place, name, value }) => {
    const slot = slotOf(callee, place, name);
    if (slot === undefined) return [`The operation takes no "${name}" in "${place}".`];
    const fitting = ofType(value, slot.schema);
    const isText = place === "params";
    const holds =
      fitting !== undefined &&
      faultsOf(fitting, slot.schema, "", { lookup: callee.operation.lookup, isText }).length === 0;
    return holds ? [] : [`"${name}" cannot be that value: leave it out, or write it as its type is.`];
  });
}

/** Keys and tokens are no model's to fill in. */
function slotOf({ operation }: Callee, place: "params" | "body", wanted: string): Slot | undefined {
  return slotsOf(operation).find((slot) => slot.place === place && dotted(slot) === wanted && !isAside(slot));
}

/** "data.name"; positions of arrays are left out. */
function dotted({ path }: Slot): string {
  return path.filter((one) => one !== "0").join(".");
}

/** Of a choice that holds. A value that the wish does not say is left for the caller. */
function filledBy(
  { values }: Choice,
  callee: Callee,
  stands: WishJudge,
): { constants: Constants; needs: ToolDraft["needs"] } {
  const filled = values.flatMap(({ place, name, value }) => {
    const slot = slotOf(callee, place, name);
    const sent = slot && ofType(value, slot.schema);
    return slot === undefined || !stands(sent, slot.schema) ? [] : [{ slot, sent }];
  });
  const given = new Set(filled.map(({ slot }) => `${slot.place} ${dotted(slot)}`));
  const missing = slotsOf(callee.operation).filter(
    (slot) => isToBeSaid(slot) && !given.has(`${slot.place} ${dotted(slot)}`),
  );
  const constants = constantsOf(filled);
  return { constants, needs: needsOf({ operation: callee.operation, constants }, missing) };
}
