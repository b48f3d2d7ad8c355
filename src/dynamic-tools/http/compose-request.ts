/** The tool of a request that somebody wrote out: the operation at its address, with what it holds filled in. */
import type { FindOperation } from "../../proxy/operations.ts";
import type { Catalog, Entry } from "../../runtime/catalog.ts";
import type { ToolDraft } from "../slots/tool-draft.ts";
import { assignmentsIn } from "../fill/assignments.ts";
import { isGiven } from "../fill/required.ts";
import { takenForm } from "../fill/taken-form.ts";
import { constantsOf } from "../slots/constants.ts";
import { needsOf } from "../slots/needs.ts";
import { isCredential, isToBeSaid, type Slot, slotsOf } from "../slots/slots.ts";
import { parseWish } from "../words/wish/wish.ts";
import { entryCalled } from "./find-entry.ts";
import { requestIn } from "./request-said.ts";

/** An address tells its operation as surely as words can; a path that several services have does not. */
const OF_ADDRESS = 0.95;
const OF_PATH = 0.5;
const MAX_NEAR = 3;

/** The nearest entries where the words are a request and no operation has its address; `undefined` where they are none. */
export async function composeRequest(
  catalog: Catalog,
  find: FindOperation,
  { description, limit }: { readonly description: string; readonly limit: number },
): Promise<ToolDraft | { readonly near: readonly Entry[] } | undefined> {
  const said = requestIn(description);
  if (said === undefined) return undefined;
  const { called, near } = await entryCalled(catalog, said);
  const callee = called && (await find(catalog, called.entry.slug));
  if (called === undefined || callee === undefined) return said.isAlone ? { near: near.slice(0, limit) } : undefined;
  const slots = slotsOf(callee.operation);
  const { lookup } = callee.operation;
  const filled: { readonly slot: Slot; readonly sent: unknown }[] = [];
  const put = (slot: Slot | undefined, forms: readonly unknown[]): void => {
    if (slot === undefined || isCredential(slot) || filled.some((one) => one.slot === slot)) return;
    const sent = takenForm(slot, forms, lookup);
    if (sent !== undefined) filled.push({ slot, sent });
  };
  const named = (place: Slot["place"], name: string) =>
    slots.find((one) => one.place === place && one.path.join(".") === name);
  for (const [name, value] of called.params) put(named("params", name), [value]);
  // Some take in a body what they take in the address as well.
  for (const [name, all] of grouped(said.query)) put(named("params", name) ?? named("body", name), formsOf(all));
  for (const [name, all] of grouped(said.form)) put(named("body", dotted(name)), formsOf(all));
  for (const { slot, forms } of assignmentsIn(
    parseWish(said.rest, () => false),
    slots,
  ))
    put(slot, forms);
  // A body is sent as it was written: the call itself judges it.
  const constants = { ...constantsOf(filled), ...(said.body && { body: said.body }) };
  const likelihood = called.others.length === 0 ? OF_ADDRESS : OF_PATH;
  const missing = slots.filter((slot) => isToBeSaid(slot) && !isGiven(slot, constants));
  return {
    callee,
    constants,
    likelihood,
    confidence: likelihood,
    needs: needsOf({ operation: callee.operation, constants }, missing),
    nearMisses: called.others.slice(0, MAX_NEAR),
    candidates: [callee.entry, ...called.others].slice(0, limit),
  };
}

/** "customer[address][city]" is `customer.address.city`. */
function dotted(name: string): string {
  return name.replace(/\[([^\][]*)\]/g, ".$1").replace(/\.$/, "");
}

function grouped(pairs: readonly (readonly [string, string])[]): (readonly [string, string[]])[] {
  return [...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, value]) => value)]);
}

function formsOf(values: readonly string[]): unknown[] {
  const [first = ""] = values;
  const several = values.length > 1 ? values : first.split(",");
  const flag = /^(?:true|false)$/.test(first) ? [first === "true"] : [];
  return values.length > 1 ? [several, values.join(",")] : [...flag, first, several];
}
