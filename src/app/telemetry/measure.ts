/**
 * What is put around every handler: requests share turns of the event loop, and are counted, written into the access log
 * and traced, as the settings say.
 */
import { logRequests } from "../../metrics/access-log.ts";
import { type Measure, measureRequests } from "../../metrics/requests.ts";
import type { Metrics } from "../../metrics/series.ts";
import { type Awaitable, mapAwaitable } from "../../runtime/world.ts";
import { roomInTurn } from "../../text/room-in-turn.ts";
import type { Traces } from "../../traces/traces.ts";
import type { Config } from "../settings/config.ts";
import type { Log } from "./log.ts";

/** Whoever asks for these takes a late answer for none, and ends or leaves this process. */
const AT_ONCE = /^\/(?:health|ready)\b/;

export interface MeasureDeps {
  readonly metrics: Metrics;
  readonly log: Log;
  readonly traces: Traces | undefined;
}

export function createMeasure({ ACCESS_LOG }: Config, { metrics, log, traces }: MeasureDeps): Measure {
  const count = measureRequests(metrics);
  const note = logRequests((deps) => log.child(deps).info("answered"));
  return (bare, method, path) => {
    const handler = AT_ONCE.test(path) ? bare : sharingTurns(bare);
    const noted = ACCESS_LOG === "true" ? note(handler, method, path) : handler;
    return count(traces?.request(noted, method, path) ?? noted, method, path);
  };
}

/** Of requests that come at once only so many begin in a turn of the event loop as leave others theirs. */
function sharingTurns<Answer>(
  handler: (request: Request) => Awaitable<Answer>,
): (request: Request) => Awaitable<Answer> {
  return (request) => mapAwaitable(roomInTurn(), () => handler(request));
}
