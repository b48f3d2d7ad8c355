import { describe, expect, test } from "bun:test";
import actor from "../../actors/weather-nws/index.ts";
import { type Circumstances, contextFor, runActor, runRecorded } from "../support/actor-context.ts";
import {
  type Exchange,
  type Misbehaviour,
  type ReceivedRequest,
  jsonAnswer,
  readExchanges,
  recordedUpstream,
} from "../support/recorded-upstream.ts";

const EXCHANGES = await readExchanges("weather-nws");
const NEW_YORK = { lat: 40.7128, lon: -74.006 };

describe("weather-nws", () => {
  test("answers eight periods unless told otherwise, each with all its fields", async () => {
    const { items } = await run(NEW_YORK);
    expect(items).toHaveLength(8);
    expect(items[1]).toEqual({
      number: 2,
      name: "Tonight",
      start: "2026-11-20T18:00:00-05:00",
      end: "2026-11-21T06:00:00-05:00",
      is_daytime: false,
      temperature: 42,
      unit: "F",
      wind_speed: "5 to 10 mph",
      wind_direction: "N",
      precipitation_pct: 20,
      short: "Slight Chance Light Rain",
      detailed:
        "A slight chance of rain after 3am. Mostly cloudy, with a low around 42. North wind 5 to 10 mph. Chance of precipitation is 20%.",
      _genius: { index: 1, enhanced_at: "2026-11-21T03:00:00.000Z", source: "api.weather.gov", completeness: 1 },
    });
  });

  test("a period without a chance of precipitation says null", async () => {
    expect((await run(NEW_YORK)).items[0]).toMatchObject({ precipitation_pct: null, _genius: { completeness: 0.92 } });
  });

  test.each([
    [{ temperature: { unitCode: "wmoUnit:degC", value: 12.222222222222221 } }, { temperature: 12.2, unit: "C" }],
    [
      { temperature: { unitCode: "wmoUnit:degC", value: null, qualityControl: "Z" }, temperatureUnit: null },
      { temperature: null, unit: "C" },
    ],
    [
      { windSpeed: { unitCode: "wmoUnit:km_h-1", minValue: 9.26, maxValue: 16.668 }, windGust: null },
      { wind_speed: "9 to 17 km/h", temperature: 54, unit: "F" },
    ],
    [{ windSpeed: { unitCode: "wmoUnit:km_h-1", value: 9.26 } }, { wind_speed: "9 km/h" }],
    [{ windSpeed: { unitCode: "wmoUnit:km_h-1", value: null } }, { wind_speed: null }],
    [{ windSpeed: { unitCode: "wmoUnit:m_s-1", minValue: 2, maxValue: 2 } }, { wind_speed: "2 m/s" }],
  ])("reads a period with %j", async (fields, item) => {
    const forecast = structuredClone(EXCHANGES[1]!.response.body) as { properties: { periods: object[] } };
    Object.assign(forecast.properties.periods[0]!, fields);
    const how = jsonAnswer(200, forecast);
    expect((await run(NEW_YORK, { how, part: "/forecast" })).items[0]).toMatchObject(item);
  });

  test.each([1, 3, 14])("answers %i periods when asked to", async (periods) => {
    expect((await run({ ...NEW_YORK, periods })).items).toHaveLength(periods);
  });

  test.each([0, 15, 1.5, "8"])("refuses %j periods", async (periods) => {
    await expect(run({ ...NEW_YORK, periods })).rejects.toMatchObject({
      details: { issues: [{ pointer: "/periods" }] },
    });
  });

  test.each([
    [{ lon: 0 }, "/lat"],
    [{ lat: 0 }, "/lon"],
    [{ lat: 90.1, lon: 0 }, "/lat"],
    [{ lat: 0, lon: -180.1 }, "/lon"],
    [{ lat: "40", lon: 0 }, "/lat"],
  ])("refuses %j", async (input, pointer) => {
    await expect(run(input)).rejects.toMatchObject({ details: { issues: [{ pointer }] } });
  });

  test("asks with four decimals at most and no trailing zeros, and says who is asking", async () => {
    const requests: ReceivedRequest[] = [];
    await run({ lat: 40.71284999, lon: -74.0059999 }, { requests });
    expect(requests.map(({ url }) => url)).toEqual([
      "https://api.weather.gov/points/40.7128,-74.006",
      "https://api.weather.gov/gridpoints/OKX/33,35/forecast",
    ]);
    for (const { headers } of requests) expect(headers["user-agent"]).toContain("@");
  });

  test.each([
    ["abroad", { lat: 48.8566, lon: 2.3522 }],
    ["at sea", { lat: 40.2, lon: -73.1 }],
    ["where the service has no forecast", { lat: 61.3142, lon: -149.4848 }],
  ])("a point %s is invalid_input that names weather-openmeteo", async (_, input) => {
    await expect(run(input)).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("weather-openmeteo"),
      details: {
        issues: [
          { pointer: "/lat", detail: expect.stringContaining("weather-openmeteo") },
          { pointer: "/lon", detail: expect.stringContaining("weather-openmeteo") },
        ],
        nextActions: [expect.stringContaining("weather-openmeteo")],
      },
    });
  });

  test("a forecast without periods is an empty success that says so", async () => {
    const how = jsonAnswer(200, { properties: { periods: [] } });
    expect(await run(NEW_YORK, { how, part: "/forecast" })).toMatchObject({
      items: [],
      warnings: [expect.stringContaining("no periods")],
    });
  });

  test("follows a redirect to the spelling the service prefers", async () => {
    const { body } = EXCHANGES[0]!.response;
    const redirect = { status: 301, headers: { location: "/points/40.7129,-74.006" }, body: "" };
    const moved: Exchange = {
      request: { method: "GET", url: "https://api.weather.gov/points/40.7129,-74.006" },
      response: { status: 200, headers: {}, body },
    };
    expect((await run(NEW_YORK, { how: redirect, part: "40.7128", more: [moved] })).items).toHaveLength(8);
  });

  test("a forecast link to another host is not followed, and is not the caller's fault", async () => {
    const requests: ReceivedRequest[] = [];
    const how = jsonAnswer(200, { properties: { forecast: "https://evil.example/forecast" } });
    await expect(run(NEW_YORK, { how, part: "/points/", requests })).rejects.toMatchObject({
      code: "upstream_invalid",
    });
    expect(requests).toHaveLength(1);
  });
});

describe("weather-nws, when the service fails", () => {
  const failures: [string, Misbehaviour, string][] = [
    ["500", jsonAnswer(500, { title: "Unexpected Problem", status: 500 }), "upstream_failed"],
    ["503 with HTML", { status: 503, headers: {}, body: "<html>" }, "upstream_failed"],
    [
      "a 404 of another kind",
      jsonAnswer(404, { type: "https://api.weather.gov/problems/NotFound" }),
      "upstream_failed",
    ],
    ["a 404 of somebody between", { status: 404, headers: {}, body: "<html>Not Found" }, "upstream_failed"],
    ["HTML", { status: 200, headers: { "content-type": "text/html" }, body: "<html>" }, "upstream_invalid"],
    ["missing fields", jsonAnswer(200, { properties: {} }), "upstream_invalid"],
    ["fields of other types", jsonAnswer(200, { properties: { forecast: 1, periods: {} } }), "upstream_invalid"],
    ["half an answer", "cut", "upstream_failed"],
  ];

  test.each(failures)("%s for the point", async (_, how, code) => {
    await expect(run(NEW_YORK, { how, part: "/points/" })).rejects.toMatchObject({ code });
  });

  test.each(failures)("%s for the forecast", async (_, how, code) => {
    await expect(run(NEW_YORK, { how, part: "/gridpoints/" })).rejects.toMatchObject({ code });
  });

  test.each(["/points/", "/gridpoints/"])("silence of %s ends with the run, and so does the request", async (part) => {
    await using upstream = await recordedUpstream(EXCHANGES);
    upstream.misbehave(part, "hold");
    const deadline = new AbortController();
    const answer = runActor(actor, NEW_YORK, contextFor(actor, upstream, deadline.signal));
    await upstream.held;
    deadline.abort(new Error("deadline"));
    await expect(answer).rejects.toThrow("deadline");
    await upstream.dropped;
  });
});

function run(input: unknown, circumstances: Circumstances & { readonly more?: readonly Exchange[] } = {}) {
  return runRecorded(actor, [...EXCHANGES, ...(circumstances.more ?? [])], input, circumstances);
}
