/** A person connects an API with a key and by a login, uses the connection, and ends it. */
import { afterAll, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { described } from "../catalog/support.ts";
import { CLIENT, startAuthority } from "../connections/authority.ts";
import { FORECAST, SMS } from "./catalog.ts";
import { describeScreens, NARROW, overflow, seriousFaults } from "./support.ts";

const SECRET = "sk_canary_9d41c7b2e6f0";
const NOTES = "notes-dev--readnotes";

const authority = await startAuthority();
const folder = await mkdtemp(join(tmpdir(), "hub-rows-"));
const HUB_ACCESS_FILE = join(folder, "rows.json");
await writeFile(
  HUB_ACCESS_FILE,
  JSON.stringify([
    { hosts: [authority.place], methods: ["oauth2_code"], scopes: ["things"], authority: authority.authority },
  ]),
);
const notes = described("notes.dev", {
  servers: [{ url: authority.server.origin }],
  info: { title: "Notes", version: "1", description: "Notes that somebody keeps." },
  paths: {
    "/me": { get: { operationId: "readNotes", summary: "Read my notes", responses: { 200: { description: "ok" } } } },
  },
});
afterAll(async () => {
  await authority[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

describeScreens(
  "connections",
  (screens) => {
    const leadsTo = [authority.server.origin];

    test("a key is given on a page of its own, confirmed by its code, used from the operation, and in no page", async () => {
      const page = await screens().open(`/apis/${SMS}`, { key: await screens().freeKey() });
      await page.getByRole("link", { name: "Connect it" }).click();
      await page.getByRole("button", { name: "Make the link" }).click();
      await giveKey(page, SECRET);
      await page.getByText("It works.").waitFor();
      await page.getByText("Works", { exact: true }).waitFor();
      const kept = await page.evaluate(
        () => document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage }),
      );
      expect(kept).not.toContain(SECRET);
      await page.getByRole("link", { name: "Back to the operation" }).click();
      const called = page.waitForResponse((response) => response.url().includes("/proxy/"));
      await page.getByRole("button", { name: /^Call/ }).click();
      expect((await (await called).json()).data.has_key).toBe(true);
    });

    test("a call that lacks a credential leads to where it is given", async () => {
      const page = await screens().open(`/apis/${SMS}`, { key: await screens().freeKey() });
      await page.getByRole("button", { name: /^Call/ }).click();
      await page.getByRole("alert").getByRole("link", { name: "Connect it" }).click();
      await page.waitForURL(`**/connections?for=${SMS}`);
      // The call has begun one already: its link waits.
      await giveKey(page, SECRET);
      await page.getByText("It works.").waitFor();
    });

    test("is begun once where its button is pressed twice on a slow line, and says meanwhile that it is under way", async () => {
      const key = await screens().freeKey();
      const page = await screens().open(`/connections?for=${SMS}`, { key });
      const held = Promise.withResolvers<void>();
      const asked: string[] = [];
      await page.route("**/api/v1/agent/connections/", async (route) => {
        if (route.request().method() === "POST") {
          asked.push(route.request().url());
          await held.promise;
        }
        await route.continue();
      });
      await page.getByRole("button", { name: "Make the link" }).dblclick();
      await page.getByText("Under way…").waitFor();
      held.resolve();
      await page.getByRole("link", { name: "Give the credential" }).waitFor();
      expect([asked.length, await page.getByRole("link", { name: "Give the credential" }).count()]).toEqual([1, 1]);
    });

    test("a login asks for its client once, goes to the authority and comes back with a code", async () => {
      const page = await screens().open("/connections", { key: await screens().freeKey(), leadsTo });
      await page.getByLabel("Which API?").fill("read my notes");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /Read my notes/ }).click();
      await page.getByRole("button", { name: "Make the link" }).click();
      authority.register(await page.locator("form.card code").innerText());
      await page.getByLabel("Client id").fill(CLIENT.client_id);
      await page.getByLabel(/^Client secret/).fill(CLIENT.client_secret);
      await page.getByRole("button", { name: "Keep it" }).click();
      const opened = page.waitForEvent("popup");
      await page.getByRole("link", { name: "Give the credential" }).click();
      const given = await opened;
      await given.getByRole("button", { name: /^Log in at/ }).click();
      await confirm(page, given);
      await page.getByText("It works.").waitFor();
      expect(await page.getByRole("link", { name: NOTES }).count()).toBe(1);
    });

    test("is tested, made the default, disabled, enabled, connected anew and erased", async () => {
      const page = await connected();
      const act = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
      await act("Test").click();
      await page.getByText("No harmless address is known").waitFor();
      await act("Disable").click();
      await page.getByText("Disabled: no call gets it").waitFor();
      expect(await act("Test").count()).toBe(0);
      await act("Enable").click();
      await page.getByText("Calls get it again.").waitFor();
      await act("Reconnect").click();
      await page.getByRole("link", { name: "Give the credential" }).waitFor();
      await page.getByText("Works", { exact: true }).waitFor();
      await act("Delete").click();
      await act("Keep it").click();
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Delete");
      await act("Delete").click();
      await act("Erase").click();
      await page.getByText("Nothing is connected yet.").waitFor();
    });

    test("a wrong code is refused and can be typed again; what needs no credential says so", async () => {
      const page = await screens().open(`/connections?for=${SMS}`, { key: await screens().freeKey() });
      await page.getByRole("button", { name: "Make the link" }).click();
      const given = await openLink(page, SECRET);
      await page.getByLabel("Code that the page shows at its end").fill("AAAA-AAAA");
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("alert").getByText("The hub refused this").waitFor();
      await confirm(page, given);
      await page.getByText("It works.").waitFor();
      await page.goto(`${screens().hub.url}/connections?for=${FORECAST}`);
      await page.getByText("It needs no credential.").waitFor();
    });

    test("without a key, without an answer and with too many requests it says what to do", async () => {
      const page = await screens().open("/connections");
      await page.getByText("There is no key in this tab.").waitFor();
      const withKey = await screens().open("/connections", { key: await screens().freeKey() });
      await withKey.getByText("Nothing is connected yet.").waitFor();
      await withKey.context().setOffline(true);
      await withKey.getByLabel("Which API?").fill("messages");
      await withKey.getByRole("button", { name: "Find it" }).click();
      await withKey.getByText("The hub cannot be reached").waitFor();
      expect(await withKey.getByLabel("Which API?").inputValue()).toBe("messages");
      await withKey.context().setOffline(false);
      await withKey.route("**/ui/search?**", (route) =>
        route.fulfill({
          status: 429,
          headers: { "retry-after": "7", "content-type": "application/problem+json" },
          body: JSON.stringify({ code: "rate_limited", detail: "Too many requests.", next_actions: [] }),
        }),
      );
      await withKey.getByRole("button", { name: "Try again" }).click();
      await withKey.getByText(/Again in \d s\./).waitFor();
      await withKey.route("**/api/v1/agent/connections/", (route) => route.abort("internetdisconnected"), { times: 1 });
      await withKey.reload();
      await withKey.getByText("The hub cannot be reached").waitFor();
      await withKey.getByRole("button", { name: "Try again" }).click();
      await withKey.getByText("Nothing is connected yet.").waitFor();
    });

    test("fits a phone and has no serious fault of access, with a connection and a form open", async () => {
      const page = await connected(NARROW);
      await page.getByLabel("Which API?").fill(SMS);
      await page.getByRole("button", { name: "Find it" }).click();
      await page.getByRole("button", { name: "Make the link" }).waitFor();
      await page.getByRole("button", { name: /^Reconnect/ }).click();
      await page.getByRole("link", { name: "Give the credential" }).waitFor();
      expect([await overflow(page), await seriousFaults(page)]).toEqual([0, []]);
    });

    async function connected(viewport?: typeof NARROW): Promise<Page> {
      const page = await screens().open(`/connections?for=${SMS}`, {
        key: await screens().freeKey(),
        ...(viewport && { viewport }),
      });
      await page.getByRole("button", { name: "Make the link" }).click();
      await giveKey(page, SECRET);
      await page.getByText("It works.").waitFor();
      return page;
    }
  },
  { HUB_ACCESS_FILE, NET_ALLOW: authority.place },
  [notes],
);

/** Types the key into the page that the link opens; that page, which now shows the code. */
async function openLink(page: Page, secret: string): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Give the credential" }).click();
  const given = await opened;
  await given.getByLabel("X-Messages-Key").fill(secret);
  await given.getByRole("button", { name: "Connect" }).click();
  await given.locator(".code").waitFor();
  return given;
}

async function giveKey(page: Page, secret: string): Promise<void> {
  await confirm(page, await openLink(page, secret));
}

async function confirm(page: Page, given: Page): Promise<void> {
  const code = await given.locator(".code").innerText();
  await given.close();
  await page.getByLabel("Code that the page shows at its end").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
}
