/** A person gets a key, runs, calls, pays and looks at usage; refused, late, slow or offline, nothing typed and no money is lost. */
import { expect, test } from "bun:test";
import { FORECAST, SMS } from "./catalog.ts";
import { pay, payFor, stored, walletLink } from "./payments.ts";
import { describeScreens, focused, KEY_ITEM, NARROW, overflow, seriousFaults } from "./support.ts";

const CONVERTER = "/actors/data-convert";
const ENTRY = `/apis/${FORECAST}`;
const EVIL = `<img src=x onerror="alert(1)"><script>alert(2)</script>`;

describeScreens("acting in the hub", (screens) => {
  test("a free key is got, shown once, used in its header alone, and forgotten", async () => {
    const page = await screens().open("/usage");
    const sent: (string | undefined)[] = [];
    page.on("request", (request) => void sent.push(request.headers()["x-api-key"]));
    await page.getByRole("button", { name: "Get a free key, or use yours" }).click();
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.getByRole("button", { name: "Get a free key", exact: true }).click();
    await page.getByText("Copy it now").waitFor();
    const key = await stored(page, KEY_ITEM);
    expect(key).toStartWith("hub_test_");
    expect(await page.locator("#key code").innerText()).toBe(key);
    await page.getByText("0 of 300").waitFor();
    expect(new Set(sent)).toEqual(new Set([undefined, key]));
    await page.reload();
    await page.getByText("0 of 300").waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate(() => [document.cookie, localStorage.length, location.search])).toEqual(["", 0, ""]);
    await page.getByText(/^Key: hub_test_/).click();
    await page.getByRole("button", { name: "Forget it" }).click();
    await page.getByText("There is no key in this tab").waitFor();
    expect(await stored(page, KEY_ITEM)).toBe("");
  });

  test("a key that is no key is not taken, and one that nobody knows is told so", async () => {
    const page = await screens().open("/usage");
    await page.getByText("Key: none").click();
    await page.getByLabel("A key you have").fill("hub_live_short");
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByText("That is no key of a hub").waitFor();
    await page.getByLabel("A key you have").fill(`hub_live_${"0".repeat(38)}`);
    await page.getByRole("button", { name: "Use it" }).click();
    await page.getByRole("heading", { name: "The hub refused this" }).waitFor();
    await page.getByText(/^key_unknown · request [0-9a-f-]{36}$/).waitFor();
  });

  test("what is asked for a key is not shown once another is in its place, or none", async () => {
    const page = await screens().open("/usage", { key: await screens().freeKey() });
    await page.getByText("Calls today").waitFor();
    const held = Promise.withResolvers<void>();
    const isAsked = Promise.withResolvers<void>();
    await page.route("**/agent/usage/", async (route) => {
      isAsked.resolve();
      await held.promise;
      await route.continue();
    });
    // The key of the tab is there again for the page that is loaded next.
    await page.reload();
    await isAsked.promise;
    await page.getByText(/^Key: hub_test_/).click();
    await page.getByRole("button", { name: "Forget it" }).click();
    await page.getByText("There is no key in this tab").waitFor();
    const answered = page.waitForResponse("**/agent/usage/");
    held.resolve();
    await (await answered).finished();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.locator("#usage").innerText()).toContain("There is no key in this tab");
  });

  test("an actor runs what is typed, and a link leads to exactly that without any key", async () => {
    const key = await screens().freeKey();
    const page = await screens().open(CONVERTER, { key });
    await page.getByLabel("payload needed").fill(`a,b\n1,${key}`);
    await page.getByLabel("from").selectOption("csv");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("cell", { name: key }).waitFor();
    expect(await focused(page)).toBe("1 row");
    await page.getByText(/^took [\d.]+ s · cost 0 XRP/).waitFor();
    for (const name of ["curl", "TypeScript", "Python", "MCP"]) {
      await page.getByRole("button", { name, exact: true }).click();
      const snippet = await page.getByLabel("The request as a snippet", { exact: true }).innerText();
      expect([snippet.includes(key), snippet.includes("$HUB_KEY")]).toEqual([false, true]);
    }
    expect(page.url()).not.toContain(key);
    await page.goto(page.url());
    expect(await page.getByLabel("payload needed").inputValue()).toBe("a,b\n1,$HUB_KEY");
    expect(await page.getByLabel("from").inputValue()).toBe("csv");
  });

  test("a credential goes with its call, and stands in no link, no snippet and no answer", async () => {
    const page = await screens().open(`/apis/${SMS}`, { key: await screens().freeKey() });
    await page.getByText("A credential of yours, for this call only").click();
    await page.getByLabel("api key").fill("s3cret of the provider");
    await page.keyboard.press("Tab");
    const asked = page.waitForRequest((request) => request.url().includes("/proxy/"));
    await page.getByRole("button", { name: "Dry run" }).click();
    expect((await asked).postDataJSON()).toMatchObject({ credentials: { api_key: "s3cret of the provider" } });
    await page.getByRole("heading", { name: "The request, not sent" }).waitFor();
    expect(page.url()).toContain("input=");
    expect([page.url().includes("s3cret"), (await page.locator("main").innerText()).includes("s3cret")]).toEqual([
      false,
      false,
    ]);
  });

  test("foreign data stays text, and leads to no script", async () => {
    const page = await screens().open(CONVERTER);
    const row = { [EVIL]: EVIL, script: "javascript:alert(3)", web: "https://example.com/" };
    await page.getByLabel("payload needed").fill(JSON.stringify([row]));
    await page.getByLabel("from").selectOption("json");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("cell", { name: EVIL, exact: true }).waitFor();
    await page.getByRole("button", { name: "JSON", exact: true }).click();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    expect(
      await page.locator(".result a").evaluateAll((links) => links.map((each) => each.getAttribute("href"))),
    ).toEqual(["https://example.com/"]);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  test("where the browser keeps nothing for any site, all works until the page is left", async () => {
    const page = await screens().open("/");
    await page.addInitScript(() =>
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        },
      }),
    );
    await page.reload();
    await page.getByLabel("What shall an API do for you?").pressSequentially("weather forecast");
    await page.locator(".results a").first().waitFor();
    await page.goto(screens().hub.url + CONVERTER);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
  });

  test("a hundred rows are shown, then more", async () => {
    const page = await screens().open(CONVERTER);
    const rows = Array.from({ length: 250 }, (_, n) => ({ n }));
    await page.getByLabel("payload needed").fill(JSON.stringify(rows));
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("button", { name: "100 more of 150" }).click();
    await page.getByRole("button", { name: "50 more of 50" }).click();
    expect(await page.locator(".result tbody tr").count()).toBe(250);
  });

  test("what is wrong is told beside its field, and what was found stays", async () => {
    const page = await screens().open(CONVERTER);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
    await page.getByLabel("payload needed").fill("");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "The hub refused this" }).waitFor();
    expect(await page.locator(".field", { hasText: "payload" }).locator(".fault").count()).toBe(1);
    expect(await page.getByLabel("payload needed").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
  });

  test("a slow answer is told of, while the old one stays to be read", async () => {
    const page = await screens().open(CONVERTER);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
    const gate = Promise.withResolvers<void>();
    await page.route("**/run/", async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.getByLabel("payload needed").fill("a\n1\n2\n3");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Under way…").waitFor();
    expect(await page.locator(".outcome").getAttribute("aria-busy")).toBe("true");
    expect(await page.getByRole("heading", { name: "2 rows" }).count()).toBe(1);
    gate.resolve();
    await page.getByRole("heading", { name: "3 rows" }).waitFor();
    expect(await page.locator(".outcome").getAttribute("aria-busy")).toBe(null);
  });

  test("what takes too long can be stopped, and asked for again", async () => {
    const page = await screens().open(CONVERTER);
    const gate = Promise.withResolvers<void>();
    await page.route("**/run/", (route) => gate.promise.then(() => route.continue()).catch(() => undefined), {
      times: 1,
    });
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("heading", { name: "Stopped" }).waitFor();
    gate.resolve();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
  });

  test("offline is told, and what was typed runs later", async () => {
    const page = await screens().open(CONVERTER);
    await page.getByLabel("payload needed").fill("a\n1");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("heading", { name: "The hub cannot be reached" }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "1 row" }).waitFor();
    expect(await page.getByRole("heading", { name: "The hub cannot be reached" }).count()).toBe(0);
  });

  test("a call whose answer was lost on the way is asked for again, and done once", async () => {
    const page = await screens().open(ENTRY, { key: await screens().freeKey() });
    const before = screens().seen.length;
    await page.route(
      "**/call/",
      async (route) => {
        await route.fetch();
        await route.abort("internetdisconnected");
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByRole("heading", { name: "The hub cannot be reached" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/upstream answered 200 · 299 calls left today/).waitFor();
    expect(screens().seen.length - before).toBe(1);
  });

  test("what is too long for an address is there again when one comes back", async () => {
    const page = await screens().open(CONVERTER);
    const long = `a\n${"x".repeat(20_000)}`;
    await page.getByLabel("payload needed").fill(long);
    await page.keyboard.press("Tab");
    await page.goto(`${screens().hub.url}/pay`);
    await page.goto(screens().hub.url + CONVERTER);
    expect(await page.getByLabel("payload needed").inputValue()).toBe(long);
  });

  test("too many requests are counted down, then one may try again", async () => {
    const page = await screens().open(CONVERTER);
    await page.clock.install();
    const refusal = {
      title: "Too many requests",
      status: 429,
      code: "rate_limited",
      detail: "Slow down.",
      next_actions: ["Wait."],
    };
    await page.route(
      "**/run/",
      (route) => route.fulfill({ status: 429, headers: { "retry-after": "90" }, json: refusal }),
      { times: 1 },
    );
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByText("Again in 90 s.").waitFor();
    const again = page.getByRole("button", { name: "Try again" });
    expect(await again.isDisabled()).toBe(true);
    await page.clock.fastForward(91_000);
    await page.getByText("You can try again now.").waitFor();
    await again.click();
    await page.getByRole("heading", { name: "2 rows" }).waitFor();
  });

  test("a call without a key is paid with play money, sent once, and answered", async () => {
    const page = await screens().open(ENTRY);
    const before = screens().seen.length;
    await payFor(page);
    await page.getByRole("button", { name: "Pay with play money" }).click();
    await page.getByText("Paid, and answered.").waitFor();
    await page.getByText(/cost 0\.05 XRP/).waitFor();
    expect(screens().seen.slice(before)).toEqual(["/forecast?city=Bern&days=3"]);
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("link", { name: "Back to the page" }).click();
    await page.waitForURL(`**${ENTRY}**`);
  });

  test("a payment made elsewhere is found by its invoice, also after the page was loaded again", async () => {
    const page = await screens().open(ENTRY);
    await payFor(page);
    await pay(screens(), await walletLink(page));
    await page.reload();
    await page.getByText("Paid, and answered.").waitFor({ timeout: 15_000 });
  });

  test("too little for a call is told, and becomes a balance", async () => {
    const page = await screens().open(ENTRY);
    await payFor(page);
    await pay(screens(), await walletLink(page), "0.02");
    await page.getByText(/This payment is not what was asked for/).waitFor({ timeout: 15_000 });
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.getByRole("button", { name: "Make it a balance" }).click();
    await page.getByText("0.02 XRP are now the balance of a new key.").waitFor({ timeout: 15_000 });
    await page.getByRole("link", { name: "Usage" }).last().click();
    await page.getByText("0.02 XRP").first().waitFor();
  });

  test("a price whose time is over is asked for again", async () => {
    const page = await screens().open(ENTRY);
    await page.clock.install();
    await payFor(page);
    const first = await walletLink(page);
    await page.clock.fastForward(301_000);
    await page.getByText("The time of this price is over.").waitFor();
    await page.getByRole("button", { name: "Ask for a fresh price" }).click();
    await page.getByText("Waiting for the payment.").waitFor();
    expect(await walletLink(page)).not.toBe(first);
  });

  test("a hash that is none is not sent, and a payment goes on after the hub was away", async () => {
    const page = await screens().open(ENTRY);
    await payFor(page);
    await page.getByText("I have paid").click();
    await page.getByLabel("Transaction").fill("javascript:alert(1)");
    await page.getByRole("button", { name: "Use it" }).last().click();
    await page.getByText("That is no hash of a transaction.").waitFor();
    const hash = await pay(screens(), await walletLink(page));
    await page.context().setOffline(true);
    await page.getByLabel("Transaction").fill(hash);
    await page.getByRole("button", { name: "Use it" }).last().click();
    await page.getByText("The payment is kept").waitFor();
    await page.context().setOffline(false);
    await page.getByText("Paid, and answered.").waitFor({ timeout: 15_000 });
  });

  test("a payment that was sent is brought to its end before the next begins", async () => {
    const page = await screens().open(ENTRY);
    const waiting = {
      status: 409,
      code: "idempotency_in_progress",
      detail: "Still under way.",
      next_actions: ["Wait."],
    };
    await page.route("**/call/", (route) =>
      route.request().headers()["payment-signature"] === undefined
        ? route.continue()
        : route.fulfill({ status: 409, headers: { "retry-after": "60" }, json: waiting }),
    );
    await payFor(page);
    const first = await walletLink(page);
    await page.getByText("I have paid").click();
    await page.getByLabel("Transaction").fill("0".repeat(64));
    await page.getByRole("button", { name: "Use it" }).last().click();
    await page.getByRole("button", { name: "It is another transaction" }).waitFor();
    await page.goto(screens().hub.url + ENTRY);
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByText("This payment is still under way").waitFor();
    expect(await walletLink(page)).toBe(first);
    await page.getByRole("button", { name: "It is another transaction" }).click();
    await page.getByRole("button", { name: "Put it aside" }).click();
    await page.getByRole("heading", { name: "What do you want to pay for?" }).waitFor();
    expect(await stored(page, "hub_payment")).toBe("");
  });

  test("a balance that is underpaid says what is missing, and the rest makes the key work; usage moves", async () => {
    const page = await screens().open("/pay");
    await page.getByLabel("Balance in XRP").fill("1");
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.getByRole("button", { name: "Show how to pay" }).click();
    await page.getByText("Your key, shown this once").waitFor();
    await pay(screens(), await walletLink(page), "0.4");
    await page.getByText("0.4 of 1 XRP have arrived; 0.6 XRP are missing.").waitFor({ timeout: 15_000 });
    await page.getByRole("button", { name: "Pay with play money" }).click();
    await page.getByText("Your key has the tier per_call and a balance of 1 XRP.").waitFor({ timeout: 15_000 });
    await page.goto(screens().hub.url + ENTRY);
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByText(/upstream answered 200/).waitFor();
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByText("0.95 XRP").first().waitFor();
    // Each entry says what it was for.
    await page.getByRole("cell", { name: FORECAST }).waitFor();
    const bars = page.getByRole("img", { name: /^XRP spent of the last 30 days: 0.05 in all/ });
    expect(await bars.locator("rect").count()).toBe(30);
    expect(await page.getByRole("region", { name: "Recent entries" }).getByRole("row").count()).toBeGreaterThan(2);
  });

  test("without script the pages say what there is to pay for, and how usage is asked for", async () => {
    const page = await screens().open("/pay", { javaScriptEnabled: false });
    await page.getByText("10 XRP, a month: 300 calls a day").waitFor();
    await page.getByText('"per_call":true').waitFor();
    await page.getByRole("link", { name: "Usage" }).click();
    await page.getByText('-H "X-API-Key: $HUB_KEY"').waitFor();
  });

  test("the keyboard alone gets a key, calls, and pays", async () => {
    const page = await screens().open(ENTRY);
    const { keyboard } = page;
    await page.getByText("Key: none").focus();
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    await keyboard.type("person@example.com");
    await keyboard.press("Enter");
    await page.getByText("Copy it now").waitFor();
    expect(await focused(page)).toBe("Copy the key");
    await keyboard.press("Escape");
    expect(await focused(page)).toStartWith("Key: hub_test_");
    await page.getByLabel("city needed").focus();
    await keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "The request, not sent" }).waitFor();
    expect(await focused(page)).toBe("The request, not sent");
    await page.goto(`${screens().hub.url}/pay`);
    await page.getByRole("textbox", { name: "E-mail" }).focus();
    await keyboard.type("person@example.com");
    await keyboard.press("Enter");
    await page.getByText("Waiting for the payment.").waitFor();
    expect(await focused(page)).toBe("A balance");
    await page.getByRole("button", { name: "Pay with play money" }).focus();
    await keyboard.press("Enter");
    await page.getByText(/^Paid\. Your key has the tier/).waitFor({ timeout: 15_000 });
  });

  for (const colorScheme of ["light", "dark"] as const)
    test(`every state fits a phone and whoever cannot see it, ${colorScheme}`, async () => {
      const page = await screens().open(ENTRY, { colorScheme, viewport: NARROW });
      const judged: Record<string, unknown> = {};
      const judge = async (state: string) => {
        judged[state] = { wider: await overflow(page), faults: await seriousFaults(page) };
      };
      await page.getByText("Key: none").click();
      await judge("key");
      await page.keyboard.press("Escape");
      await payFor(page, () => judge("price"));
      await judge("payment");
      await page.getByRole("button", { name: "Pay with play money" }).click();
      await page.getByText("Paid, and answered.").waitFor();
      await judge("paid");
      await page.goto(screens().hub.url + CONVERTER);
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByRole("heading", { name: "2 rows" }).waitFor();
      await judge("result");
      await page.getByLabel("payload needed").fill("");
      await page.getByRole("button", { name: "Run" }).click();
      await page.getByRole("heading", { name: "The hub refused this" }).waitFor();
      await judge("error");
      await page.evaluate(([name, key]) => sessionStorage.setItem(name, key), [
        KEY_ITEM,
        await screens().freeKey(),
      ] as const);
      await page.goto(`${screens().hub.url}/usage`);
      await page.getByText("0 of 300").waitFor();
      await judge("usage");
      const fine = Object.fromEntries(Object.keys(judged).map((state) => [state, { wider: 0, faults: [] }]));
      expect(judged).toEqual(fine);
    }, 60_000);
});
