/**
 * `bun run screenshots`: the README's pictures, of a hub with the whole catalogue and its sandbox ledger. Each is a page
 * that the tests beside this file also act on.
 */
import { expect, test } from "bun:test";
import { mkdtemp, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { describeScreens } from "./support.ts";

const FOLDER = "docs/screenshots";
const MAX_BYTES = 60_000;
const VIEWPORT = { width: 1000, height: 660 };

const HUB_DATA_DIR = await mkdtemp(join(tmpdir(), "hub-screenshots-"));
await symlink(resolve("data/catalog.sqlite"), join(HUB_DATA_DIR, "catalog.sqlite"));

describeScreens(
  "screenshots",
  (screens) => {
    test("a search, while it is typed", async () => {
      const page = await screens().open("/", { viewport: VIEWPORT, colorScheme: "light" });
      await page.locator("#q").pressSequentially("send a text message");
      await page.locator("#found .results").waitFor();
      await page.mouse.move(0, 0);
      await keep(page, "search");
    });

    test("an actor that has run", async () => {
      const page = await screens().open("/actors/data-convert", { viewport: VIEWPORT, colorScheme: "dark" });
      await page.getByRole("button", { name: /^Run/ }).click();
      await page.locator(".result").waitFor();
      await page.locator("form.run").scrollIntoViewIfNeeded();
      await page.locator(".result").scrollIntoViewIfNeeded();
      await keep(page, "run");
    });

    test("a call that waits for its payment", async () => {
      const page = await screens().open("/?q=weather+forecast", { viewport: VIEWPORT, colorScheme: "light" });
      await page.locator("#found .results a").first().click();
      await page.getByRole("button", { name: /^Dry run/ }).click();
      await page.getByRole("button", { name: "Pay now" }).click();
      await page.locator("svg").first().waitFor();
      await keep(page, "pay");
    });
  },
  { HUB_DATA_DIR },
);

/** As WebP: half of what PNG takes. */
async function keep(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  const path = join(FOLDER, `${name}.webp`);
  await writeFile(path, Buffer.from(data, "base64"));
  expect((await stat(path)).size).toBeLessThan(MAX_BYTES);
}
