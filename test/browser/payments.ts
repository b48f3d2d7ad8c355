/** How tests of pages pay: they come to the page of a payment, and pay as another device would. */
import type { Page } from "playwright-core";
import type { Screens } from "./support.ts";

/** Calls without a key, and goes to where that is paid. */
export async function payFor(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Call" }).click();
  await page.getByRole("heading", { name: "This costs 0.05 XRP" }).waitFor();
  await meanwhile?.();
  await page.getByRole("button", { name: "Pay now" }).click();
  await page.getByRole("img", { name: "Pay 0.05 XRP: a code for a wallet" }).waitFor();
}

export async function stored(page: Page, name: string): Promise<string> {
  return page.evaluate((item) => sessionStorage.getItem(item) ?? "", name);
}

/** What the code of the page says. */
export async function walletLink(page: Page): Promise<string> {
  const { terms, walletLink: ofOrder } = JSON.parse(await stored(page, "hub_payment")) as {
    terms?: { walletLink: string };
    walletLink?: string;
  };
  return terms?.walletLink ?? ofOrder ?? "";
}

/** Pays by the link, as another device would; returns the transaction. */
export async function pay({ hub }: Screens, link: string, amount?: string): Promise<string> {
  const url = new URL(link);
  if (amount !== undefined) url.searchParams.set("amount", amount);
  const response = await fetch(hub.url + url.pathname + url.search, { method: "POST", body: new URLSearchParams() });
  return new URL(response.url).searchParams.get("tx_hash") ?? "";
}
