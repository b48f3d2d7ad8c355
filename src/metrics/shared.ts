/** What processes of a hub share through Redis: where cached answers were found, who worked, and whether Redis is asked. */
import type { FlightRole } from "../runtime/ports/shared-flights.ts";
import type { Metrics } from "./series.ts";

export type Layer = "process" | "redis";

export interface SharedMeter {
  found(layer: Layer): void;
  joined(role: FlightRole["role"]): void;
}

export function meterShared(metrics: Metrics, isAway: () => boolean): SharedMeter {
  metrics.gauge("hub_redis_up", "1 while this process asks Redis; absent without one.", () => [
    [{}, Number(!isAway())],
  ]);
  const layers = { process: foundIn("process"), redis: foundIn("redis") };
  const roles = { leads: joinedAs("leads"), follows: joinedAs("follows"), alone: joinedAs("alone") };
  return { found: (layer) => layers[layer].add(), joined: (role) => roles[role].add() };

  function foundIn(layer: Layer) {
    return metrics.counter("hub_cached_answers_total", "Cached answers that were found, by where.", { layer });
  }

  function joinedAs(role: FlightRole["role"]) {
    const help = "Runs that were not cached, by their part in the work of all processes.";
    return metrics.counter("hub_shared_flights_total", help, { role });
  }
}
