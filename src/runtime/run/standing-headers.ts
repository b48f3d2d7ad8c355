/** How an account stands, in the headers of an answer that matters more than they do. */
import type { Accounts, Holder } from "../ports/accounts.ts";

/** None where that cannot be read: what has been done or refused is told all the same. */
export async function standingHeaders(
  accounts: Pick<Accounts, "headers">,
  holder: Holder,
): Promise<Readonly<Record<string, string>>> {
  try {
    return await accounts.headers(holder);
  } catch {
    return {};
  }
}
