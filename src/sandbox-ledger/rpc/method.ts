/** What a method of the API is given: the request, and the server that answers it. */
import type { Clock } from "../../runtime/world.ts";
import type { Chain } from "../chain/chain.ts";
import type { Faults } from "../chain/faults.ts";
import type { ApiVersion, Params, Result } from "./params.ts";
import type { View } from "./view.ts";

/** The server that answers; the same for all requests. */
export interface Server {
  readonly chain: Chain;
  readonly view: View;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** A fraction from 0 up to 1. */
  readonly random: () => number;
}

export interface RpcCall extends Server {
  readonly params: Params;
  readonly apiVersion: ApiVersion;
  /** Whether it came in by the port of the operator. */
  readonly isAdmin: boolean;
}

export type Method = (call: RpcCall) => Result;
