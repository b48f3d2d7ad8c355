/** The first ledgers: everything belongs to one account whose secret everybody knows. */
import { deriveAddress, deriveKeypair } from "ripple-keypairs";
import { ACCOUNT_FLAGS, emptyState, type State } from "../ledger/entries.ts";
import { accountKey, feeSettingsKey, ZERO_HASH } from "../ledger/hash.ts";
import { BASE_FEE, RESERVE_BASE, RESERVE_INCREMENT } from "../transactions/context.ts";
import { type ClosedLedger, roundedCloseTime, sealLedger } from "./closed-ledger.ts";

/** The seed of "masterpassphrase": the genesis account of every test network. */
export const GENESIS_SEED = "snoPBrXtMeMyMHUVTgbuqAfg1SUTb";
const TOTAL_DROPS = 100_000_000_000_000_000n;
const FIRST_INDEX = 2;

/** An account that is there from the beginning. */
export interface Endowment {
  readonly address: string;
  readonly drops: bigint;
  /** Whether payments to it need a destination tag; left out, they do not. */
  readonly requiresTag?: boolean;
}

/** `now` in seconds since 2000. */
export function genesisLedger(now: number, endowments: readonly Endowment[]): ClosedLedger {
  const rest = endowments.reduce((left, { drops }) => left - drops, TOTAL_DROPS);
  let state = emptyState().set(feeSettingsKey(), {
    LedgerEntryType: "FeeSettings",
    BaseFeeDrops: String(BASE_FEE),
    Flags: 0,
    ReserveBaseDrops: String(RESERVE_BASE),
    ReserveIncrementDrops: String(RESERVE_INCREMENT),
  });
  for (const endowment of [{ address: genesisAccount(), drops: rest }, ...endowments]) {
    state = endow(state, endowment);
  }
  const coins = { totalCoins: TOTAL_DROPS };
  const first = sealLedger(
    { ...coins, index: FIRST_INDEX - 1, parentHash: ZERO_HASH, closeTime: 0, parentCloseTime: 0 },
    state,
    [],
  );
  const closeTime = roundedCloseTime(now);
  return sealLedger({ ...coins, index: FIRST_INDEX, parentHash: first.hash, closeTime, parentCloseTime: 0 }, state, []);
}

function genesisAccount(): string {
  return deriveAddress(deriveKeypair(GENESIS_SEED).publicKey);
}

function endow(state: State, { address, drops, requiresTag = false }: Endowment): State {
  return state.set(accountKey(address), {
    LedgerEntryType: "AccountRoot",
    Account: address,
    Balance: String(drops),
    Flags: requiresTag ? ACCOUNT_FLAGS.requireDestinationTag : 0,
    OwnerCount: 0,
    Sequence: 1,
  });
}
