/** What is copied from a page: told to whoever cannot see the button, and without losing the place. */
import { expect, test } from "bun:test";
import { describeScreens, focused } from "./support.ts";

describeScreens("copying", (screens) => {
  for (const [where, has] of [
    ["with a clipboard", true],
    ["on a page without TLS, which has none", false],
  ] as const)
    test(`says that it is done, and leaves the keyboard where it was, ${where}`, async () => {
      const page = await screens().open("/actors/data-convert", {
        permissions: ["clipboard-read", "clipboard-write"],
      });
      if (!has) await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
      await page.evaluate(() => document.addEventListener("copy", () => (document.title = "copied by hand")));
      const copy = page.getByRole("button", { name: /^Copy link to this page/ });
      await copy.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("status").getByText("Copied", { exact: true }).waitFor({ state: "attached" });
      expect([await focused(page), await page.title()]).toEqual([
        "Copied",
        has ? expect.not.stringContaining("copied") : "copied by hand",
      ]);
    });
});
