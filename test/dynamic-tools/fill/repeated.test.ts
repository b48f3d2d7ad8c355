/** What both the address and the body of a call must hold. */
import { expect, test } from "bun:test";
import { withRepeated } from "../../../src/dynamic-tools/fill/repeated.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { object, operationOf, text, whole } from "../sent.ts";

const device = operationOf(
  "/devices/{deviceId}",
  {},
  object({ device_id: whole, title: text, owner: object({ device_id: text }, ["device_id"]) }, ["device_id", "title"]),
);
const repeated = (params: Record<string, unknown>, body?: Record<string, unknown>) =>
  withRepeated({ params, ...(body && { body }) }, slotsOf(device), device.lookup);

test("what the address says is said of the body, in the form that this takes", () => {
  expect(repeated({ deviceId: "42" }, { title: "Hall" })).toEqual({
    params: { deviceId: "42" },
    body: { device_id: 42, title: "Hall" },
  });
});

test("nothing is repeated that was said otherwise, that the body does not take, or of which nothing else was said", () => {
  expect(repeated({ deviceId: "42" }, { device_id: 7 }).body).toEqual({ device_id: 7 });
  expect(repeated({ deviceId: "hall" }, { title: "Hall" }).body).toEqual({ title: "Hall" });
  expect(repeated({ deviceId: "42" })).toEqual({ params: { deviceId: "42" } });
});
