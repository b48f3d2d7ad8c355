/** What a ledger server says of itself, and whether it may be relied on. */
import type { Drops } from "../../runtime/money.ts";
import { parseXrp } from "../../runtime/money.ts";
import { ageOf, type Clock } from "../../runtime/world.ts";
import type { LedgerRange } from "../ledger.ts";
import { SERVER_INFO } from "./answers.ts";
import type { AskServer } from "./rpc.ts";
import { ServerFault } from "./server-fault.ts";
import { within } from "./socket.ts";

export interface ServerState {
  /** Of its last validated ledger. */
  readonly index: number;
  readonly reserveBase: Drops;
  readonly reserveIncrement: Drops;
  /** Whether it has every ledger from `first` to `last`. */
  holds(first: number, last: number): boolean;
  /** The ledgers around this one that it has without a gap; `undefined` when it has not got it. */
  around(index: number): LedgerRange | undefined;
  /** The same of this ledger or, where it has not got it, of the next one that it has. */
  from(index: number): LedgerRange | undefined;
}

export interface LedgerServer {
  readonly url: string;
  /** Shared by all who ask at about the same time. @throws {ServerFault} when the server is not fit to be asked. */
  state(signal: AbortSignal): Promise<ServerState>;
  /** The same, asked anew: for whoever was just told that there is a new ledger. */
  newState(signal: AbortSignal): Promise<ServerState>;
}

export interface ServerOptions {
  readonly url: string;
  readonly networkId: number;
  readonly ask: AskServer;
  /** How long an answer is good for. */
  readonly freshMs: number;
  readonly clock: Clock;
}

/** A server whose last validated ledger is older does not follow its network. */
const MAX_AGE_SECONDS = 120;
const SYNCED: ReadonlySet<string> = new Set(["full", "proposing", "validating"]);

export function watchServer({ url, networkId, ask, freshMs, clock }: ServerOptions): LedgerServer {
  let asked: { readonly at: number; readonly state: Promise<ServerState> } | undefined;
  return {
    url,
    state(signal) {
      const now = clock.now();
      return within(asked !== undefined && ageOf(asked.at, now) < freshMs ? asked.state : look(), signal);
    },
    newState: (signal) => within(look(), signal),
  };

  function look(): Promise<ServerState> {
    // Not ended by whoever asks first: others wait for the same answer, and it has a time limit of its own.
    const at = clock.now();
    const state = inspect();
    const mine = { at, state };
    asked = mine;
    state.catch(() => {
      if (asked === mine) asked = undefined;
    });
    return state;
  }

  async function inspect(): Promise<ServerState> {
    const { info } = await ask(url, SERVER_INFO, {}, new AbortController().signal);
    const { validated_ledger: ledger, server_state: state, complete_ledgers: complete } = info;
    // Servers from before networks had ids say none, and are of the main network.
    if ((info.network_id ?? 0) !== networkId)
      throw new ServerFault(`It is of network ${info.network_id ?? 0}, not ${networkId}`);
    if (state !== undefined && !SYNCED.has(state))
      throw new ServerFault(`It is not in step with its network: "${state}"`);
    if (info.amendment_blocked === true) throw new ServerFault("Its software is too old for its network");
    if (ledger === undefined) throw new ServerFault("It has no validated ledger");
    if (ledger.age > MAX_AGE_SECONDS) throw new ServerFault(`Its last validated ledger is ${ledger.age} seconds old`);
    const ranges = rangesOf(complete);
    return {
      index: ledger.seq,
      reserveBase: parseXrp(ledger.reserve_base_xrp.toFixed(6)),
      reserveIncrement: parseXrp(ledger.reserve_inc_xrp.toFixed(6)),
      holds: (first, last) => ranges.some((range) => range.first <= first && last <= range.last),
      around: (index) => ranges.find(({ first, last }) => first <= index && index <= last),
      from: (index) => ranges.find(({ last }) => index <= last),
    };
  }
}

/** "2-29,31,40-50", or "empty", in order. Neighbouring ranges are joined by the server. */
function rangesOf(complete: string): readonly LedgerRange[] {
  const ranges = complete.split(",").flatMap((range) => {
    const [, low, high = low] = /^(\d+)(?:-(\d+))?$/.exec(range.trim()) ?? [];
    return low === undefined ? [] : [{ first: Number(low), last: Number(high) }];
  });
  return ranges.sort((one, other) => one.first - other.first);
}
