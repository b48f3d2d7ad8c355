/** What a key may be limited to. A list of scopes allows what it names and nothing else; without one all is allowed. */
import { HubError } from "./errors.ts";

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
