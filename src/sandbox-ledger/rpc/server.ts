/** What the server says of itself: server_info, server_state, fee, ping, version. */
import { RIPPLE_EPOCH } from "../chain/chain.ts";
import { LEDGER_TRANSACTIONS } from "../chain/queue.ts";
import { BASE_FEE, RESERVE_BASE, RESERVE_INCREMENT } from "../transactions/context.ts";
import { humanTime } from "./ledgers.ts";
import type { RpcCall, Server } from "./method.ts";
import type { Result } from "./params.ts";

const BUILD = "3.1.2";
/** No node stands behind it; a key of the right form. */
export const NODE_KEY = "n9KUjqxCr5FKThSNXdzb7oqN8rYwScB2dUnNqxQxbEA17JkaWy5x";
export const HOST = "SANDBOX";
const LOAD = 256;
const STATES = ["connected", "disconnected", "full", "syncing", "tracking"];

export function serverInfo(call: RpcCall): Result {
  const { view } = call;
  const { last } = view;
  const xrp = (drops: bigint): number => Number(drops) / 1e6;
  return {
    info: {
      ...common(call),
      hostid: HOST,
      load_factor: 1,
      ports: [],
      validated_ledger: {
        age: Math.max(0, call.chain.now() - last.closeTime),
        base_fee_xrp: xrp(BASE_FEE),
        hash: last.hash,
        reserve_base_xrp: xrp(RESERVE_BASE),
        reserve_inc_xrp: xrp(RESERVE_INCREMENT),
        seq: last.index,
      },
    },
  };
}

export function serverState(call: RpcCall): Result {
  const { last } = call.view;
  return {
    state: {
      ...common(call),
      load_base: LOAD,
      load_factor: LOAD,
      validated_ledger: {
        base_fee: Number(BASE_FEE),
        close_time: last.closeTime,
        hash: last.hash,
        reserve_base: Number(RESERVE_BASE),
        reserve_inc: Number(RESERVE_INCREMENT),
        seq: last.index,
      },
    },
  };
}

function common({ chain, view, faults, clock, startedAt }: Server): Result {
  const elapsed = clock.now() - startedAt;
  const fraction = `${String(clock.now() % 1000).padStart(3, "0")}000`;
  const state = faults.serverState?.() ?? "full";
  const entered = (name: string) => ({
    duration_us: name === state ? String(elapsed * 1000) : "0",
    transitions: name === state ? "1" : "0",
  });
  return {
    build_version: BUILD,
    complete_ledgers: view.completeLedgers(),
    initial_sync_duration_us: "0",
    io_latency_ms: 1,
    jq_trans_overflow: "0",
    last_close: { converge_time_s: 0, proposers: 0 },
    network_id: networkId({ chain, faults }),
    peer_disconnects: "0",
    peer_disconnects_resources: "0",
    peers: 0,
    pubkey_node: NODE_KEY,
    server_state: state,
    server_state_duration_us: String(elapsed * 1000),
    state_accounting: Object.fromEntries(STATES.map((name) => [name, entered(name)])),
    time: humanTime(Math.floor(clock.now() / 1000) - RIPPLE_EPOCH, fraction),
    uptime: Math.floor(elapsed / 1000),
    validation_quorum: 0,
  };
}

export function networkId({ chain, faults }: Pick<Server, "chain" | "faults">): number {
  return faults.networkId?.() ?? chain.networkId;
}

export function fee({ chain, view }: RpcCall): Result {
  const base = String(BASE_FEE);
  return {
    current_ledger_size: String(chain.openCount),
    current_queue_size: String(chain.queue.size),
    drops: { base_fee: base, median_fee: "5000", minimum_fee: base, open_ledger_fee: base },
    expected_ledger_size: String(LEDGER_TRANSACTIONS),
    ledger_current_index: view.openIndex,
    levels: { median_level: "128000", minimum_level: "256", open_ledger_level: "256", reference_level: "256" },
  };
}

export function ping({ isAdmin }: RpcCall): Result {
  return isAdmin ? { role: "admin" } : {};
}

export function version(): Result {
  return { version: { first: "1.0.0", good: "1.0.0", last: "1.0.0" } };
}
