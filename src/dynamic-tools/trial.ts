/** One operation tried on a wish: filled in as far as the words go, and how far that is. */
import { wordsOf } from "../catalog/words.ts";
import type { Callee } from "../proxy/operations.ts";
import type { ApiOperation } from "../proxy/request/operation.ts";
import type { Entry } from "../runtime/catalog.ts";
import type { Constants } from "./constants.ts";
import { fill } from "./fill.ts";
import { placedOf, type Said } from "./listen.ts";
import { fieldSlots, isAside, parameterSlots, wrapperOf } from "./slots.ts";
import type { Spoken } from "./spoken.ts";

/** An entry that a wish has come to. */
export interface Heard {
  readonly entry: Entry;
  readonly said: Said;
  readonly words: Spoken;
}

export interface Trial extends Heard {
  readonly operation: ApiOperation;
  readonly constants: Constants;
  /** How many parameters and fields must be given still, keys and the like aside. */
  readonly open: number;
  /** How many of them are of the path and name a thing that nobody spoke of, or spoke of many: "my customers". */
  readonly openElsewhere: number;
  /** How much of the values that were said it takes: 0 to 1. */
  readonly placedShare: number;
  /** How much of all that was said, words and values, the tool is about: 0 to 1. A value weighs as much as a word that none says. */
  readonly confidence: number;
}

/** A word that is only searched for says less of what the operation is than one it speaks of, and nothing alone. */
const TAKEN_SHARE = 0.5;

export function tryOn({ entry, operation }: Callee, { said, words }: Heard): Trial {
  const outer = fieldSlots(operation);
  const wrapper = wrapperOf(outer, operation);
  const fields = wrapper?.fields ?? outer;
  const hearing = { said, used: new Map<unknown, number>(), isUnspoken: words.isUnspoken };
  const slots = parameterSlots(operation);
  const { lookup } = operation;
  const params = fill(hearing, slots, { lookup, isText: true });
  const body = fill(hearing, fields, { lookup, isText: false });
  const isOpen = (name: string, given: object) => !Object.hasOwn(given, name) && !isAside(name);
  const openParams = operation.parameters.filter(
    (one) => one.required && one.fallback === undefined && isOpen(one.name, params),
  );
  const openFields = fields.filter((one) => one.required && isOpen(one.name, body));
  const values = placedOf(said, hearing.used);
  const placed = values.reduce((sum, sureness) => sum + sureness, 0);
  return {
    entry,
    operation,
    said,
    words,
    constants: {
      params,
      ...(Object.keys(body).length > 0 && { body: wrapper === undefined ? body : { [wrapper.name]: body } }),
    },
    open: openParams.length + openFields.length,
    openElsewhere: openParams.filter(
      (one) =>
        one.in === "path" &&
        // What is made anew has no id yet.
        (operation.method === "POST" || !speaksOfOne(said.plain, slots.find(({ name }) => name === one.name)?.noun)),
    ).length,
    placedShare: share(placed, values.length),
    confidence: share(
      words.spoken + Math.min(words.spoken, TAKEN_SHARE * words.takenBy(hearing.used.keys())) + placed,
      words.all + values.length,
    ),
  };
}

function speaksOfOne(plain: string, noun: string | undefined): boolean {
  return (
    noun !== undefined &&
    wordsOf(plain).join(" ").includes(noun) &&
    !new RegExp(`${noun}e?s\\b`).test(plain.toLowerCase())
  );
}

function share(part: number, all: number): number {
  return all === 0 ? 1 : part / all;
}
