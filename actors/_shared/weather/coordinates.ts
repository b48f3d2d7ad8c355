/** Latitude and longitude as the weather actors take them and as addresses carry them. */
import { Type } from "../../../src/runtime/actor.ts";

export const Latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: "Latitude in decimal degrees, north positive.",
});

export const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: "Longitude in decimal degrees, east positive.",
});

/** At most four decimals, about 11 m, without trailing zeros: neighbours are asked for at one address. */
export function coordinate(degrees: number): string {
  // Adding zero turns -0 into 0.
  return String(Math.round(degrees * 1e4) / 1e4 + 0);
}
