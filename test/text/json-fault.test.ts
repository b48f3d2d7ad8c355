import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { firstFault, nestsDeeperThan } from "../../src/text/json-fault.ts";
import type { HubError } from "../../src/runtime/errors.ts";
import { parseJson, parseLongJson } from "../../src/runtime/json.ts";

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

describe("firstFault()", () => {
  test.each([
    ["", 0],
    ["  ", 2],
    ["[1,]", 3],
    ["[1 2]", 3],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":}', 5],
    ["{a:1}", 1],
    ['"a\nb"', 2],
    ['["\\x"]', 2],
    ['["a', 3],
    ["[01]", 2],
    ["[1]]", 3],
    ["nul", 0],
    ["[-]", 1],
    ["// no comments", 0],
    ['{"a":1]', 6],
  ])("finds what cannot stand in %j at %d", (text, at) => {
    expect(firstFault(text)).toBe(at);
  });

  test("finds a fault where, and only where, the engine finds one; and what stands before it is not at fault", () => {
    const written = fc.jsonValue().map((value) => JSON.stringify(value, null, 1));
    const damaged = fc
      .tuple(written, fc.nat(), fc.constantFrom("", "]", "}", ",", '"', "\\", "x", "0", ":", "\u0001"))
      .map(
        ([text, place, put]) =>
          text.slice(0, place % (text.length + 1)) + put + text.slice((place % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(written, damaged, fc.string()), (text) => {
        const at = firstFault(text);
        expect(at === -1).toBe(isJson(text));
        // What stands before the fault is not at fault: it only ends too early.
        if (at > 0 && !isJson(text.slice(0, at))) expect(firstFault(text.slice(0, at))).toBe(at);
      }),
      { numRuns: 2000 },
    );
  });

  test("names the place of a fault at the end of 32 MB without holding more than the text", () => {
    // In a process of its own: in this one, what other tests have left behind is given back or taken at any moment.
    const script = `
      const { parseJson } = await import(${JSON.stringify(new URL("../../src/runtime/json.ts", import.meta.url).href)});
      const text = '[' + '{"a":[1,"b",null]},'.repeat(1_700_000) + '?]';
      Bun.gc(true);
      const before = process.memoryUsage.rss();
      let said = "";
      try { parseJson(text); } catch ({ message }) { said = message; }
      Bun.gc(true);
      console.log(JSON.stringify({ said, end: text.length - 1, grown: process.memoryUsage.rss() - before }));`;
    const { stdout } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
    const { said, end, grown } = JSON.parse(stdout) as { said: string; end: number; grown: number };
    expect(said).toContain(`at line 1, column ${end}`);
    expect(grown).toBeLessThan(150 * 1024 * 1024);
  }, 20_000);
});

test("nestsDeeperThan() counts brackets outside texts only", () => {
  expect(nestsDeeperThan(`["${"[".repeat(300)}\\"${"{".repeat(300)}"]`, 200)).toBe(false);
  expect(nestsDeeperThan("[".repeat(201), 200)).toBe(true);
  expect(nestsDeeperThan("[[],".repeat(200), 200)).toBe(true);
});

test("parseLongJson() lets others have their turns, and says what parseJson() says", async () => {
  const text = `[${'{"a":[1,"b",null]},'.repeat(30_000)}12345678901234567890]`;
  let turns = 0;
  let isOver = false;
  // A turn of the loop, and no moment: fast machines have few of those.
  const takeTurn = (): unknown => ++turns && !isOver && setImmediate(takeTurn);
  takeTurn();
  expect(await parseLongJson(Buffer.from(text))).toEqual(parseJson(text));
  await expect(parseLongJson(Buffer.from(text.slice(0, -1)))).rejects.toMatchObject({ code: "invalid_json" });
  await expect(parseLongJson(Buffer.from("[".repeat(300) + "]".repeat(300)))).rejects.toMatchObject({
    code: "too_deep",
  });
  await expect(parseLongJson(Buffer.from(`[${"{},".repeat(200_001)}{}]`))).rejects.toMatchObject({
    code: "payload_too_large",
  });
  isOver = true;
  expect(turns).toBeGreaterThan(3);
}, 20_000);

test("parseLongJson() builds no list of more items than its reader takes, and counts no lists within", async () => {
  const read = (text: string) => parseLongJson(Buffer.from(text), false, 3);
  const more = `payload_too_large The JSON holds a list of more than 3 items.`;
  const fault = (error: HubError) => `${error.code} ${error.message}`;
  expect(await read('[1,[2,2,2,2],{"a":[3,3,3,3]}]')).toHaveLength(3);
  expect(await read('{"a":[1,2,3,4]}')).toEqual({ a: [1, 2, 3, 4] });
  expect(await read("[ ]")).toEqual([]);
  expect(await read("[1,2,{},4]").catch(fault)).toBe(more);
});
