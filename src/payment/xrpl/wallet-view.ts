/** The service wallet as a ledger server shows it. */
import type { WalletAccount } from "../wallet-check.ts";
import { ACCOUNT_INFO } from "./answers.ts";
import type { AskServer } from "./rpc.ts";
import type { LedgerServer } from "./server.ts";
import { ServerRefusal } from "./server-fault.ts";

/** Ledger flags of an account root. */
const REQUIRE_DEST = 0x0002_0000;
const DISALLOW_XRP = 0x0008_0000;
const DEPOSIT_AUTH = 0x0100_0000;

/** `undefined` when no such account is there. @throws {ServerFault | ServerRefusal} */
export async function walletView(
  ask: AskServer,
  server: LedgerServer,
  address: string,
  signal: AbortSignal,
): Promise<WalletAccount | undefined> {
  const { reserveBase, reserveIncrement } = await server.state(signal);
  try {
    const params = { account: address, ledger_index: "validated" };
    const { account_data: account } = await ask(server.url, ACCOUNT_INFO, params, signal);
    return {
      balance: BigInt(account.Balance),
      reserve: reserveBase + reserveIncrement * BigInt(account.OwnerCount),
      isDepositAuth: (account.Flags & DEPOSIT_AUTH) !== 0,
      requiresTag: (account.Flags & REQUIRE_DEST) !== 0,
      disallowsXrp: (account.Flags & DISALLOW_XRP) !== 0,
    };
  } catch (error) {
    if (error instanceof ServerRefusal && error.error === "actNotFound") return undefined;
    throw error;
  }
}
