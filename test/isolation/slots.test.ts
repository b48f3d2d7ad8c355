import { expect, test } from "bun:test";
import { createSlots } from "../../src/isolation/slots.ts";

test("however many children one pool wants, two others have one each, and a third that of an idle one", () => {
  const slots = createSlots(16);
  let busy = 0;
  while (slots.take(busy)) busy++;
  expect(busy).toBe(14);
  expect([slots.take(0), slots.take(0), slots.take(0)]).toEqual([true, true, false]);
  const freed: string[] = [];
  slots.onFree(() => {
    if (slots.take(busy)) freed.push("the busy one");
    if (slots.take(0)) freed.push("the third");
  });
  slots.idle(() => slots.release());
  expect(slots.take(0)).toBe(false);
  expect(freed).toEqual(["the third"]);
});
