/** Takes a request in plain words to the actor that answers it, with the payload to send there. */
import { type ActorContext, defineActor, Type } from "../../src/runtime/actor.ts";
import { MODEL_TIMEOUT_MS, words } from "../_shared/model/run.ts";
import { otherwise, type Proposal, routesFor } from "./route.ts";
import { routedByModel } from "./model.ts";
import { intents } from "./intents.ts";

const MAX_ROUTES = 3;
const SHOWN_ALTERNATIVES = 3;
/** Below this a route is a guess, and searching the catalogue is the better advice. */
const LEAST_CONFIDENCE = 0.3;
const FALLBACK_CONFIDENCE = 0.25;

const Route = Type.Object({
  actor: Type.String({ description: "Slug of an actor this hub serves." }),
  payload: Type.Record(Type.String(), Type.Unknown(), { description: "Valid input of that actor." }),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  alternatives: Type.Array(Type.Object({ actor: Type.String(), confidence: Type.Number() }), {
    description: "Other actors that may be meant, the likeliest first.",
  }),
  run_url: Type.String({ description: "POST the payload here. Relative to the hub." }),
});

export default defineActor({
  slug: "intent-router",
  name: "Intent Router",
  description:
    "Maps a request in plain words to the actor that answers it and to a payload that actor accepts: places, " +
    "coordinates, coins, addresses, feeds, counts and data that the request brings along. Free by keywords; a language " +
    "model decides where `enhanced` is true.",
  category: "router",
  version: "2.0.0",
  tags: ["router", "intent", "agents", "natural-language"],
  input: Type.Object({
    q: words(10_000, `The request, for example "will it rain in Oslo tomorrow?".`),
    enhanced: Type.Optional(Type.Boolean({ description: "Whether a language model decides; such a run is charged." })),
  }),
  output: Route,
  intents,
  examples: [
    { title: "A question about the weather", input: { q: "Will it rain in Oslo tomorrow?" } },
    { title: "Data brought along", input: { q: "convert this to json: id,name\n1,Ann\n2,Bob" } },
    { title: "A price in another currency", input: { q: "what are BTC and ETH worth in euros?" } },
    { title: "Decided by a language model", input: { q: "Shall I pack an umbrella for Oslo?", enhanced: true } },
  ],
  cacheTtlSeconds: 120,
  qualityScore: 0.95,
  computeUnits: 0.04,
  usesLlm: true,
  price: { tier: "enhanced", charged: (input) => input.enhanced === true },
  hosts: [],
  timeoutMs: MODEL_TIMEOUT_MS,
  nextActors: [],

  canonical: ({ q, enhanced = false }) => [q, enhanced],

  async run({ q, enhanced }, context) {
    const { actors } = context;
    if (enhanced === true) {
      const { routes, warnings, report } = await routedByModel(q, await routesFor(q, actors), context);
      return { ...answer(routes, warnings), report };
    }
    const routes = (await routesFor(q, actors)).filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
    if (routes.length === 0) return suggestion(q, actors);
    const [{ warning } = {}] = routes;
    return answer(routes, warning === undefined ? [] : [warning]);
  },
});

/** The best routes, each of another actor. */
function answer(routes: readonly Proposal[], warnings: readonly string[]) {
  const best = routes.slice(0, MAX_ROUTES);
  return {
    items: best.map((route) => toItem(route, routes)),
    warnings,
    nextActors: best.map(({ actor }) => actor),
  };
}

function toItem({ actor, payload, confidence }: Proposal, routes: readonly Proposal[]) {
  const alternatives = routes.filter((other) => other.actor !== actor).slice(0, SHOWN_ALTERNATIVES);
  return {
    actor,
    payload: { ...payload },
    confidence,
    alternatives: alternatives.map((other) => ({ actor: other.actor, confidence: other.confidence })),
    run_url: `/api/v1/genius/actors/${actor}/run/`,
  };
}

/** No actor does it, but one may know who does. */
async function suggestion(q: string, actors: ActorContext["actors"]) {
  const fallback = await otherwise(q, actors);
  if (fallback === undefined) return { items: [], warnings: ["No actor of this hub fits the request."] };
  const { actor } = fallback;
  return {
    items: [toItem({ ...fallback, confidence: FALLBACK_CONFIDENCE }, [])],
    warnings: [`No actor of this hub clearly fits; ${actor} searches the catalogue for an API that does it.`],
    nextActors: [actor],
  };
}
