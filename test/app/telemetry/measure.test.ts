import { expect, test } from "bun:test";
import { loadConfig } from "../../../src/app/settings/config.ts";
import { createLog } from "../../../src/app/telemetry/log.ts";
import { createMeasure } from "../../../src/app/telemetry/measure.ts";
import { createMetrics } from "../../../src/metrics/series.ts";
import { compute, countTurns, fillTurn, freshTurn } from "../../support/turns.ts";

const measure = createMeasure(loadConfig({}), {
  metrics: createMetrics(),
  log: createLog("error", "json"),
  traces: undefined,
});
const request = new Request("http://hub.test/");

test("of requests that come at once so many begin in a turn as leave others theirs", async () => {
  await freshTurn();
  using turns = countTurns();
  const begun: number[] = [];
  const handler = measure(
    () => {
      begun.push(turns.now());
      compute(6);
      return new Response();
    },
    "GET",
    "/categories/:slug",
  );
  await Promise.all(Array.from({ length: 12 }, () => handler(request)));
  expect(begun).toHaveLength(12);
  for (const turn of begun) expect(begun.filter((other) => other === turn).length).toBeLessThanOrEqual(4);
});

test.each(["/health", "/health/live", "/health/ready", "/ready"])("%s is answered in a turn that is full", (path) => {
  fillTurn();
  expect(measure(() => new Response(), "GET", path)(request)).toBeInstanceOf(Response);
  expect(measure(() => new Response(), "GET", "/actors")(request)).toBeInstanceOf(Promise);
});
