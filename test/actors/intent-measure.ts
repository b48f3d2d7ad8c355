/** How well the router answers labelled requests: the right actor, and a payload that says what the label says. */
import { presetNamed } from "../../src/feed/presets.ts";
import { routesFor } from "../../actors/intent-router/route.ts";
import type { ActorDirectory } from "../../src/runtime/actor.ts";

/**
 * `payload` gives each field that must be there, and no other may be, except with its default. A list of texts is a
 * choice, "" in it stands for leaving the field out; a text that begins with "~" must be contained.
 */
export interface LabelledRequest {
  readonly q: string;
  readonly actor: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Miss {
  readonly q: string;
  readonly expected: string;
  readonly found: string;
}

export interface Figures {
  readonly requests: number;
  /** Share of requests whose first route is the right actor, */
  readonly actor: number;
  /** and of those with a right payload too. */
  readonly payload: number;
  readonly misses: readonly Miss[];
}

/** A city is as large as its weather: so many degrees of latitude and longitude are no difference. */
const NEAR_DEGREES = 0.15;

export async function measureRoutes(requests: readonly LabelledRequest[], actors: ActorDirectory): Promise<Figures> {
  let rightActors = 0;
  const misses: Miss[] = [];
  for (const { q, actor, payload } of requests) {
    const [route] = await routesFor(q, actors);
    const isActor = route?.actor === actor;
    if (isActor) rightActors++;
    if (!isActor || !(await fits(route.payload, payload, actor, actors))) {
      const expected = `${actor} ${JSON.stringify(payload)}`;
      misses.push({ q, expected, found: `${route?.actor} ${JSON.stringify(route?.payload)}` });
    }
  }
  const share = (count: number): number => count / requests.length;
  return {
    requests: requests.length,
    actor: share(rightActors),
    payload: share(requests.length - misses.length),
    misses,
  };
}

async function fits(
  found: Readonly<Record<string, unknown>>,
  label: Readonly<Record<string, unknown>>,
  actor: string,
  actors: ActorDirectory,
): Promise<boolean> {
  const validation = await actors.validate(actor, found);
  if (validation?.ok !== true) return false;
  const schema = (await actors.list()).find(({ slug }) => slug === actor)?.input.properties ?? {};
  const extra = Object.keys(found).filter((field) => !Object.hasOwn(label, field));
  if (extra.some((field) => found[field] !== schema[field]?.default)) return false;
  return Object.entries(label).every(([field, value]) => isField(validation.value[field], value, field));
}

function isField(found: unknown, label: unknown, field: string): boolean {
  if (Array.isArray(label) && field !== "items") return label.some((one) => isField(found, one, field));
  if (label === "" && found === undefined) return true;
  if (typeof label === "number" && typeof found === "number") {
    return Math.abs(found - label) <= (field === "lat" || field === "lon" ? NEAR_DEGREES : 0);
  }
  if (typeof label !== "string" || typeof found !== "string") return JSON.stringify(found) === JSON.stringify(label);
  if (field === "payload" || field === "text") return found === label;
  if (field === "ids") return found.split(",").toSorted().join() === label.split(",").toSorted().join();
  // A preset and its address are the same feed.
  if (field === "feed" && presetNamed(found)?.url === label) return true;
  const told = found.toLowerCase();
  return label.startsWith("~") ? told.includes(label.slice(1).toLowerCase()) : told === label.toLowerCase();
}
