/**
 * Temperatures and winds of a forecast: as numbers and words in the units of the United States, as the service writes them
 * today, or as quantities with a unit of their own, to which it announces to go over (weather.gov, `feature-flags`).
 */
import { type Static, Type } from "../../src/runtime/actor.ts";

const Figure = Type.Optional(Type.Union([Type.Number(), Type.Null()]));
/** A range has its ends in the place of its value. */
export const Quantity = Type.Object({
  unitCode: Type.Optional(Type.String({ description: `For example "wmoUnit:km_h-1".` })),
  value: Figure,
  minValue: Figure,
  maxValue: Figure,
});
type Quantity = Static<typeof Quantity>;

const WIND_UNITS: Readonly<Record<string, string>> = { "km_h-1": "km/h", "m_s-1": "m/s" };

/** With its unit, "F" or "C"; a number alone is in `unit`. */
export function temperatureOf(said: number | null | Quantity, unit: string) {
  if (said === null || typeof said === "number") return { temperature: said, unit };
  const { value = null } = said;
  return {
    temperature: value === null ? null : Math.round(value * 10) / 10 + 0,
    unit: unitOf(said).replace("deg", ""),
  };
}

/** "9 to 17 km/h", as the words of the service are "5 to 10 mph". */
export function windSpeedOf(said: string | null | Quantity): string | null {
  if (said === null || typeof said === "string") return said;
  const { value, minValue, maxValue } = said;
  const ends = [minValue ?? value, maxValue ?? value].filter((end) => end !== undefined && end !== null);
  if (ends.length === 0) return null;
  const unit = unitOf(said);
  return `${[...new Set(ends.map(Math.round))].join(" to ")} ${WIND_UNITS[unit] ?? unit}`.trim();
}

/** Without the name of the list that it is from. */
function unitOf({ unitCode = "" }: Quantity): string {
  return unitCode.slice(unitCode.indexOf(":") + 1);
}
