/** A hub that is paid on a ledger of others: a wallet pays what the page says, and the page follows it to the answer. */
import { expect, test } from "bun:test";
import { Client, Wallet } from "xrpl";
import { fundedSeed, type SandboxHub, startSandboxHub } from "../support/sandbox-hub.ts";
import { catalogOf, FORECAST } from "./catalog.ts";
import { describeScreens } from "./support.ts";

describeScreens("a wallet", (screens) => {
  test("pays what the page says, and the page ends in the answer", async () => {
    const { hub: ledger, upstream } = screens();
    await using shop = await startShop(ledger, `127.0.0.1:${upstream.port}`);
    const page = await screens().open("/", { leadsTo: [shop.url] });
    await page.goto(`${shop.url}/apis/${FORECAST}`);
    await page.getByRole("button", { name: "Call" }).click();
    await page.getByRole("button", { name: "Pay now" }).click();
    const wallet = page.getByRole("link", { name: "Open wallet" });
    expect(await wallet.getAttribute("href")).toMatch(/^https:\/\/xaman\.app\/detect\/request:r\w+\?amount=0\.05&/);
    expect(await page.getByRole("button", { name: "Pay with play money" }).count()).toBe(0);
    const told = await page.locator(".money dd code").allInnerTexts();
    const [amount = "", to = "", ...rest] = told;
    const invoice = rest.find((one) => /^[0-9A-F]{64}$/.test(one)) ?? "";
    await payByWallet(ledger, { amount, to, invoice });
    await page.getByText("Paid, and answered.").waitFor({ timeout: 20_000 });
    await page.getByText(/upstream answered 200/).waitFor();
  }, 60_000);
});

/** Its ledger is the sandbox of another hub. */
async function startShop(ledger: SandboxHub, place: string): Promise<SandboxHub> {
  const { account } = (await (await fetch(`${ledger.url}/sandbox/faucet`, { method: "POST", body: "{}" })).json()) as {
    account: { classicAddress: string };
  };
  const servers = `${ledger.url}/sandbox/ledger`;
  const settings = {
    XRPL_WALLET_ADDRESS: account.classicAddress,
    XRPL_NETWORK: "21338",
    XRPL_URL: servers,
    XRPL_TEST_NETWORK: "21338",
    XRPL_TEST_URL: servers,
    NET_ALLOW: place,
  };
  return startSandboxHub(settings, catalogOf(place));
}

async function payByWallet(ledger: SandboxHub, paid: { amount: string; to: string; invoice: string }): Promise<void> {
  const wallet = Wallet.fromSeed(await fundedSeed(ledger));
  const client = new Client(ledger.socketUrl);
  await client.connect();
  try {
    const { result } = await client.submitAndWait(
      {
        TransactionType: "Payment",
        Account: wallet.classicAddress,
        Destination: paid.to,
        Amount: String(Math.round(Number(paid.amount) * 1_000_000)),
        InvoiceID: paid.invoice,
      },
      { wallet, autofill: true },
    );
    expect(result.validated).toBe(true);
  } finally {
    await client.disconnect();
  }
}
