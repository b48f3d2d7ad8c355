/** Where a thing is, on whichever globe. */
import { type Static, Type } from "../runtime/actor.ts";
import { Value } from "@sinclair/typebox/value";
import { type Claims, itemOfAddress } from "./wikidata.ts";
import type { PageSummary } from "./wikipedia.ts";

export const Coordinates = Type.Object({
  lat: Type.Number(),
  lon: Type.Number(),
  globe: Type.String({ description: `"earth", or the globe it is on, such as "moon".` }),
});
export type Coordinates = Static<typeof Coordinates>;

const EARTH = "Q2";
const GLOBES: Readonly<Record<string, string>> = {
  [EARTH]: "earth", Q405: "moon", Q111: "mars", Q308: "mercury", Q313: "venus", Q2565: "titan", Q3169: "ganymede",
  Q3134: "callisto", Q3143: "europa", Q3123: "io", Q596: "ceres", Q3030: "vesta", Q339: "pluto", Q6604: "charon",
  Q3303: "enceladus", Q15034: "mimas", Q7548: "phobos", Q7547: "deimos", Q3359: "triton",
}; // prettier-ignore

const Position = Type.Object({
  latitude: Type.Number(),
  longitude: Type.Number(),
  globe: Type.Optional(Type.String()),
});

/** Wikidata's, which know their globe, else the page's, which are on Earth. */
export function coordinatesOf({ coordinates }: PageSummary, claims: Claims | undefined): Coordinates | null {
  for (const { mainsnak } of claims?.best("P625") ?? []) {
    const value = mainsnak.datavalue?.value;
    if (mainsnak.snaktype !== "value" || !Value.Check(Position, value)) continue;
    const id = itemOfAddress(value.globe ?? "") ?? EARTH;
    return { lat: rounded(value.latitude), lon: rounded(value.longitude), globe: GLOBES[id] ?? id };
  }
  return coordinates === undefined
    ? null
    : { lat: rounded(coordinates.lat), lon: rounded(coordinates.lon), globe: "earth" };
}

/** To the decimetre: what is beyond that was computed, not measured. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6 + 0;
}
