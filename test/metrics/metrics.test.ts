import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { logRequests } from "../../src/metrics/access-log.ts";
import dataConvert from "../../actors/data-convert/index.ts";
import { startHub } from "../support/hub.ts";

/** The values of the series whose line begins like this, by the whole line's name and labels. */
function valuesOf(text: string, beginning: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line.startsWith(beginning));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

const TOKEN = "a token of the operator's monitoring";

test("what was asked and run is counted by its path and how it ended, and nothing says who asked", async () => {
  await using hub = await startHub({ actors: [dataConvert], settings: { METRICS_TOKEN: TOKEN } });
  const input = { from: "csv", payload: "id\n1" };
  await hub.run("data-convert", input);
  await hub.run("data-convert", input);
  await hub.run("data-convert", { from: "nonsense" });
  await hub.run("no-such-actor", {});
  await fetch(`${hub.url}/nowhere?secret=canary`);
  const answer = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await answer.text();
  const route = 'method="POST",route="/api/v1/genius/actors/:slug/run/"';
  expect(valuesOf(text, `hub_http_requests_total{${route}`)).toEqual({
    [`hub_http_requests_total{${route},status="2xx"}`]: 2,
    [`hub_http_requests_total{${route},status="4xx"}`]: 2,
  });
  expect(valuesOf(text, "hub_runs_total")).toEqual({
    'hub_runs_total{operation="data-convert",outcome="answered"}': 2,
    'hub_runs_total{operation="data-convert",outcome="invalid_input"}': 1,
  });
  expect(valuesOf(text, `hub_http_request_duration_seconds_count{${route}`)).toEqual({
    [`hub_http_request_duration_seconds_count{${route}}`]: 4,
  });
  expect(valuesOf(text, "process_resident_memory_bytes")["process_resident_memory_bytes"]).toBeGreaterThan(1e7);
  expect(text).not.toMatch(/canary|127\.0\.0\.1|hub_(?:test|live)_/);

  const judged = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  if (judged.error !== undefined) console.warn("Skipping promtool's judgement: it is not installed.");
  else expect(judged.stderr + judged.stdout).toBe("");
});

test("are for whoever has the token; without one, for this machine, unless a proxy of it asks for a stranger", async () => {
  await using guarded = await startHub({ settings: { METRICS_TOKEN: TOKEN } });
  const statusOf = async (url: string, headers: Record<string, string>): Promise<number> =>
    (await fetch(`${url}/metrics`, { headers })).status;
  expect(await statusOf(guarded.url, {})).toBe(404);
  expect(await statusOf(guarded.url, { authorization: "Bearer guess" })).toBe(404);
  expect(await statusOf(guarded.url, { authorization: `bearer ${TOKEN}` })).toBe(200);
  await using open = await startHub();
  expect(await statusOf(open.url, {})).toBe(200);
  expect(await statusOf(open.url, { "x-forwarded-for": "127.0.0.1" })).toBe(404);
  expect(await statusOf(open.url, { forwarded: "for=127.0.0.1" })).toBe(404);
});

test("the access log has a line of each request: what was asked and how it was answered, never who asked", async () => {
  const lines: Readonly<Record<string, string>>[] = [];
  const note = logRequests((facts) => lines.push(facts));
  const answer = new Response("", { status: 404, headers: { "x-request-id": "1-2" } });
  await note(() => answer, "GET", "/a/:slug/")(new Request("http://hub/a/canary/?q=canary"));
  await note(() => Promise.resolve(answer), "any", "other")(new Request("http://hub/canary", { method: "PUT" }));
  expect(lines.map(({ method, route, status, request_id }) => ({ method, route, status, request_id }))).toEqual([
    { method: "GET", route: "/a/:slug/", status: "404", request_id: "1-2" },
    { method: "PUT", route: "other", status: "404", request_id: "1-2" },
  ]);
});

test("a moment in which nobody was answered is told to everybody who asks, and not to the first alone", async () => {
  await using hub = await startHub();
  const worst = async (): Promise<number> => {
    const series = 'hub_event_loop_delay_seconds{share="1"}';
    return valuesOf(await (await fetch(`${hub.url}/metrics`)).text(), series)[series] ?? 0;
  };
  await worst();
  const until = performance.now() + 300;
  while (performance.now() < until);
  for (let asked = 0; asked < 50 && (await worst()) < 0.2;) asked++; // Until the timer that measures it has come.
  expect(await worst()).toBeGreaterThan(0.2);
});
