import { describe, expect, jest, test } from "bun:test";
import { createCircuitBreaker } from "../../src/runtime/async/circuit-breaker.ts";

function setUp(isThereAtFirst = false) {
  const told: (string | undefined)[] = [];
  let isThere = isThereAtFirst;
  const breaker = createCircuitBreaker({
    limitMs: 5,
    attempt: async () => {
      if (!isThere) throw new Error("gone");
    },
    onChange: (why) => void told.push(why),
  });
  return { breaker, told, comeBack: () => void (isThere = true) };
}

const never = (): Promise<never> => new Promise(() => undefined);
const fails = (): Promise<never> => Promise.reject(new Error("refused"));

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

describe("createCircuitBreaker()", () => {
  test("one that is late is left alone by everybody, and told of once", async () => {
    const { breaker, told } = setUp();
    expect(await breaker.run(async () => "there")).toBe("there");
    const late = [breaker.run(never), breaker.run(never)];
    expect(await Promise.all(late.map((each) => each.catch(String)))).toEqual(
      Array.from({ length: 2 }, () => "Error: no answer within 5 ms"),
    );
    expect(breaker.isOpen()).toBeTrue();
    let asked = 0;
    expect(await breaker.run(async () => asked++).catch(String)).toBe("Error: no answer within 5 ms");
    expect(asked).toBe(0);
    expect(told).toEqual(["no answer within 5 ms"]);
  });

  test("one that was late for a moment is asked again at once, and nobody is told", async () => {
    const { breaker, told } = setUp(true);
    await breaker.run(never).catch(() => undefined);
    await settle();
    expect(breaker.isOpen()).toBeFalse();
    expect(told).toEqual([]);
  });

  test("one that fails is asked again when it answers an attempt", async () => {
    const { breaker, told, comeBack } = setUp();
    await breaker.run(fails).catch(() => undefined);
    expect(await breaker.check().catch(String)).toBe("Error: refused");
    comeBack();
    await breaker.check();
    expect(await breaker.run(async () => "there")).toBe("there");
    expect(told).toEqual(["refused", undefined]);
  });

  test("is tried again by itself, whether a request or a check has found the fault", async () => {
    jest.useFakeTimers();
    try {
      const [asked, checked] = [setUp(), setUp()];
      await asked.breaker.run(fails).catch(() => undefined);
      await checked.breaker.check().catch(() => undefined);
      await settle();
      for (const each of [asked, checked]) each.comeBack();
      expect([asked.breaker.isOpen(), checked.breaker.isOpen()]).toEqual([true, true]);
      jest.advanceTimersByTime(500);
      await settle();
      expect([asked.told, checked.told]).toEqual([
        ["refused", undefined],
        ["gone", undefined],
      ]);
    } finally {
      jest.useRealTimers();
    }
  });
});
