/** A page whose script has not come yet, as on a slow line: nothing that is typed or pressed meanwhile is lost. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { FORECAST } from "./catalog.ts";
import { describeScreens } from "./support.ts";

describeScreens("before the script has come", (screens) => {
  /** The page, and what lets its script come. */
  async function early(path: string): Promise<readonly [page: Page, come: () => void]> {
    const page = await screens().open("/errors/");
    const held = Promise.withResolvers<void>();
    await page.route("**/ui/*.js", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(screens().hub.url + path, { waitUntil: "commit" });
    return [page, () => held.resolve()];
  }

  for (const [path, label, text, press, outcome] of [
    ["/actors/data-convert", "payload needed", "x,y\n1,2", "Run", "1 row"],
    [`/apis/${FORECAST}`, "city needed", "Oslo", "Dry run", "The hub refused this"],
    ["/pay", "E-mail", "person@example.com", "Show how to pay", "A balance"],
  ] as const)
    test(`${path} keeps what is typed, and its buttons wait`, async () => {
      const [page, come] = await early(path);
      const field = page.locator("main").getByLabel(label);
      await field.fill(text);
      const button = page.getByRole("button", { name: press });
      expect(await button.isDisabled()).toBe(true);
      await field.press("Control+Enter");
      come();
      await button.click();
      await page.getByRole("heading", { name: outcome, exact: true }).waitFor();
      if (path !== "/pay") expect(await field.inputValue()).toBe(text);
    });

  test("words that were typed are searched for once it has", async () => {
    const [page, come] = await early("/");
    await page.getByRole("searchbox").fill("weather");
    come();
    await page.locator(".results a").first().waitFor();
    expect(new URL(page.url()).search).toBe("?q=weather");
  });
});
