/** What a key may be limited to. A list of scopes allows what it names and nothing else; without one all is allowed. */
import { HubError } from "./errors.ts";
import { nearest } from "./meant-name.ts";

/** "search" reads the catalogue, "run" runs actors, "proxy" calls APIs; the others are a key's own connections and runs. */
const AREAS = ["search", "run", "proxy", "connections", "runs"] as const;
export type Area = (typeof AREAS)[number];

/** What is asked for. */
export interface Scope {
  readonly area: Area;
  /** Of a run: which actor it is, and in which category. */
  readonly actor?: string;
  readonly category?: string;
  /** Of a call: whose API it is, as the catalogue names providers, and the category of APIs. */
  readonly provider?: string;
  readonly apis?: string;
}

const NAMED = /^(?:(?:actor|category|apis):[a-z0-9][a-z0-9-]{0,99}|provider:[a-z0-9][a-z0-9.-]{0,99})$/;

/** For people: all that a list may name. */
export const SCOPE_WORDS = `${AREAS.join(", ")}, actor:<slug>, category:<slug>, provider:<domain> or apis:<category>`;

/** Whether a text can be in a list: an area, or a word of `Scope` with a name behind it. */
export function isScope(text: string): boolean {
  return AREAS.some((area) => area === text) || NAMED.test(text);
}

/** What there is here of what a list may name. Providers are left out: the catalogue gains and loses some each day. */
export interface ScopeNames {
  readonly actors: Iterable<{ readonly slug: string; readonly category: string }>;
  /** Categories of APIs. */
  readonly apis: readonly string[];
}

/** The first of a list that names what is not here: a slip, mostly, and the key could do nothing by it. */
export function unknownScope(
  scopes: readonly string[],
  { actors, apis }: ScopeNames,
): { readonly index: number; readonly fault: string } | undefined {
  const all = [...actors];
  const known = {
    actor: { what: "actor that is served here", names: all.map(({ slug }) => `actor:${slug}`) },
    category: { what: "category of actors", names: all.map(({ category }) => `category:${category}`) },
    apis: { what: "category of APIs", names: apis.map((slug) => `apis:${slug}`) },
  };
  for (const [index, scope] of scopes.entries()) {
    const [word = "", name = ""] = scope.split(":");
    const { what, names } = known[word as keyof typeof known] ?? {}; // Areas and providers are none of these.
    if (names === undefined || names.includes(scope)) continue;
    const twin = word === "category" ? known.apis.names.find((each) => each === `apis:${name}`) : undefined;
    const near = twin ?? nearest(scope, names);
    return { index, fault: `names no ${what}.${near === undefined ? "" : ` Did you mean "${near}"?`}` };
  }
  return undefined;
}

export function isAllowed(scopes: readonly string[] | undefined, asked: Scope): boolean {
  return scopes === undefined || namesOf(asked).some((name) => scopes.includes(name));
}

/** @throws {HubError} `key_not_allowed`, which names what would allow it. */
export function requireScope(scopes: readonly string[] | undefined, asked: Scope): void {
  if (isAllowed(scopes, asked)) return;
  const allowing = namesOf(asked);
  throw new HubError(
    "key_not_allowed",
    `This API key is limited to other scopes; this needs ${allowing.join(" or ")}.`,
  );
}

function namesOf({ area, actor, category, provider, apis }: Scope): readonly string[] {
  return [
    area,
    ...(actor === undefined ? [] : [`actor:${actor}`]),
    ...(category === undefined ? [] : [`category:${category}`]),
    ...(provider === undefined ? [] : [`provider:${provider}`]),
    ...(apis === undefined ? [] : [`apis:${apis}`]),
  ];
}
