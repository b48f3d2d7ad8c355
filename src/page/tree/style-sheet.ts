/**
 * As much of a page's own style sheet as says whether something is shown: simple rules that hide, and the rules that
 * undo them by a second class, for wider screens, or once a script has run. What other files say is not known.
 */
import { withoutSpans } from "../../text/spans.ts";
import { type Effects, effectsOf, MAY_HIDE } from "./style.ts";
import { ancestors, type Element } from "./tree.ts";

const MAX_STYLES = 200_000;
const MAX_SELECTOR = 300;
const MAX_RULE = 500;
/** Of those that speak of one name: each is held against each element that has it. */
const MAX_OF_NAME = 50;
const SIMPLE = /^(?:[a-z]+\d?)?([.#][\w-]+)$/i;

type Condition = "always" | "wide" | "never";

interface Rule {
  readonly selector: string;
  readonly effects: Effects;
  readonly condition: Condition;
  /** Of two rules that say the same of one element, the more specific wins, else the later. */
  readonly order: number;
}

/** One part of a selector, such as `div.card#top`. */
interface Compound {
  readonly tag: string | undefined;
  readonly names: readonly string[];
  /** It asks for a state, an attribute or a neighbour, which is not looked at. */
  readonly isOpen: boolean;
  /** It stands directly in what comes before it. */
  readonly isChild: boolean;
}

export interface StyleSheet {
  /** What simple rules hide of an element, with what undoes it taken away. */
  hiding(element: Element): Effects;
  /** A rule that holds for the element says that it is displayed. */
  isShown(element: Element): boolean;
  /** Some rule would show what hides the element, were a script or its reader to change a class. */
  isUndoneLater(element: Element): boolean;
  /** Some simple rule takes their size from letters. */
  readonly unsizes: boolean;
  /** A simple rule takes their size from the letters of the element. */
  isWithoutSize(element: Element): boolean;
  /** The size of letters that a rule sets on the element: whether there is any. Dear to ask. */
  hasSize(element: Element): boolean | undefined;
}

const NOTHING: Effects = {};
/** Frameworks hide by these without the page's own style sheet; it may undo them. */
const HIDING_NAMES = [".hidden", ".hide", ".d-none", ".is-hidden"];

export function readStyleSheet(styles: string): StyleSheet {
  const rules = rulesOf(withoutSpans(styles.slice(0, MAX_STYLES), "/*", "*/"));
  const hides = new Map<string, Hiding>();
  for (const { selector, effects, condition, order } of rules) {
    const name = condition === "always" && isHiding(effects) ? SIMPLE.exec(selector)?.[1] : undefined;
    if (name === undefined) continue;
    const hiding = hides.getOrInsertComputed(name, () => ({ off: -1, unseen: -1, isAway: false }));
    if (effects.isOff === true) hiding.off = Math.max(hiding.off, order);
    if (effects.isUnseen === true) hiding.unseen = Math.max(hiding.unseen, order);
    hiding.isAway ||= effects.isAway === true;
  }
  const sized = rules.filter(({ effects }) => effects.hasSize !== undefined);
  const unsized = new Set(
    sized
      .filter(({ effects, condition }) => effects.hasSize === false && condition === "always")
      .map(({ selector }) => SIMPLE.exec(selector)?.[1]),
  );
  const shows = showsOf(rules, new Set([...hides.keys(), ...HIDING_NAMES]));
  let sizes: ReadonlyMap<string, readonly Show[]> | undefined;

  const matching = (element: Element) =>
    [...namesOn(element)]
      .flatMap((name) => shows.get(name) ?? [])
      .filter(({ parts, condition }) => condition !== "never" && isMatch(element, parts));

  return {
    hiding(element) {
      if (hides.size === 0) return NOTHING;
      const found = [...namesOn(element)].flatMap((name) => hides.get(name) ?? []);
      if (found.length === 0) return NOTHING;
      const undone = matching(element);
      const isUndone = (order: number, is: (effects: Effects) => boolean): boolean =>
        undone.some((rule) => is(rule.effects) && rule.order > order);
      return {
        isOff: found.some(({ off }) => off >= 0 && !isUndone(off, (by) => by.isOff === false)),
        isUnseen: found.some(({ unseen }) => unseen >= 0 && !isUndone(unseen, (by) => by.isUnseen === false)),
        isAway: found.some(({ isAway }) => isAway),
      };
    },
    isShown: (element) => shows.size > 0 && matching(element).some(({ effects }) => effects.isOff === false),
    isUndoneLater: (element) =>
      [...namesOn(element)]
        .filter((name) => hides.has(name))
        .flatMap((name) => shows.get(name) ?? [])
        .some(({ effects, condition }) => effects.isUnseen === false && condition !== "never"),
    unsizes: unsized.size > 0,
    isWithoutSize: (element) => unsized.size > 0 && [...namesOn(element)].some((name) => unsized.has(name)),
    hasSize(element) {
      const byName = (sizes ??= sizesOf(sized));
      const rules = ["", element.tag, ...namesOn(element)].flatMap((name) => byName.get(name) ?? []);
      let last: Show | undefined;
      for (const rule of rules) if ((last?.at ?? -1) < rule.at && isMatch(element, rule.parts)) last = rule;
      return last?.effects.hasSize;
    },
  };
}

/** What hides the elements of one name: of rules that hide alike, the one that is hardest to undo; -1 for none. */
interface Hiding {
  off: number;
  unseen: number;
  isAway: boolean;
}

interface Show extends Rule {
  readonly parts: readonly Compound[];
  /** Its place in the sheet. */
  readonly at: number;
}

/** By a name that an element must have, or its tag; "" where it needs neither. */
function sizesOf(rules: readonly Rule[]): ReadonlyMap<string, readonly Show[]> {
  const sizes = new Map<string, Show[]>();
  for (const [at, rule] of rules.entries()) {
    if (rule.condition === "always") addTo(sizes, (parts) => [parts[0]?.names[0] ?? parts[0]?.tag ?? ""], rule, at);
  }
  return sizes;
}

/** The last of a name count. */
function addTo(
  all: Map<string, Show[]>,
  namesIn: (parts: readonly Compound[]) => readonly string[],
  rule: Rule,
  at: number,
): void {
  const parts = compounds(rule.selector);
  for (const name of namesIn(parts)) {
    const own = all.getOrInsertComputed(name, () => []);
    own.push({ ...rule, parts, at });
    if (own.length > MAX_OF_NAME) own.shift();
  }
}

/** By the name that is hidden elsewhere: a rule is looked at only where there is something to undo. */
function showsOf(rules: readonly Rule[], hides: ReadonlySet<string>): ReadonlyMap<string, readonly Show[]> {
  const shows = new Map<string, Show[]>();
  for (const [at, rule] of rules.entries()) {
    if (rule.effects.isOff !== false && rule.effects.isUnseen !== false) continue;
    addTo(shows, (parts) => (parts[0]?.names ?? []).filter((name) => hides.has(name)), rule, at);
  }
  return shows;
}

function isHiding({ isOff, isUnseen, isAway }: Effects): boolean {
  return isOff === true || isUnseen === true || isAway === true;
}

function rulesOf(styles: string): Rule[] {
  const rules: Rule[] = [];
  const around: (Condition | string)[] = [];
  let from = 0;
  for (let at = nextBrace(styles, 0); at !== -1; at = nextBrace(styles, at + 1)) {
    const before = styles.slice(from, at);
    from = at + 1;
    if (styles[at] === "{") {
      const prelude = before.slice(before.lastIndexOf(";") + 1).trim();
      around.push(prelude.startsWith("@") ? conditionOf(prelude.toLowerCase()) : `=${prelude}`);
      continue;
    }
    const selectors = around.pop();
    if (selectors?.startsWith("=") !== true || before.length > MAX_RULE || !MAY_HIDE.test(before)) continue;
    const effects = effectsOf(before);
    if (effects === undefined) continue;
    const condition = around.find((each) => each !== "always") ?? "always";
    for (const each of selectors.slice(1).split(",")) {
      const selector = each.trim();
      if (selector.length > MAX_SELECTOR) continue;
      const order = specificity(selector) * 100_000 + rules.length;
      rules.push({
        selector,
        effects,
        order,
        condition: condition === "wide" || condition === "always" ? condition : "never",
      });
    }
  }
  return rules;
}

function nextBrace(text: string, from: number): number {
  for (let index = from; index < text.length; index++) {
    const sign = text.charCodeAt(index);
    if (sign === 0x7b || sign === 0x7d) return index;
  }
  return -1;
}

/** A page is read as on a wide screen; what holds only on a narrow one or on paper does not. */
function conditionOf(prelude: string): Condition {
  if (/^@(?:layer|supports|scope)\b/.test(prelude)) return "always";
  if (!prelude.startsWith("@media") || /max-width|max-device|print|prefers|hover|pointer/.test(prelude)) return "never";
  return /min-width|width ?>/.test(prelude) ? "wide" : "always";
}

function specificity(selector: string): number {
  return (selector.match(/#/g) ?? []).length * 100 + (selector.match(/[.[:]/g) ?? []).length;
}

/** The last part first. */
function compounds(selector: string): Compound[] {
  const parts: Compound[] = [];
  let isChild = false;
  for (const word of selector.replace(/([>+~])/g, " $1 ").split(/\s+/)) {
    if (word === "") continue;
    if (word === ">") isChild = true;
    else if (word === "+" || word === "~") parts.push({ tag: undefined, names: [], isOpen: true, isChild: false });
    else {
      const names = word.match(/[.#][\w-]+/g) ?? [];
      const tag = /^[a-z][\w-]*/i.exec(word)?.[0].toLowerCase();
      parts.push({ tag, names, isOpen: /[:[\\]/.test(word), isChild });
      isChild = false;
    }
  }
  return parts.reverse();
}

function isMatch(element: Element, parts: readonly Compound[]): boolean {
  const [last, ...rest] = parts;
  if (last === undefined || !fits(element, last)) return false;
  let place: Element | undefined = element;
  let isChild = last.isChild;
  for (const part of rest) {
    place = isChild ? parentThatFits(place, part) : ancestors(place).find((each) => fits(each, part));
    // `html` and `body` are no part of the tree, and always there.
    if (place === undefined) return (part.tag === "html" || part.tag === "body") && part.names.length === 0;
    isChild = part.isChild;
  }
  return true;
}

function parentThatFits({ parent }: Element, part: Compound): Element | undefined {
  return parent !== undefined && fits(parent, part) ? parent : undefined;
}

function fits(element: Element, { tag, names, isOpen }: Compound): boolean {
  if (isOpen || (tag !== undefined && tag !== element.tag)) return false;
  const own = namesOn(element);
  return names.every((name) => own.has(name));
}

interface ElementNames {
  readonly classes: string | undefined;
  readonly id: string | undefined;
  readonly names: ReadonlySet<string>;
}

const NO_NAMES: ReadonlySet<string> = new Set();
/** Each rule asks for them anew, and an element may have thousands. */
const known = new WeakMap<Element, ElementNames>();

/** As selectors write them: ".card", "#top". */
function namesOn(element: Element): ReadonlySet<string> {
  const classes = element.attributes.get("class");
  const id = element.attributes.get("id");
  if (classes === undefined && id === undefined) return NO_NAMES;
  const before = known.get(element);
  if (before !== undefined && before.classes === classes && before.id === id) return before.names;
  const names = new Set<string>();
  if (classes !== undefined) for (const name of classes.split(/\s+/)) if (name !== "") names.add(`.${name}`);
  if (id !== undefined) names.add(`#${id}`);
  known.set(element, { classes, id, names });
  return names;
}
