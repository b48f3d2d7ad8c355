/** The wallet of a hub's sandbox, which stays when the secret is replaced: orders wait for payments to it. */
import { sandboxWallet } from "../../payment/xrpl/sandbox-wallet.ts";
import { hubFact } from "../../store/hub/hub-facts.ts";
import type { Secrets } from "../../store/hub/hub-key.ts";
import type { Store } from "../../store/store.ts";

/** Its address, found out once. */
export function sandboxWalletOf(store: Store, { current, earlier }: Secrets): () => Promise<string> {
  let known: string | undefined;
  return async () => (known ??= await hubFact(store, "sandbox wallet", () => sandboxWallet(earlier.at(-1) ?? current)));
}
