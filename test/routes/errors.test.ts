/** Whoever follows the type of a problem learns what it means. */
import { expect, test } from "bun:test";
import { ERRORS } from "../../src/runtime/error-codes.ts";
import { startHub } from "../support/hub.ts";

test("the type of a problem leads to what the error means, and a list names all there are", async () => {
  await using hub = await startHub();
  const problem = (await (await fetch(`${hub.url}/api/v1/genius/actors/nobody/`)).json()) as any;
  const told = await fetch(problem.type);
  expect([told.status, told.headers.get("content-type")]).toEqual([200, "application/json"]);
  const { code, status, title, retryable } = problem;
  expect(await told.json()).toEqual({ code, status, title, retryable, next_action: expect.any(String) });
  const { errors } = (await (await fetch(`${hub.url}/errors/`)).json()) as any;
  expect(errors.map((one: any) => one.code)).toEqual(ERRORS.map((one) => one.code));
  const known = await fetch(problem.type, { headers: { "if-none-match": told.headers.get("etag") ?? "" } });
  expect(known.status).toBe(304);
  for (const unknown of ["nothing", "constructor", "%00", "payment_required%2F"])
    expect((await fetch(`${hub.url}/errors/${unknown}`)).status).toBe(404);
});

test("a person who follows it is led to the row of the reference", async () => {
  await using hub = await startHub();
  const asBrowser = { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }, redirect: "manual" } as const;
  for (const [path, place] of [
    ["/errors/payment_required", "error-payment_required"],
    ["/errors/", "errors"],
  ]) {
    const led = await fetch(hub.url + path, asBrowser);
    expect([led.status, led.headers.get("location"), led.headers.get("vary")]).toEqual([
      303,
      `/docs#${place}`,
      "accept",
    ]);
    expect(await (await fetch(`${hub.url}/docs`)).text()).toContain(` id="${place}"`);
  }
});
