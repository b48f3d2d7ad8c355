/**
 * Wishes said otherwise by rules: the tool must stay the same. Told is of how many the entry changes, and of how many the
 * request; and how many wishes that want nothing changed or deleted get what does either.
 */
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { compose } from "../../src/dynamic-tools/compose.ts";
import { effectOfOperation } from "../../src/dynamic-tools/words/verbs/operation-effect.ts";
import { createOperations } from "../../src/proxy/operations.ts";

export interface Wish {
  readonly id: string;
  readonly wish: string;
  readonly right: readonly string[];
}

interface Variant {
  readonly text: string;
  /** What stands for something else in it, and for what. */
  readonly swapped?: ReadonlyMap<string, string>;
}

const QUOTED_OR_VALUE = /"[^"]*"|\S*[\d@/_]\S*/g;

/** Words of politeness around a request, in the languages that are read. */
const POLITE: readonly (readonly [before: string, after: string])[] = [
  ["could you please ", ", thanks"],
  ["I'd like you to ", ""],
  ["Hi, can you ", "? Thank you very much!"],
  ["I was wondering if you could ", ", please"],
  ["könntest du bitte ", "? Vielen Dank"],
  ["¿podrías ", ", por favor?"],
  ["bonjour, pourriez-vous ", ", s'il vous plaît ?"],
  ["você poderia ", ", por favor? obrigado"],
];

/** Each tells the wish otherwise, or `undefined` where there is nothing to change. */
const RULES: Readonly<Record<string, (wish: string) => Variant | undefined>> = {
  "in lower case": (wish) =>
    changed(
      wish,
      outsideValues(wish, (words) => words.toLowerCase()),
    ),
  "without its end": (wish) => changed(wish, wish.replace(/[.!?]+$/, "")),
  politely: (wish) => ({ text: `could you please ${wish.replace(/^\p{Lu}(?=\p{Ll})/u, lower)}, thanks` }),
  "politely in five languages": (wish) => {
    const [before, after] = POLITE[wish.length % POLITE.length] ?? ["", ""];
    return { text: before + wish.replace(/^\p{Lu}(?=\p{Ll})/u, lower).replace(/[.!?]+$/, "") + after };
  },
  "with a typo": (wish) => changed(wish, withTypo(wish)),
  "of other values": otherValues,
  "the last sentence first": (wish) => changed(wish, lastFirst(wish)),
};

export async function reportRephrased(catalogPath: string, wishes: readonly Wish[]): Promise<void> {
  const catalog = openCatalog(catalogPath, Math.random);
  const find = createOperations();
  const tool = async (description: string) => {
    const composed = await compose(catalog, find, { description, limit: 5, now: Date.now() });
    return composed.ok ? composed.draft : undefined;
  };
  const originals = new Map(await inTurn(wishes, async (one) => [one, await tool(one.wish)] as const));
  for (const [name, rule] of Object.entries(RULES)) {
    const pairs = wishes.flatMap((wish) => {
      const variant = rule(wish.wish);
      return variant === undefined ? [] : [{ wish, variant }];
    });
    const flips = await inTurn(pairs, async ({ wish, variant }) => {
      const [before, after] = [originals.get(wish), await tool(variant.text)];
      const entry = before?.callee.entry.slug !== after?.callee.entry.slug;
      return {
        entry,
        request: entry || sent(before?.constants) !== unswapped(sent(after?.constants), variant.swapped),
      };
    });
    const share = (is: (flip: { entry: boolean; request: boolean }) => boolean) =>
      `${((100 * flips.filter(is).length) / flips.length).toFixed(1)} %`;
    console.log(
      `said ${name.padEnd(24)} of ${flips.length} the entry changes for ${share(({ entry }) => entry)}, the request for ${share(({ request }) => request)}`,
    );
  }
  const unasked = [...originals].filter(
    ([, draft]) => draft !== undefined && effectOfOperation(draft.callee.entry) === "destroy",
  );
  const harmless = unasked.filter(([wish, draft]) => !wish.right.some((one) => matches(one, draft?.callee.entry.slug)));
  const wantsIt = (wish: Wish) =>
    /\b(?:delet|remov|cancel|revok|destroy|drop|unsubscrib|disabl|clear|supprim|borra|elimina|lösch|entfern|kick|reset|block|archiv|detach|trash)/i.test(
      wish.wish,
    );
  const wrong = harmless.filter(([wish]) => !wantsIt(wish));
  console.log(
    `destructive tools for harmless wishes: ${wrong.length} of ${wishes.length} ${wrong.map(([{ id }]) => id).join(" ")}`,
  );
}

function matches(right: string, slug: string | undefined): boolean {
  return slug !== undefined && new RegExp(`^(?:${right})$`).test(slug);
}

async function inTurn<T, R>(list: readonly T[], of: (one: T) => Promise<R>): Promise<R[]> {
  const all: R[] = [];
  for (const one of list) all.push(await of(one));
  return all;
}

function changed(from: string, to: string): Variant | undefined {
  return from === to ? undefined : { text: to };
}

function sent(constants: unknown): string {
  return JSON.stringify(constants ?? {}).toLowerCase();
}

function unswapped(text: string, swapped: ReadonlyMap<string, string> = new Map()): string {
  return [...swapped].reduce((left, [to, from]) => left.replaceAll(to.toLowerCase(), from.toLowerCase()), text);
}

function lower(text: string): string {
  return text.toLowerCase();
}

function outsideValues(wish: string, change: (words: string) => string): string {
  const values = wish.match(QUOTED_OR_VALUE) ?? [];
  return wish
    .split(QUOTED_OR_VALUE)
    .map((words, at) => change(words) + (values[at] ?? ""))
    .join("");
}

/** Two letters of the first long plain word change places. */
function withTypo(wish: string): string {
  const values = [...wish.matchAll(QUOTED_OR_VALUE)].map(({ index, 0: text }) => [index, index + text.length] as const);
  const word = [...wish.matchAll(/(?<!\p{L})\p{Ll}{7,}(?!\p{L})/gu)].find(
    ({ index }) => !values.some(([start, end]) => index >= start && index < end),
  );
  if (word === undefined) return wish;
  const at = word.index + 3;
  return `${wish.slice(0, at)}${wish[at + 1]}${wish[at]}${wish.slice(at + 2)}`;
}

/** Other digits in every number of three digits and more that is no year. */
function otherValues(wish: string): Variant | undefined {
  const swapped = new Map<string, string>();
  const text = wish.replace(/(?<![\d.:/-])\d{3,}(?![\d.:/-])/g, (number) => {
    if (/^(?:19|20)\d\d$/.test(number)) return number;
    const other = number.replace(/\d/g, (digit, at: number) => (at === 0 ? digit : String((Number(digit) + 3) % 10)));
    swapped.set(other, number);
    return other;
  });
  return swapped.size === 0 ? undefined : { text, swapped };
}

function lastFirst(wish: string): string {
  const sentences = wish.split(/(?<=[.!?])\s+(?=\p{Lu})/u);
  return sentences.length < 2 ? wish : [sentences.at(-1), ...sentences.slice(0, -1)].join(" ");
}
