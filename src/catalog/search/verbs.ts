/** Which HTTP methods do what a verb says. */
import { METHODS } from "../spec/path-item.ts";

const VERBS: readonly (readonly [methods: readonly (typeof METHODS)[number][], verbs: string])[] = [
  [
    ["post"],
    "create add new send post upload make generate launch run start insert submit register invoke schedule trigger publish buy book pay order charge import convert analyze invite share assign reply notify translate transcribe speak log record upload",
  ],
  [
    ["get"],
    "get list search find fetch read show query check lookup retrieve download view browse count status track which who where what how",
  ],
  [["delete"], "delete remove destroy erase cancel revoke unsubscribe drop unfollow"],
  [
    ["put", "patch", "post"],
    "update edit change modify rename set replace put move enable disable turn mark pause resume close reopen archive lock unlock",
  ],
];

const METHOD_BITS: ReadonlyMap<string, number> = new Map(
  VERBS.flatMap(([methods, verbs]) => {
    const bits = methods.reduce((sum, method) => sum | (1 << METHODS.indexOf(method)), 0);
    return verbs.split(" ").map((verb) => [verb, bits] as const);
  }),
);

/** One bit for each place in METHODS; the first verb decides. */
export function methodsFor(words: readonly string[]): number {
  for (const word of words) {
    const bits = METHOD_BITS.get(word);
    if (bits !== undefined) return bits;
  }
  return 0;
}
