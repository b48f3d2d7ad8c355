/** What weather-openmeteo asks Open-Meteo, and the answer it promises. */
import { type ActorContext, type Static, Type } from "../../src/runtime/actor.ts";
import { expectOk, readJson } from "../../src/net/read.ts";
import { coordinate } from "../_shared/weather/coordinates.ts";

const BASE = "https://api.open-meteo.com/v1";

const Figure = Type.Union([Type.Number(), Type.Null()]);
const Code = Type.Union([Type.Integer(), Type.Null()]);
const Figures = Type.Array(Figure);
const Times = Type.Array(Type.Union([Type.String(), Type.Null()]));

/** Asked for by name. The service leaves out what none of its models knows, though hardly the temperature. */
const CURRENT = {
  temperature_2m: Figure,
  apparent_temperature: Type.Optional(Figure),
  relative_humidity_2m: Type.Optional(Figure),
  is_day: Type.Optional(Type.Union([Type.Literal(0), Type.Literal(1), Type.Null()])),
  precipitation: Type.Optional(Figure),
  weather_code: Type.Optional(Code),
  cloud_cover: Type.Optional(Figure),
  wind_speed_10m: Type.Optional(Figure),
  wind_direction_10m: Type.Optional(Figure),
  wind_gusts_10m: Type.Optional(Figure),
};
const DAILY = {
  weather_code: Type.Optional(Type.Array(Code)),
  temperature_2m_max: Figures,
  temperature_2m_min: Figures,
  sunrise: Type.Optional(Times),
  sunset: Type.Optional(Times),
  precipitation_sum: Type.Optional(Figures),
  precipitation_probability_max: Type.Optional(Figures),
  wind_speed_10m_max: Type.Optional(Figures),
  wind_gusts_10m_max: Type.Optional(Figures),
};

const Forecast = Type.Object({
  latitude: Type.Number(),
  longitude: Type.Number(),
  timezone: Type.String(),
  utc_offset_seconds: Type.Integer(),
  current: Type.Object({ time: Type.String(), ...CURRENT }),
  daily: Type.Object({ time: Type.Array(Type.String(), { minItems: 1 }), ...DAILY }),
});
export type Forecast = Static<typeof Forecast>;

/** Times are the place's own, written without their offset. Units: °C, km/h, mm, percent, degrees. */
export async function forecastFor(
  { lat, lon }: { readonly lat: number; readonly lon: number },
  { fetch }: ActorContext,
): Promise<Forecast> {
  const query = new URLSearchParams({
    latitude: coordinate(lat),
    longitude: coordinate(lon),
    current: Object.keys(CURRENT).join(","),
    daily: Object.keys(DAILY).join(","),
    timezone: "auto",
    forecast_days: "7",
  });
  return readJson(expectOk(await fetch(`${BASE}/forecast?${query}`)), Forecast);
}
