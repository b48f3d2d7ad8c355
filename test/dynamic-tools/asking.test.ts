import { expect, test } from "bun:test";
import { foreignFunctionStems } from "../../src/dynamic-tools/words/asking.ts";

test("the small words of another language say nothing, and English ones are left alone", () => {
  expect(foreignFunctionStems("ist die IBAN AT611904300234573201 gültig?").has("die")).toBe(true);
  expect(foreignFunctionStems("is the IBAN AT611904300234573201 valid?").size).toBe(0);
});
