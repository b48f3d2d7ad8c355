/** A long list is built a few elements at a time, and reads as if it were built whole. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseJson } from "../../src/runtime/json.ts";
import { listElements } from "../../src/runtime/list-elements.ts";

const FILL = "x".repeat(3_000);

test("listElements() gives what parseJson() does, wherever a list is parted", () => {
  const element = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc.constantFrom(
      `"${FILL},\\"]"`,
      `["]",{"a}":"\\\\"},"${FILL}"]`,
      `{"__proto__":12345678901234567890,"é€":"${FILL}"}`,
      " [ ] ",
      "-0",
      "\n1e999\t",
    ),
  );
  fc.assert(
    fc.property(fc.array(element, { maxLength: 20 }), (elements) => {
      const text = `[${elements.join(",")}]`;
      expect([...listElements(new TextEncoder().encode(text))]).toEqual(parseJson(text) as unknown[]);
    }),
  );
});
