/** The contract of an actor behind the fence: its examples, run in its child against whatever network they are lent. */
import type { Actor, ActorContext, Report } from "../runtime/actor.ts";
import { faultFinder, inputValidator } from "../runtime/schema.ts";

/**
 * What is wrong with its examples, in sentences: each is run twice, has to answer alike, and its items have to be what
 * the actor promises. An actor that declares no hosts gets no network, whatever the context lends.
 */
export async function exampleFaults(actor: Actor, context: ActorContext): Promise<string[]> {
  const faults: string[] = [];
  const itemFault = faultFinder(actor.output);
  const validate = inputValidator(actor.input);
  const lent = actor.hosts.length === 0 ? { ...context, fetch: undeclared } : context;
  for (const { title, input } of actor.examples) {
    const validation = validate(input);
    if (!validation.ok) {
      faults.push(`"${title}": its input ${validation.issues[0]?.pointer} ${validation.issues[0]?.detail}`);
      continue;
    }
    try {
      const [first, second] = [await itemsOf(validation.value), await itemsOf(validation.value)];
      if (first.length === 0) faults.push(`"${title}": no items`);
      for (const [index, item] of first.entries()) {
        const fault = itemFault(item);
        if (fault !== undefined) faults.push(`"${title}": item ${index} at "${fault.pointer}" ${fault.detail}`);
      }
      if (JSON.stringify(first) !== JSON.stringify(second)) faults.push(`"${title}": a second run answers differently`);
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
      faults.push(`"${title}": ${error instanceof Error ? error.message : String(error)}${cause}`);
    }
  }
  return faults;

  async function itemsOf(input: unknown): Promise<readonly unknown[]> {
    const said = await actor.run(input as never, lent); // It was just held against the schema.
    const items = Array.isArray(said) ? said : (said as Report | null)?.items;
    if (!Array.isArray(items)) throw new TypeError("the items are not a list");
    return items;
  }
}

function undeclared(): Promise<never> {
  return Promise.reject(new TypeError("it reaches for the network but declares no hosts"));
}
