import { expect, test } from "bun:test";
import { appendEntry } from "../../src/accounts/spending/balances.ts";
import { ENTRY_KINDS, type EntryKindName } from "../../src/accounts/spending/entry-kinds.ts";
import { NETWORK, openTestAccount, testServices } from "../support/accounts.ts";
import { describeStores } from "../support/stores.ts";

describeStores("the kinds of entries", (open) => {
  const append = async (kind: string, drops: bigint): Promise<void> => {
    const { store } = open();
    const services = testServices(store);
    const { key } = await openTestAccount(services, "per_call");
    const accountId = (await services.directory.find(key))?.id ?? "";
    const of = kind === "reversal" ? { reverses: Math.floor(Math.random() * 1e12) } : {};
    const entry = { accountId, network: NETWORK, drops, kind: kind as EntryKindName, reference: "test", at: 1, ...of };
    await store.transact(() => appendEntry({ ...entry, balanceAfter: 5n }));
  };

  test("are the ones that the store takes, each in its direction", async () => {
    for (const [kind, { moves }] of Object.entries(ENTRY_KINDS)) {
      for (const drops of [-1n, 0n, 1n]) {
        const isTaken = { nothing: drops === 0n, up: drops >= 0n, down: drops <= 0n, either: true }[moves];
        const appended = append(kind, drops).then(
          () => true,
          () => false,
        );
        expect([kind, drops, await appended]).toEqual([kind, drops, isTaken]);
      }
    }
    await expect(append("gift", 1n)).rejects.toThrow();
  });
});
