/** A payment whose payer is hurried, slow to be answered, or without a mouse: nothing is ordered twice, and no answer is lost. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { FORECAST } from "./catalog.ts";
import { payFor, stored } from "./payments.ts";
import { describeScreens, focused } from "./support.ts";

const ENTRY = `/apis/${FORECAST}`;

describeScreens("paying", (screens) => {
  test("an order that is pressed twice while the network is slow is one order, and says meanwhile that it is under way", async () => {
    const page = await screens().open("/pay");
    const asked: string[] = [];
    const held = Promise.withResolvers<void>();
    await page.route("**/register/", async (route) => {
      asked.push(route.request().url());
      await held.promise;
      await route.continue();
    });
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    const button = page.getByRole("button", { name: "Show how to pay" });
    await button.dblclick();
    await page.getByText("Ordering…").waitFor();
    held.resolve();
    await page.getByText("Waiting for the payment.").waitFor();
    expect(asked.length).toBe(1);
  });

  test("an order's payment that is under way is not offered once more while the hub cannot be reached", async () => {
    const page = await screens().open("/pay");
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.getByRole("button", { name: "Show how to pay" }).click();
    await page.getByText("Waiting for the payment.").waitFor();
    const held = Promise.withResolvers<void>();
    await page.route("**/sandbox/pay/**", async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.route("**/webhook/status/", (route) => route.abort("internetdisconnected"), { times: 1 });
    const button = page.getByRole("button", { name: "Pay with play money" });
    await button.click();
    await page.getByText("The hub cannot be reached. What you send is kept for you.").waitFor();
    expect(await button.isVisible()).toBe(false);
    held.resolve();
    await page.getByText("The payment is known.").waitFor();
  });

  test.each([
    ["0,5", "0.5 XRP"],
    ["2.25", "2.25 XRP"],
  ])("an amount is what was typed, with a comma, too: %s", async (typed, price) => {
    const page = await screens().open("/pay");
    await page.getByLabel("Balance in XRP").fill("");
    await page.getByLabel("Balance in XRP").focus();
    await page.keyboard.type(typed);
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    await page.getByRole("button", { name: "Show how to pay" }).click();
    await page.getByText("Waiting for the payment.").waitFor();
    expect(await page.locator(".price").innerText()).toBe(price);
  });

  test("an amount that cannot be ordered is refused in words, and stays to be mended", async () => {
    const page = await screens().open("/pay");
    const amount = page.getByLabel("Balance in XRP");
    await page.getByRole("textbox", { name: "E-mail" }).fill("person@example.com");
    // The last may be a thousand, or one.
    for (const odd of ["1e3", "1.2.3", "1,000"]) {
      await amount.fill(odd);
      await page.getByRole("button", { name: "Show how to pay" }).click();
      expect(await amount.evaluate((field: HTMLInputElement) => field.validity.patternMismatch)).toBe(true);
    }
    await amount.fill("0.001");
    await page.getByRole("button", { name: "Show how to pay" }).click();
    await page.getByRole("heading", { name: "The hub refused this" }).waitFor();
    expect(await amount.inputValue()).toBe("0.001");
  });

  test("the answer that was paid for is there again after the page was loaded again, and gone with the next payment", async () => {
    const page = await screens().open(ENTRY);
    const before = screens().seen.length;
    await payFor(page);
    await page.getByRole("button", { name: "Pay with play money" }).click();
    await page.getByText(/cost 0\.05 XRP/).waitFor();
    await page.reload();
    await page.getByText("Paid, and answered.").waitFor();
    await page.getByText(/cost 0\.05 XRP/).waitFor();
    expect(screens().seen.slice(before).length).toBe(1);
    await page.getByRole("link", { name: "Back to the page" }).click();
    await page.waitForURL(`**${ENTRY}**`);
    await page.getByRole("link", { name: "Pay", exact: true }).click();
    await page.getByRole("heading", { name: "What do you want to pay for?" }).waitFor();
    expect(await stored(page, "hub_payment")).toBe("");
    await page.goto(screens().hub.url + ENTRY);
    await payFor(page);
    await page.getByText("Waiting for the payment.").waitFor();
  });

  test("the keyboard is never left nowhere when what it stood on goes away", async () => {
    const page = await screens().open(ENTRY);
    const waiting = { status: 409, code: "idempotency_in_progress", detail: "Still under way.", next_actions: [] };
    await page.route("**/call/", (route) =>
      route.request().headers()["payment-signature"] === undefined
        ? route.continue()
        : route.fulfill({ status: 409, headers: { "retry-after": "60" }, json: waiting }),
    );
    await payFor(page);
    await page.getByText("I have paid").click();
    await page.getByLabel("Transaction").fill("0".repeat(64));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "It is another transaction" }).waitFor();
    expect(await focused(page)).toStartWith("One call:");
    await press(page, "It is another transaction");
    await page.getByText("Waiting for the payment.").waitFor();
    expect(await focused(page)).toStartWith("One call:");
    await press(page, "Put it aside");
    await page.getByRole("heading", { name: "What do you want to pay for?" }).waitFor();
    expect(await focused(page)).toBe("What do you want to pay for?");
  });
});

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).focus();
  await page.keyboard.press("Enter");
}
