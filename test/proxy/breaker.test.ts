import { describe, expect, test } from "bun:test";
import { createBreakers, OWN_LIMIT } from "../../src/proxy/breaker.ts";
import { testClock } from "../support/operations.ts";

const TARGET = "api.example thing";

function setUp() {
  const clock = testClock();
  const breakers = createBreakers(clock);
  const fail = (...witnesses: readonly string[]) => {
    for (const witness of witnesses) {
      using turn = breakers.enter(TARGET);
      turn.failed(witness);
    }
  };
  const isOpen = (target = TARGET) => breakers.refusal(target) !== undefined;
  return { clock, breakers, fail, isOpen };
}

describe("a breaker", () => {
  test("opens by five failures that two accounts have seen, for that operation only", () => {
    const { fail, isOpen } = setUp();
    fail("a", "a", "a", "a");
    expect(isOpen()).toBe(false);
    fail("b");
    expect([isOpen(), isOpen("api.example another")]).toEqual([true, false]);
  });

  test("is not opened by what one account sees, however often", () => {
    const { fail, isOpen } = setUp();
    fail(...Array.from({ length: 50 }, () => "a"));
    expect(isOpen()).toBe(false);
  });

  test("opens by five times that the hub's own limits were reached, and not by fewer with one account's failures", () => {
    const { fail, isOpen, clock } = setUp();
    fail("a", "a", OWN_LIMIT, OWN_LIMIT, OWN_LIMIT, OWN_LIMIT);
    expect(isOpen()).toBe(false);
    clock.advance(10_000);
    fail(OWN_LIMIT, OWN_LIMIT, OWN_LIMIT, OWN_LIMIT, OWN_LIMIT);
    expect(isOpen()).toBe(true);
  });

  test("is opened again by another witness than before, and cannot be kept open by one account", () => {
    const { fail, isOpen, clock } = setUp();
    fail("a", "b", "a", "b", "a");
    clock.advance(30_000);
    fail("b");
    expect(isOpen()).toBe(true);
    clock.advance(30_000);
    fail("b");
    expect(isOpen()).toBe(false);
  });

  test("lets one call through to see, and the next when that one came to no verdict", () => {
    const { breakers, fail, isOpen, clock } = setUp();
    fail("a", "b", "a", "b", "a");
    clock.advance(30_000);
    {
      using _probe = breakers.enter(TARGET);
      expect(isOpen()).toBe(true);
    }
    expect(isOpen()).toBe(false);
  });
});
