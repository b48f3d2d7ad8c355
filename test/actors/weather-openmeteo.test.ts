import { describe, expect, test } from "bun:test";
import { weatherWords } from "../../actors/weather-openmeteo/wmo.ts";
import actor from "../../actors/weather-openmeteo/index.ts";
import { type Circumstances, contextFor, runActor, runRecorded } from "../support/actor-context.ts";
import {
  type Misbehaviour,
  type ReceivedRequest,
  type RecordedResponse,
  jsonAnswer,
  readExchanges,
  recordedUpstream,
} from "../support/recorded-upstream.ts";

const EXCHANGES = await readExchanges("weather-openmeteo");
const LONGYEARBYEN = { lat: 78.2232, lon: 15.6267 };

describe("weather-openmeteo", () => {
  test("answers the current conditions, then seven days", async () => {
    const { items } = await run({ lat: -41.2866, lon: 174.7756 });
    expect(items.map(({ kind }) => kind)).toEqual(["current", "day", "day", "day", "day", "day", "day", "day"]);
    expect(items[0]).toEqual({
      kind: "current",
      time: "2026-11-21T16:00+13:00",
      latitude: -41.25,
      longitude: 174.75,
      timezone: "Pacific/Auckland",
      temperature_c: 17.2,
      feels_like_c: 13.8,
      humidity_pct: 61,
      wind_kmh: 31.7,
      wind_direction_deg: 338,
      gusts_kmh: 58.3,
      precipitation_mm: 0,
      cloud_cover_pct: 24,
      is_day: true,
      weather_code: 1,
      weather: "mainly clear",
      _genius: { index: 0, enhanced_at: "2026-11-21T03:00:00.000Z", source: "open-meteo.com", completeness: 1 },
    });
    expect(items[2]).toEqual({
      kind: "day",
      date: "2026-11-22",
      latitude: -41.25,
      longitude: 174.75,
      timezone: "Pacific/Auckland",
      temperature_min_c: 11.8,
      temperature_max_c: 16.4,
      precipitation_mm: 6.4,
      precipitation_pct: 88,
      wind_max_kmh: 42.1,
      gusts_max_kmh: 75.6,
      sunrise: "2026-11-22T05:47+13:00",
      sunset: "2026-11-22T20:23+13:00",
      weather_code: 61,
      weather: "slight rain",
      _genius: { index: 2, enhanced_at: "2026-11-21T03:00:00.000Z", source: "open-meteo.com", completeness: 1 },
    });
  });

  test("tells the weather of Berlin when no point is given", async () => {
    const { items, warnings } = await run({});
    expect(warnings).toEqual(["Neither lat nor lon was given: this is the weather of Berlin (52.52, 13.41)."]);
    expect((await run(LONGYEARBYEN)).warnings).toEqual([]);
    expect(items[0]).toMatchObject({ timezone: "Europe/Berlin", is_day: false, weather: "slight snowfall" });
    expect(items[7]).toMatchObject({ precipitation_pct: null, _genius: { completeness: 0.93 } });
  });

  test("what the model does not know is null, and so is the sun of a polar night", async () => {
    const { items } = await run(LONGYEARBYEN);
    expect(items[0]).toMatchObject({ gusts_kmh: null, cloud_cover_pct: null, weather_code: 4, weather: null });
    expect(items[1]).toMatchObject({ gusts_max_kmh: null, sunrise: null, sunset: null });
  });

  test("a variable the service leaves out is null", async () => {
    const how = changed({ current: { is_day: undefined }, daily: { precipitation_sum: undefined, sunset: undefined } });
    const { items } = await run({}, { how });
    expect(items[0]).toMatchObject({ is_day: null, weather: "mainly clear" });
    expect(items[1]).toMatchObject({ precipitation_mm: null, sunrise: null, sunset: null, weather_code: 2 });
  });

  test.each([
    [{ lat: 1 }, "/lon"],
    [{ lon: 1 }, "/lat"],
    [{ lat: 91, lon: 0 }, "/lat"],
    [{ lat: 0, lon: 181 }, "/lon"],
    [{ lat: null, lon: null }, "/lat"],
  ])("refuses %j", async (input, pointer) => {
    const requests: ReceivedRequest[] = [];
    const refusal = {
      code: "invalid_input",
      details: { issues: expect.arrayContaining([expect.objectContaining({ pointer })]) },
    };
    await expect(run(input, { requests })).rejects.toMatchObject(refusal);
    expect(requests).toEqual([]);
  });

  test.each([
    [-12_600, "2026-11-21T16:00-03:30"],
    [20_700, "2026-11-21T16:00+05:45"],
    [0, "2026-11-21T16:00+00:00"],
  ])("an offset of %i seconds is written out", async (seconds, time) => {
    const how = changed({ utc_offset_seconds: seconds });
    expect((await run({}, { how })).items[0]).toMatchObject({ time });
  });
});

describe("weather-openmeteo, when the service fails", () => {
  test.each<[string, Misbehaviour, string]>([
    [
      "400",
      jsonAnswer(400, { error: true, reason: "Cannot initialize WeatherVariable from invalid String value" }),
      "upstream_failed",
    ],
    ["500", jsonAnswer(500, {}), "upstream_failed"],
    ["HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }, "upstream_invalid"],
    ["no current conditions", changed({ current: undefined }), "upstream_invalid"],
    ["an error under status 200", jsonAnswer(200, { error: true, reason: "" }), "upstream_invalid"],
    ["a temperature that is text", changed({ current: { temperature_2m: "17" } }), "upstream_invalid"],
    ["no temperatures", changed({ daily: { temperature_2m_max: undefined } }), "upstream_invalid"],
    ["no days", changed({ daily: { time: [] } }), "upstream_invalid"],
    ["half an answer", "cut", "upstream_failed"],
  ])("%s", async (_, how, code) => {
    await expect(run({}, { how })).rejects.toMatchObject({ code });
  });

  test("429 keeps the service's Retry-After", async () => {
    const limited = jsonAnswer(429, {
      error: true,
      reason: "Minutely API request limit exceeded. Please try again in one minute.",
    });
    const how = { ...limited, headers: { "retry-after": "60" } };
    await expect(run({}, { how })).rejects.toMatchObject({
      code: "upstream_failed",
      details: { retryAfterMs: 60_000 },
    });
  });

  test("silence ends with the run, and so does the request", async () => {
    await using upstream = await recordedUpstream(EXCHANGES);
    upstream.misbehave("/forecast", "hold");
    const deadline = new AbortController();
    const answer = runActor(actor, {}, contextFor(actor, upstream, deadline.signal));
    await upstream.held;
    deadline.abort(new Error("deadline"));
    await expect(answer).rejects.toThrow("deadline");
    await upstream.dropped;
  });
});

test("a weather code no model uses has no words", () => {
  expect([0, 95, 4, -1, null].map(weatherWords)).toEqual(["clear sky", "thunderstorm", null, null, null]);
});

/** The recorded answer of Wellington with some parts replaced. */
function changed(parts: { readonly [part: string]: unknown }): RecordedResponse {
  const body = structuredClone(EXCHANGES[1]?.response.body) as Record<string, object>;
  for (const [name, part] of Object.entries(parts)) {
    Object.assign(body, { [name]: isObject(part) ? { ...body[name], ...part } : part });
  }
  return jsonAnswer(200, body);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function run(input: unknown, circumstances?: Circumstances) {
  return runRecorded(actor, EXCHANGES, input, circumstances);
}
