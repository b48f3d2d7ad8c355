/** The operator sees how the hub is, and puts a parked payment right, also on a phone. */
import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { ADMIN_TOKEN, describeScreens, NARROW, overflow, seriousFaults } from "./support.ts";

describeScreens("the operator's page", (screens) => {
  test("asks for the token, refuses another, shows figures, and forgets it", async () => {
    const page = await screens().open("/operator");
    await enter(page, "not the token");
    await page.getByText("That is not the token").waitFor();
    await enter(page, ADMIN_TOKEN);
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByRole("heading", { name: "Requests" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(ADMIN_TOKEN);
    await page.getByRole("button", { name: "Forget the token" }).click();
    await page.getByLabel("The operator's token").waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("hub_operator_token"))).toBeNull();
  });

  test("a payment to nobody is parked, refused to a key that is not there, and noted as sent back", async () => {
    const page = await screens().open("/operator");
    await payNobody(page);
    await page.goto(`${screens().hub.url}/operator`);
    await enter(page, ADMIN_TOKEN);
    await shown(page, "3.25 XRP");
    const card = page.locator("li.card").filter({ hasText: "3.25 XRP" });
    await card.getByText("Put it right").click();
    await card.getByLabel("Prefix of the key").fill("hub_live_nobody");
    await card.getByLabel("Why, for the audit").fill("found its owner");
    await card.getByRole("button", { name: "Do it" }).click();
    await card.getByRole("alert").waitFor();
    await card.getByLabel("What to do").selectOption("refund");
    await card.getByLabel("Hash of the transaction").fill("AB".repeat(32));
    await card.getByRole("button", { name: "Do it" }).click();
    await page.getByText("note that it was sent back is done").waitFor();
    expect(await page.getByText("None: every payment has found").count()).toBe(1);
    await page.getByRole("cell", { name: "sent back" }).waitFor();
  });

  test("a client for everybody is registered, listed without its secret, and removed", async () => {
    const page = await screens().open("/operator");
    await enter(page, ADMIN_TOKEN);
    await page.getByText("Register one").click();
    await page.getByLabel("Authority").fill("github");
    await page.getByLabel("Client id").fill("Iv1.0123456789abcdef");
    await page.getByLabel(/^Client secret/).fill("canary-5f2a91c04e77");
    await page.getByLabel("Why, for the audit").last().fill("for everybody");
    await page.getByRole("button", { name: "Keep it" }).click();
    await page.getByText("/oauth/callback/github").waitFor();
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain("canary-5f2a91c04e77");
    await page.getByRole("button", { name: "Remove: github" }).click();
    await page.getByText("The client at github is removed.").waitFor();
    await page.getByText("None: each account registers its own").waitFor();
  });

  test("an account is listed, limited, given a budget, suspended and let go again, each with its line in the audit", async () => {
    const key = await screens().freeKey();
    const [page, prefix] = [await screens().open("/operator"), key.slice(0, 12)];
    await enter(page, ADMIN_TOKEN);
    const card = page.locator("li.card").filter({ hasText: "May: " }).filter({ hasText: prefix });
    const change = async (what: string, values: Readonly<Record<string, string>>, reason = "of the tests") => {
      await card.getByText("Change hub_").click();
      await card.getByLabel("What to do").selectOption({ label: what });
      for (const [label, value] of Object.entries(values)) await card.getByLabel(label).fill(value);
      await card.getByLabel("Why, for the audit").fill(reason);
      await card.getByRole("button", { name: "Do it" }).click();
    };
    await card.getByText("May: everything. Takes: what it has.").waitFor();
    await change("Limit what it may do", { Scopes: "search nonsense" });
    await card.getByRole("alert").waitFor();
    await card.getByLabel("Scopes").fill("search actor:data-clean");
    await card.getByRole("button", { name: "Do it" }).click();
    await page.getByText(": its scopes are set.").waitFor();
    await card.getByText("May: search, actor:data-clean.").waitFor();
    await change("Limit what it may take", { "Calls a day": "7", "XRP in total": "0.5" });
    await page.getByText(": its budget is set.").waitFor();
    await card.getByText("Takes: 0 of 7 calls today, 0 of 0.5 XRP in total.").waitFor();
    await change("Suspend it", {});
    await page.getByText(": it is suspended.").waitFor();
    await card.getByText("suspended", { exact: true }).waitFor();
    const usage = (await fetch(`${screens().hub.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } })).status;
    await change("Lift its suspension", {});
    await page.getByText(": its suspension is lifted.").waitFor();
    await change("Limit what it may do", { Scopes: "all" });
    await card.getByText("May: everything.").waitFor();
    expect(usage).not.toBe(200);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const audit = await (await fetch(`${screens().hub.url}/api/v1/admin/audit/`, { headers })).text();
    for (const act of ["scopes", "budget", "suspend", "unsuspend"]) expect(audit).toContain(`"${act}"`);
    expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(key);
  });

  test("fits a phone and has no serious fault of access, with a payment and an account open", async () => {
    await screens().freeKey();
    const page = await screens().open("/operator", { viewport: NARROW });
    await payNobody(page);
    await page.goto(`${screens().hub.url}/operator`);
    await enter(page, ADMIN_TOKEN);
    await shown(page, "3.25 XRP");
    await page.getByText("Put it right").first().click();
    await page.getByText("Change hub_").first().click();
    expect([await overflow(page), await seriousFaults(page)]).toEqual([0, []]);
  });

  /** The page of a wallet link, whose tag is nobody's. */
  async function payNobody(page: Page): Promise<void> {
    const { url } = screens().hub;
    const refused = await (await fetch(`${url}/api/v1/agent/search/?q=weather`)).json();
    const { wallet_address: wallet } = (refused as { payment: { wallet_address: string } }).payment;
    await page.goto(`${url}/sandbox/pay/request:${wallet}?amount=3.25&dt=424242`);
    await page.getByRole("button").click();
    await page.waitForURL(/tx_hash=/);
  }
});

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel("The operator's token").fill(token);
  await page.getByRole("button", { name: "Show it" }).click();
}

/** Looks again until the ledger was read. */
async function shown(page: Page, text: string): Promise<void> {
  for (let tries = 0; tries < 40; tries++) {
    if ((await page.locator("li.card").filter({ hasText: text }).count()) > 0) return;
    const answered = page.waitForResponse((response) => response.url().includes("/admin/parked/"));
    await page.getByRole("button", { name: "Look again" }).click();
    await answered;
    await page.locator("#operator:not([aria-busy])").waitFor();
  }
  throw new Error(`The page does not show "${text}"`);
}
