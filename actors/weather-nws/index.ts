/** Official forecasts of the US National Weather Service: from a point to its forecast office's own words. */
import {
  type ActorContext,
  defineActor,
  type FetchResult,
  Genius,
  type Static,
  Type,
  withDefault,
  withGenius,
} from "../../src/runtime/actor.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { expectOk, readJson, readText } from "../../src/net/read.ts";
import { coordinate, Latitude, Longitude } from "../_shared/weather/coordinates.ts";
import { Quantity, temperatureOf, windSpeedOf } from "./quantity.ts";
import { officialWeather } from "../_shared/weather/intents.ts";

const BASE = "https://api.weather.gov";
/** The service also asks for a User-Agent with a contact; `context.fetch` says whose hub this is on every request. */
const HEADERS = { accept: "application/geo+json" };

const Text = Type.Union([Type.String(), Type.Null()]);
const Figure = Type.Union([Type.Number(), Type.Null()]);

const Period = Type.Object({
  number: Type.Integer({ description: "1 is the current period." }),
  name: Type.String({ description: `For example "Tonight" or "Wednesday".` }),
  start: Type.String({ description: "ISO 8601, in the place's own time." }),
  end: Type.String(),
  is_daytime: Type.Boolean(),
  temperature: Figure,
  unit: Type.String({ description: `Of the temperature: "F" or "C".` }),
  wind_speed: Text,
  wind_direction: Text,
  precipitation_pct: Figure,
  short: Text,
  detailed: Text,
  _genius: Genius,
});

const Point = Type.Object({ properties: Type.Object({ forecast: Text }) });

const Forecast = Type.Object({
  properties: Type.Object({
    periods: Type.Array(
      Type.Object({
        number: Type.Integer(),
        name: Type.String(),
        startTime: Type.String(),
        endTime: Type.String(),
        isDaytime: Type.Boolean(),
        temperature: Type.Union([Type.Number(), Quantity, Type.Null()]),
        temperatureUnit: Type.Optional(Text),
        probabilityOfPrecipitation: Type.Optional(Type.Union([Quantity, Type.Null()])),
        windSpeed: Type.Optional(Type.Union([Type.String(), Quantity, Type.Null()])),
        windDirection: Type.Optional(Text),
        shortForecast: Type.Optional(Text),
        detailedForecast: Type.Optional(Text),
      }),
    ),
  }),
});

export default defineActor({
  slug: "weather-nws",
  name: "US Weather Forecast",
  description:
    "Official forecast of the US National Weather Service for a point in the United States: day and night periods " +
    "with temperature, wind, chance of precipitation and the forecaster's own words.",
  category: "the service",
  version: "2.0.0",
  tags: ["weather", "forecast", "usa", "noaa"],
  input: Type.Object({
    lat: Latitude,
    lon: Longitude,
    periods: withDefault(
      Type.Integer({
        minimum: 1,
        maximum: 14,
        description: "How many half-day periods, counted from now.",
      }),
      8,
    ),
  }),
  output: Period,
  intents: officialWeather,
  examples: [
    { title: "Lower Manhattan, the next four days", input: { lat: 40.7128, lon: -74.006 } },
    { title: "Lower Manhattan, today and tonight", input: { lat: 40.71284, lon: -74.00597, periods: 2 } },
  ],
  cacheTtlSeconds: 600,
  qualityScore: 0.96,
  computeUnits: 0.04,
  usesLlm: false,
  price: { tier: "standard" },
  hosts: ["api.weather.gov"],
  timeoutMs: 20_000,
  nextActors: ["weather-openmeteo"],

  canonical: ({ lat, lon, periods }) => [coordinate(lat), coordinate(lon), periods],

  async run({ lat, lon, periods }, context) {
    const answer = await context.fetch(`${BASE}/points/${coordinate(lat)},${coordinate(lon)}`, { headers: HEADERS });
    if (isUncovered(answer)) throw outsideTheCountry();
    const { forecast } = readJson(expectOk(answer), Point).properties;
    if (forecast === null) throw outsideTheCountry();

    const text = await follow(forecast, context);
    if (isUncovered(text)) throw outsideTheCountry();
    const { properties } = readJson(expectOk(text), Forecast);
    const items = properties.periods.slice(0, periods).map(toItem);
    return {
      items: withGenius(items, "api.weather.gov", context.now()),
      warnings: items.length === 0 ? ["The service has no periods for this point at the moment."] : [],
    };
  },
});

function toItem(
  period: Static<typeof Forecast>["properties"]["periods"][number],
): Omit<Static<typeof Period>, "_genius"> {
  return {
    number: period.number,
    name: period.name,
    start: period.startTime,
    end: period.endTime,
    is_daytime: period.isDaytime,
    ...temperatureOf(period.temperature, period.temperatureUnit ?? "F"),
    wind_speed: windSpeedOf(period.windSpeed ?? null),
    wind_direction: period.windDirection ?? null,
    precipitation_pct: period.probabilityOfPrecipitation?.value ?? null,
    short: period.shortForecast ?? null,
    detailed: period.detailedForecast ?? null,
  };
}

/** A link the service gave. Where it leads is not the caller's doing, so neither is that it leads elsewhere. */
async function follow(link: string, { fetch }: ActorContext): Promise<FetchResult> {
  try {
    return await fetch(link, { headers: HEADERS });
  } catch (error) {
    if (!(error instanceof HubError && error.code === "url_not_allowed")) throw error;
    throw new HubError("upstream_invalid", "The forecast link of the service leads to another host.", { cause: error });
  }
}

/** The service's own words for "not ours": a point abroad, or at sea. Any other 404, JSON or not, is its failure. */
function isUncovered(answer: FetchResult): boolean {
  return answer.status === 404 && /\/problems\/(InvalidPoint|MarineForecastNotSupported)"/.test(readText(answer));
}

function outsideTheCountry(): HubError {
  const detail =
    "lies outside what the US National Weather Service forecasts; weather-openmeteo covers the whole world";
  return new HubError("invalid_input", `The point of "lat" and "lon" ${detail}.`, {
    issues: [
      { pointer: "/lat", detail },
      { pointer: "/lon", detail },
    ],
    nextActions: ["Run weather-openmeteo with the same lat and lon."],
  });
}
