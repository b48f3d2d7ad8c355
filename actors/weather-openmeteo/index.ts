/** Weather anywhere on Earth from Open-Meteo: the current conditions first, then seven days. */
import { defineActor, Genius, type Static, Type, withGenius } from "../../src/runtime/actor.ts";
import { invalidInput } from "../../src/runtime/errors.ts";
import { coordinate, Latitude, Longitude } from "../_shared/weather/coordinates.ts";
import { type Forecast, forecastFor } from "./open-meteo.ts";
import { weatherWords } from "./wmo.ts";
import { worldWeather } from "../_shared/weather/intents.ts";

const BERLIN = { lat: 52.52, lon: 13.41 };

const Figure = Type.Union([Type.Number(), Type.Null()]);
const Text = Type.Union([Type.String(), Type.Null()]);

const place = {
  latitude: Type.Number({ description: "Of the forecast model's grid cell." }),
  longitude: Type.Number(),
  timezone: Type.String({ description: "IANA name; every time is in it." }),
};
const weather = {
  weather_code: Type.Union([Type.Integer(), Type.Null()], { description: "WMO code." }),
  weather: Type.Union([Type.String(), Type.Null()], { description: "The code in words." }),
};

const Current = Type.Object(
  {
    kind: Type.Literal("current"),
    time: Type.String({ description: "ISO 8601 with offset." }),
    ...place,
    temperature_c: Figure,
    feels_like_c: Figure,
    humidity_pct: Figure,
    wind_kmh: Figure,
    wind_direction_deg: Figure,
    gusts_kmh: Figure,
    precipitation_mm: Figure,
    cloud_cover_pct: Figure,
    is_day: Type.Union([Type.Boolean(), Type.Null()]),
    ...weather,
    _genius: Genius,
  },
  { description: "The first item." },
);

const Day = Type.Object(
  {
    kind: Type.Literal("day"),
    date: Type.String({ description: "The day at the place." }),
    ...place,
    temperature_min_c: Figure,
    temperature_max_c: Figure,
    precipitation_mm: Figure,
    precipitation_pct: Type.Union([Type.Number(), Type.Null()], { description: "Highest probability of the day." }),
    wind_max_kmh: Figure,
    gusts_max_kmh: Figure,
    sunrise: Type.Union([Type.String(), Type.Null()], {
      description: "Null, as sunset, on a day the sun never rises or never sets.",
    }),
    sunset: Text,
    ...weather,
    _genius: Genius,
  },
  { description: "The items after the first, one a day, today first." },
);

export default defineActor({
  slug: "weather-openmeteo",
  name: "World Weather Forecast",
  description:
    "Current weather and a seven-day forecast for any point on Earth, in the place's own time. Without a point it " +
    `tells the weather of Berlin (${BERLIN.lat}, ${BERLIN.lon}).`,
  category: "the service",
  version: "2.0.0",
  tags: ["weather", "forecast", "worldwide", "current-conditions"],
  input: Type.Object({
    lat: Type.Optional({ ...Latitude, description: `${Latitude.description} With lon, or neither.` }),
    lon: Type.Optional({ ...Longitude, description: `${Longitude.description} With lat, or neither.` }),
  }),
  output: Type.Union([Current, Day]),
  intents: worldWeather,
  examples: [
    { title: "The default place", input: {} },
    { title: "Wellington, New Zealand", input: { lat: -41.2866, lon: 174.7756 } },
  ],
  cacheTtlSeconds: 300,
  qualityScore: 0.93,
  computeUnits: 0.02,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["api.open-meteo.com"],
  timeoutMs: 20_000,
  nextActors: ["weather-nws"],

  check: (input) => void pointOf(input),

  canonical({ lat, lon }) {
    // The default place comes with a warning of its own.
    return lat === undefined || lon === undefined ? [] : [coordinate(lat), coordinate(lon)];
  },

  async run(input, context) {
    const point = pointOf(input);
    const forecast = await forecastFor(point, context);
    const days = forecast.daily.time.map((_, index) => toDay(forecast, index));
    const items = withGenius([toCurrent(forecast), ...days], "open-meteo.com", context.now());
    return { items, warnings: point === BERLIN ? [NO_POINT] : [] };
  },
});

/** Whoever names the fields otherwise would take it for the weather of the place that was meant. */
const NO_POINT = `Neither lat nor lon was given: this is the weather of Berlin (${BERLIN.lat}, ${BERLIN.lon}).`;

function pointOf({ lat, lon }: { lat?: number; lon?: number }): { lat: number; lon: number } {
  if (lat !== undefined && lon !== undefined) return { lat, lon };
  if (lat === undefined && lon === undefined) return BERLIN;
  throw lat === undefined
    ? invalidInput("/lat", "is required where lon is given")
    : invalidInput("/lon", "is required where lat is given");
}

function toCurrent(forecast: Forecast): Omit<Static<typeof Current>, "_genius"> {
  const { current } = forecast;
  const { weather_code: code = null, is_day: isDay = null } = current;
  return {
    kind: "current",
    time: withOffset(current.time, forecast),
    ...placeOf(forecast),
    temperature_c: current.temperature_2m,
    feels_like_c: current.apparent_temperature ?? null,
    humidity_pct: current.relative_humidity_2m ?? null,
    wind_kmh: current.wind_speed_10m ?? null,
    wind_direction_deg: current.wind_direction_10m ?? null,
    gusts_kmh: current.wind_gusts_10m ?? null,
    precipitation_mm: current.precipitation ?? null,
    cloud_cover_pct: current.cloud_cover ?? null,
    is_day: isDay === null ? null : isDay === 1,
    weather_code: code,
    weather: weatherWords(code),
  };
}

function toDay(forecast: Forecast, index: number): Omit<Static<typeof Day>, "_genius"> {
  const { daily } = forecast;
  const code = daily.weather_code?.[index] ?? null;
  return {
    kind: "day",
    date: daily.time[index] ?? "",
    ...placeOf(forecast),
    temperature_min_c: daily.temperature_2m_min[index] ?? null,
    temperature_max_c: daily.temperature_2m_max[index] ?? null,
    precipitation_mm: daily.precipitation_sum?.[index] ?? null,
    precipitation_pct: daily.precipitation_probability_max?.[index] ?? null,
    wind_max_kmh: daily.wind_speed_10m_max?.[index] ?? null,
    gusts_max_kmh: daily.wind_gusts_10m_max?.[index] ?? null,
    ...sunTimes(forecast, index),
    weather_code: code,
    weather: weatherWords(code),
  };
}

function placeOf({ latitude, longitude, timezone }: Forecast) {
  return { latitude, longitude, timezone };
}

/** The service writes local times without their offset, "2026-06-01T12:15", and one offset for the whole answer. */
function withOffset(localTime: string, { utc_offset_seconds: seconds }: Forecast): string {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  const [hh, mm] = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0"));
  return `${localTime}${seconds < 0 ? "-" : "+"}${hh}:${mm}`;
}

/** A day on which the sun never sets, or never rises, is told as one from midnight to midnight. */
function sunTimes(forecast: Forecast, index: number) {
  const sunrise = forecast.daily.sunrise?.[index] ?? null;
  const sunset = forecast.daily.sunset?.[index] ?? null;
  if (sunrise === null || sunset === null || (sunrise.endsWith("T00:00") && sunset.endsWith("T00:00"))) {
    return { sunrise: null, sunset: null };
  }
  return { sunrise: withOffset(sunrise, forecast), sunset: withOffset(sunset, forecast) };
}
