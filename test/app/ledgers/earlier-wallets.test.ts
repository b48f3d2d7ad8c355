/** A hub that is paid into another wallet than before, and what still comes to the earlier one. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDepositWorld, OTHER, SHOP } from "../../support/deposits.ts";
import { startHubProcess } from "../../support/hub-process.ts";
import { LEAN } from "../../support/killed-hubs.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "hub-earlier-wallets-"));
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

async function post(url: string, body: object): Promise<any> {
  return (await fetch(url, { method: "POST", body: JSON.stringify(body) })).json();
}

test("orders of an earlier wallet are told of at the start, and are paid where it is named", async () => {
  await using world = openDepositWorld({ networkId: 1 });
  world.close();
  const start = (wallet: string, settings: Record<string, string> = {}) =>
    startHubProcess(
      {
        HUB_DATA_DIR: FOLDER,
        XRPL_NETWORK: "1",
        XRPL_URL: world.served.url,
        XRPL_WALLET_ADDRESS: wallet,
        LIMIT_UI_PER_MINUTE: "1000000",
        ...settings,
      },
      LEAN,
    );
  const order = (url: string) =>
    post(`${url}/api/v1/agent/register/`, { email: "payer@example.com", per_call: true, amount: 1 });

  await using first = await start(SHOP.address);
  const [one, two] = [await order(first.url), await order(first.url)];
  expect(one).toMatchObject({ deposit_address: SHOP.address });
  expect(first.log()).not.toContain("XRPL_PREVIOUS_WALLETS");
  await first.kill();

  await using second = await start(OTHER.address);
  await second.logged(`2 unpaid order(s) on xrpl:1 may name the wallet ${SHOP.address}`);
  await order(second.url); // Names the present wallet, and is none of those.
  await second.kill();
  await using again = await start(OTHER.address);
  await again.logged("2 unpaid order(s)");
  expect(again.log()).toContain(`XRPL_PREVIOUS_WALLETS=${SHOP.address}`);
  await again.kill();

  world.pay({ DestinationTag: one.destination_tag });
  await using third = await start(OTHER.address, { XRPL_PREVIOUS_WALLETS: SHOP.address });
  const status = () => post(`${third.url}/api/v1/webhook/status/`, { order_id: one.order_id });
  while ((await status()).status !== "confirmed");
  const paid = { order_id: two.order_id, tx_hash: world.pay({ DestinationTag: two.destination_tag }) };
  expect(await post(`${third.url}/api/v1/webhook/verify/`, paid)).toMatchObject({ status: "confirmed" });
  expect(await (await fetch(`${third.url}/ready`)).json()).toMatchObject({
    deposits: [
      { network: "xrpl:1", fault: null },
      { network: "xrpl:1", earlier_wallet: SHOP.address, fault: null },
    ],
  });
  expect(third.log()).not.toContain("unpaid order");
}, 60_000);
