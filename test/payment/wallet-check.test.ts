import { describe, expect, test } from "bun:test";
import { walletCheck, walletNews } from "../../src/payment/wallet-check.ts";
import { type DepositWorld, openDepositWorld, SHOP } from "../support/deposits.ts";
import { walletOf } from "../support/payer.ts";

const ASKING = new AbortController().signal;
const [REQUIRE_DEST, DEPOSIT_AUTH] = [1, 9];

function news(world: DepositWorld, address = SHOP.address): Promise<readonly string[]> {
  const wallet = async () => address;
  return walletNews(world.ledger, wallet, walletCheck(world.ledger, wallet, world.clock, ASKING), ASKING);
}

function setFlag(world: DepositWorld, SetFlag: number): void {
  world.pay({ TransactionType: "AccountSet", SetFlag, Destination: undefined, Amount: undefined }, SHOP);
}

describe("the wallet is looked at before a customer finds out", () => {
  test("RequireDest is advised until it is on, and DepositAuth keeps payments out", async () => {
    await using world = openDepositWorld();
    expect(await news(world)).toEqual([expect.stringContaining("RequireDest")]);
    setFlag(world, REQUIRE_DEST);
    expect(await news(world)).toEqual([]);
    setFlag(world, DEPOSIT_AUTH);
    expect(await news(world)).toEqual([expect.stringContaining("DepositAuth")]);
  });

  test("one that is not there, and a server of another network, are told by what they are", async () => {
    await using world = openDepositWorld();
    expect(await news(world, walletOf("nobody").address)).toEqual([expect.stringContaining("does not exist")]);
    world.weather.networkId = () => 1;
    expect(await news(world)).toEqual([expect.stringContaining("of network 1, not 21338")]);
  });
});
