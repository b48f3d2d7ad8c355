/** What is copied from a page: told to whoever cannot see the button, and without losing the place. */
import { expect, test } from "bun:test";
import { describeScreens, focused } from "./support.ts";

describeScreens("copying", (screens) => {
  test("a long snippet is shown in part, which is quick at each key, and copied whole", async () => {
    const page = await screens().open("/actors/data-convert", { permissions: ["clipboard-read", "clipboard-write"] });
    const payload = "a,b\n".repeat(50_000) + "the,end";
    await page.getByLabel("payload needed").evaluate((field: HTMLTextAreaElement, text) => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }, payload);
    const shown = await page.getByLabel("The request as a snippet", { exact: true }).innerText();
    expect(shown.length).toBeLessThan(11_000);
    expect(shown).toEndWith("more characters: Copy has them all.");
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect([copied.length > payload.length, copied.includes("the,end")]).toEqual([true, true]);
  });

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
