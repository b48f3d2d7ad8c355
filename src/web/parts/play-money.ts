/** Pays by a link of the sandbox, as the button of its own page does. */
import { isHash } from "./payment.ts";

const PATH = /^\/sandbox\/pay\//;

/** The hub may be known by another name than the one in the link; `undefined` where the link leads to a wallet. */
export function playPath(walletLink: string): string | undefined {
  const url = URL.parse(walletLink);
  return url !== null && PATH.test(url.pathname) ? url.pathname + url.search : undefined;
}

/** The hash of the payment, or why there is none. */
export async function payWithPlayMoney(path: string): Promise<{ readonly hash: string } | { readonly why: string }> {
  try {
    const response = await fetch(path, { method: "POST", body: new URLSearchParams() });
    const hash = new URL(response.url).searchParams.get("tx_hash") ?? "";
    if (response.ok && isHash(hash)) return { hash: hash.toUpperCase() };
    const wait = response.headers.get("retry-after");
    return { why: `The sandbox has not taken the payment.${wait === null ? "" : ` Again in ${wait} s.`}` };
  } catch {
    return { why: "The hub cannot be reached. Nothing was paid." };
  }
}
