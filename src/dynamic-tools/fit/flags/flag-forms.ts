/** What a flag is sent as: true and false, 1 and 0, "true" and "false", "yes" and "no". */
import { listOf, textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import { spellOut } from "../../slots/spelled-names.ts";

export interface FlagForms {
  readonly on: unknown;
  readonly off: unknown;
}

/** `undefined` where the slot is no flag. */
export function flagFormsOf(slot: Slot): FlagForms | undefined {
  if ([slot.schema.type].flat().includes("boolean")) return { on: true, off: false };
  if (isSwitch(slot)) return { on: 1, off: 0 };
  return textForms(slot);
}

/** The ways to write both, the plainest first. */
const WRITTEN: readonly (readonly [on: string, off: string])[] = [
  ["true", "false"],
  ["yes", "no"],
  ["y", "n"],
  ["1", "0"],
];
const IS_WRITTEN = new Set(WRITTEN.flat());

const TOLD: readonly RegExp[] = [
  /^\W{0,4}(?:true or false|true\/false)\W{0,4}$/i,
  /^\W{0,4}true\W{1,3}:/i,
  /\b(?:if|when|set to) (?:set to )?["'`*“]{0,3}true\b/i,
];
/** Without a word of description it says so by its name: "withDeleted", "include_archived". */
const SAYS_SO = /^(?:with|include|includes|show) \p{L}+ed$/u;

function textForms({ name, schema: { type, enum: members, description } }: Slot): FlagForms | undefined {
  if (type !== "string" && type !== undefined) return undefined;
  const listed = listOf(members).map(String);
  if (listed.length > 0) {
    const isAll = listed.every((one) => IS_WRITTEN.has(one.toLowerCase()));
    const lower = listed.map((one) => one.toLowerCase());
    const both = WRITTEN.find((pair) => pair.every((one) => lower.includes(one)));
    if (!isAll || both === undefined) return undefined;
    const [on, off] = both;
    return { on: listed[lower.indexOf(on)], off: listed[lower.indexOf(off)] };
  }
  const about = textOf(description);
  const isFlag = about === "" ? type === "string" && SAYS_SO.test(spellOut(name)) : TOLD.some((one) => one.test(about));
  return isFlag ? { on: "true", off: "false" } : undefined;
}

const IS_ON = /^(?:enabled?|on|active|allow(?:ed)?)$/i;
const IS_OFF = /^(?:disabled?|off|inactive|not ?allowed|disallow(?:ed)?|deny|denied)$/i;

/** "Allowed" and "NotAllowed": a list of which one member is on, and one off. */
export function waysOf({ schema }: Slot): FlagForms | undefined {
  const members = listOf(schema.enum);
  const [on, ...ons] = members.filter((one) => IS_ON.test(String(one)));
  const [off, ...offs] = members.filter((one) => IS_OFF.test(String(one)));
  return on === undefined || off === undefined || ons.length + offs.length > 0 ? undefined : { on, off };
}

/** A number that is 0 or 1. */
function isSwitch({ name, schema: { type, enum: members, description, maximum } }: Slot): boolean {
  if ((type !== "integer" && type !== "number") || Number(maximum) > 1) return false;
  if (/^(?:f )?has /.test(spellOut(name)) && /\b(?:when set|if set)\b/i.test(textOf(description))) return true;
  if ([0, 1].every((one) => listOf(members).includes(one))) return true;
  return /\b(?:0 or 1|1 or 0|if it is 1|if set to 1|set (?:it )?to 1|(?<!from )1 (?:=|for|to) )\b/i.test(
    textOf(description),
  );
}
