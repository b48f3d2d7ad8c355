/** A person finds an API, reads what it takes, sees the request and runs an actor: by mouse, keyboard or phone, and without script. */
import { expect, test } from "bun:test";
import { CATEGORIES } from "../../src/catalog/categories.ts";
import { FORECAST, LONG_NAMES } from "./catalog.ts";
import { describeScreens, focused, NARROW, overflow } from "./support.ts";

const SEARCH = "What shall an API do for you?";

describeScreens("reading the hub", (screens) => {
  test("words that are typed find an operation, whose page says what it takes", async () => {
    const page = await screens().open("/");
    await page.getByLabel(SEARCH).pressSequentially("weather forecast");
    await page.getByRole("link", { name: "Weather forecast of a city" }).click();
    await page.getByRole("heading", { level: 1, name: "Weather forecast of a city" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/apis/${FORECAST}`);
    const city = page.getByRole("textbox", { name: "city needed", description: /^Name of the city[.]/ });
    expect(await city.inputValue()).toBe("Bern");
  });

  test("where nothing is found, categories are offered; without words, all that there was at first", async () => {
    const page = await screens().open("/");
    const field = page.getByLabel(SEARCH);
    await field.fill("weather");
    await page.getByText(/^1 to \d of/).waitFor();
    await field.fill("zzqqxx");
    await page.getByText("Nothing in the catalogue says that.").waitFor();
    expect(await page.locator("#found a[href^='/categories/']").count()).toBe(CATEGORIES.length);
    await field.fill("");
    await page.getByRole("heading", { name: /actors$/ }).waitFor();
  });

  test("a dry run shows the request, sends nothing and costs nothing", async () => {
    const key = await screens().freeKey();
    const page = await screens().open(`/apis/${FORECAST}`, { key });
    const asked = page.waitForResponse((response) => response.url().includes("/proxy/"));
    await page.getByRole("button", { name: "Dry run" }).click();
    const response = await asked;
    expect([response.status(), response.headers()["x-charge-xrp"]]).toEqual([200, "0"]);
    await page.getByText("/forecast?city=Bern").first().waitFor();
    expect(screens().seen).toEqual([]);
  });

  test("a dry run without a key is sold to nobody: the key that makes it free is offered", async () => {
    const page = await screens().open(`/apis/${FORECAST}`);
    await page.getByRole("button", { name: "Dry run · free with a key" }).click();
    await page.getByText("A dry run is free with a key, and so is the key.").waitFor();
    expect(await page.getByRole("button", { name: "Pay now" }).count()).toBe(0);
    await page.locator(".notice").getByRole("button", { name: "Get a free key" }).click();
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.keyboard.press("Enter");
    await page.getByText("Copy it now").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Dry run" }).click();
    await page.getByRole("heading", { name: "The request, not sent" }).waitFor();
  });

  test("an actor runs with its own example, before anybody has signed up", async () => {
    const page = await screens().open("/actors");
    await page.getByRole("link", { name: "Data convert", exact: false }).first().click();
    const asked = page.waitForResponse((response) => response.url().includes("/data-convert/run/"));
    await page.getByRole("button", { name: "Run" }).click();
    expect((await (await asked).json()).success).toBe(true);
    await page.getByRole("region", { name: "The answer as a table" }).waitFor();
  });

  test("a name that is longer than a phone is wide breaks, and the page stays as wide as the phone", async () => {
    const page = await screens().open(`/apis/${LONG_NAMES}`, { viewport: NARROW });
    expect(await overflow(page)).toBe(0);
  });

  test("all of it is read without script", async () => {
    const page = await screens().open("/", { javaScriptEnabled: false });
    await page.getByLabel(SEARCH).fill("weather forecast");
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("link", { name: "Weather forecast of a city" }).click();
    await page.getByLabel("city needed").waitFor();
    await page.getByText("curl -s").first().waitFor();
    await page.getByRole("link", { name: "Actors" }).click();
    await page.getByRole("link", { name: "Reference" }).click();
    await page.locator("details summary").first().click();
    await page.getByText("Example").first().waitFor();
  });

  test("who has gone among the results stays at the same one when others come, and goes back to the field when it is gone", async () => {
    const page = await screens().open("/");
    const field = page.getByLabel(SEARCH);
    const listed = page.getByText(/^1 to \d of \d+ for .weather.$/);
    await field.fill("weather");
    await listed.waitFor();
    for (const [words, shown, stays] of [
      ["weather forecast", page.getByText(/\d for .weather forecast.$/), true],
      ["zzqqxx", page.getByText("Nothing in the catalogue says that."), false],
    ] as const) {
      const goOn = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      await page.route("**/ui/search?*", async (route) => {
        asked.resolve();
        await goOn.promise;
        await route.continue();
      });
      await field.fill(words);
      await asked.promise;
      await page.getByRole("link", { name: "Weather forecast of a city" }).focus();
      goOn.resolve();
      await shown.waitFor();
      const isAtField = await field.evaluate((one) => one === document.activeElement);
      expect([(await focused(page)).includes("Weather forecast of a city"), isAtField]).toEqual([stays, !stays]);
      await page.unroute("**/ui/search?*");
    }
  });

  test("who only hears the page hears how much was found, and not all of it at each key", async () => {
    const page = await screens().open("/");
    const heard = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")]
          .map(({ textContent }) => textContent.trim())
          .join(" ")
          .trim(),
      );
    await page.getByLabel(SEARCH).fill("weather");
    await page.locator("#found .results").waitFor();
    expect(await heard()).toMatch(/^Found 1 to \d of \d+ for "weather"\.$/);
    await page.getByLabel(SEARCH).fill("zzqqxx");
    await page.locator("#found a[href^='/categories/']").first().waitFor();
    expect(await heard()).toBe("Found nothing.");
  });

  test("a search that was typed has the title that its address has", async () => {
    const page = await screens().open("/");
    const first = await page.title();
    await page.getByLabel(SEARCH).fill("weather");
    await page.locator("#found .results").waitFor();
    const typed = await page.title();
    await page.reload();
    expect([typed, typed === first]).toEqual([await page.title(), false]);
    await page.getByLabel(SEARCH).fill("");
    await page.getByRole("heading", { name: /actors$/ }).waitFor();
    expect(await page.title()).toBe(first);
  });

  test("a word that is still being composed is not searched for, and other keys with / are the browser's", async () => {
    const page = await screens().open("/");
    const asked: string[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/ui/search") asked.push(url.searchParams.get("q") ?? "");
    });
    await page.keyboard.press("Control+/");
    await page.keyboard.press("Alt+/");
    const field = page.getByLabel(SEARCH);
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(false);
    await page.keyboard.press("/");
    expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.clock.install();
    const method = await page.context().newCDPSession(page);
    for (const text of ["t", "て", "天気"]) {
      await method.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
      await page.clock.runFor(500);
    }
    await method.send("Input.insertText", { text: "天気" });
    await page.clock.runFor(500);
    await page.locator("#found a[href^='/categories/']").first().waitFor();
    expect(asked).toEqual(["天気"]);
    await page.keyboard.press("Escape");
    expect(await page.locator("#said").textContent()).toBe("");
  });

  test("the reference asks for what a path needs before it sends anything", async () => {
    const page = await screens().open("/docs#get_run");
    const id = page.locator("#get_run .try").getByLabel("id", { exact: true });
    await id.fill("");
    let calls = 0;
    page.on("request", (request) => (calls += request.url().includes("/api/v1/runs/") ? 1 : 0));
    await page.locator("#get_run .try").getByRole("button", { name: "Send" }).click();
    expect([calls, await id.evaluate((field: HTMLInputElement) => field.validity.valueMissing)]).toEqual([0, true]);
    await id.fill("a b/c");
    const sent = page.waitForRequest((request) => request.url().includes("/api/v1/runs/"));
    await page.locator("#get_run .try").getByRole("button", { name: "Send" }).click();
    expect(new URL((await sent).url()).pathname).toBe("/api/v1/runs/a%20b%2Fc/");
    await page.locator("#get_run").getByRole("alert").waitFor();
  });

  test("a search that takes long says so, and leaves what was found until then", async () => {
    const page = await screens().open("/");
    const field = page.getByLabel(SEARCH);
    await field.fill("weather");
    await page.getByText(/^1 to \d of \d+ for .weather.$/).waitFor();
    const goOn = Promise.withResolvers<void>();
    await page.route("**/ui/search?*", async (route) => {
      await goOn.promise;
      await route.continue();
    });
    await field.fill("forecast");
    await page.getByText("Searching…").waitFor();
    expect(await page.getByText(/\d for .weather.$/).isVisible()).toBe(true);
    expect(await page.locator("#found").getAttribute("aria-busy")).toBe("true");
    goOn.resolve();
    await page.getByText(/\d for .forecast.$/).waitFor();
    expect([await page.getByText("Searching…").count(), await page.locator("[aria-busy]").count()]).toEqual([0, 0]);
  });

  test("a search that is refused, or reaches no hub, says what can be done, and keeps the words", async () => {
    const page = await screens().open("/");
    const field = page.getByLabel(SEARCH);
    const found = page.getByText(/^1 to \d of \d+ for .weather.$/);
    const refusal = { code: "rate_limited", detail: "Too often.", next_actions: ["Wait for Retry-After."] };
    const headers = { "retry-after": "90", "x-request-id": "the-id" };
    await page.clock.install();
    await page.route("**/ui/search?*", (route) => route.fulfill({ status: 429, headers, json: refusal }), { times: 1 });
    await field.fill("weather");
    await page.getByRole("heading", { name: "Too many requests" }).waitFor();
    await page.getByText("request the-id").waitFor();
    await page.getByText("Again in 90 s.").waitFor();
    await page.clock.fastForward(91_000);
    await page.getByText("You can try again now.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await found.waitFor();
    await page.route("**/ui/search?*", (route) => route.abort("internetdisconnected"), { times: 1 });
    await field.fill("weather ");
    await page.getByRole("heading", { name: "The hub cannot be reached" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await found.waitFor();
    expect(await field.inputValue()).toBe("weather ");
  });

  test("the keyboard alone searches, chooses, comes back and runs", async () => {
    const page = await screens().open("/");
    const { keyboard } = page;
    await keyboard.press("/");
    await keyboard.type("weather");
    // What was found for its first letters may stand there before.
    await page.getByText(/^1 to \d of \d+ for .weather.$/).waitFor();
    await keyboard.press("ArrowDown");
    const first = await focused(page);
    await keyboard.press("ArrowDown");
    expect(await focused(page)).not.toBe(first);
    await keyboard.press("ArrowUp");
    expect(await focused(page)).toBe(first);
    await keyboard.press("Escape");
    await keyboard.type(" forecast");
    expect(await page.getByLabel(SEARCH).inputValue()).toBe("weather forecast");
    await keyboard.press("Escape");
    expect(await page.getByLabel(SEARCH).inputValue()).toBe("");
    await page.goto(`${screens().hub.url}/actors/data-convert`);
    await page.getByLabel("payload needed").focus();
    const asked = page.waitForResponse((response) => response.url().includes("/run/"));
    await keyboard.press("Control+Enter");
    expect((await asked).status()).toBe(200);
  });
});
