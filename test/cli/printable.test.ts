import { expect, test } from "bun:test";
import { formatItems } from "../../src/cli/table.ts";

test("what strangers wrote moves no cursor, colours nothing and turns no text around", () => {
  const hostile = "\u001b]0;title\u0007\u001b[2Ja\u009b31mb\u202ec\u0000d\r\u007f";
  const texts = [
    formatItems([{ name: hostile }], 80),
    formatItems([{ name: hostile }, { name: "plain", [hostile]: 1 }], 80),
    formatItems([{ name: "x", markdown: `# Title\n\n${hostile}\ttab` }], 80),
  ];
  for (const text of texts) expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e/u);
  expect(texts[2]).toContain("# Title\n\n");
});
