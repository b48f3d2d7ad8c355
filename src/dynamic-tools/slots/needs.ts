/** What a tool needs still, each with a question that a person can answer. */
import { listOf, textOf } from "../../text/foreign.ts";
import { oneLine } from "../../text/plain-text.ts";
import type { ApiOperation } from "../../proxy/request/operation.ts";
import type { Constants } from "./constants.ts";
import { holderName } from "./holders.ts";
import type { Slot } from "./slots.ts";
import { spellOut } from "./spelled-names.ts";

export interface Need {
  /** "/params/city", "/body/data/name": where the answer belongs in the call. */
  readonly pointer: string;
  readonly question: string;
  readonly description?: string;
  readonly choices?: readonly unknown[];
}

const MAX_NEEDS = 12;
const MAX_CHOICES = 12;
const MAX_DESCRIPTION = 200;

/** What is called, and what of its call is there. */
interface ComposedCall {
  readonly operation: Pick<ApiOperation, "bodyRequired">;
  readonly constants: Constants;
}

/** `unsaid` are the slots of what shall be changed, where nothing of it was said. */
export function needsOf(
  { operation, constants }: ComposedCall,
  missing: readonly Slot[],
  unsaid: readonly Slot[] = [],
): Need[] {
  const [first, ...others] = unsaid;
  const asked = first === undefined || others.length > 0 || missing.includes(first) ? missing : [...missing, first];
  const needs = asked.slice(0, MAX_NEEDS).map(needOf);
  if (others.length > 0) return [...needs, CHANGE];
  const lacksBody = operation.bodyRequired && constants.body === undefined;
  return lacksBody && !needs.some(({ pointer }) => pointer.startsWith("/body")) ? [...needs, BODY] : needs;
}

/** Any of several: which one is for the caller to say. */
const CHANGE: Need = { pointer: "/body", question: "What shall be changed, and to what?" };

/** A call without it is refused. */
const BODY: Need = { pointer: "/body", question: "What shall the body hold? No field of it is required." };

function needOf(slot: Slot): Need {
  const description = oneLine(textOf(slot.schema.description)).slice(0, MAX_DESCRIPTION);
  const choices = listOf(slot.schema.enum).slice(0, MAX_CHOICES);
  return {
    pointer: `/${slot.place}/${slot.path.map((one) => one.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`,
    question: questionFor(slot),
    ...(description !== "" && { description }),
    ...(choices.length > 0 && { choices }),
  };
}

function questionFor(slot: Slot): string {
  const { name, noun, schema } = slot;
  const word = spellOut(name);
  const holder = holderName(slot);
  const of = noun ?? (holder === undefined ? undefined : spellOut(holder));
  if (listOf(schema.enum).length > 0) return `Which ${word}?`;
  if (/\bids?$|^id$/.test(word)) {
    const thing = word.replace(/ ?ids?$/, "") || of;
    return thing === undefined ? "Which id?" : `Which ${thing}? Its id is needed.`;
  }
  if (/\bdate\b|\btime\b|^(?:since|until)$/.test(word)) return `When: which ${word}?`;
  if (schema.type === "boolean") return `Shall "${word}" be true or false?`;
  return of === undefined || word.includes(of) ? `What is the ${word}?` : `What is the ${word} of the ${of}?`;
}
