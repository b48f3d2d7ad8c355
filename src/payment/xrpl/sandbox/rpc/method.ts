/** What a method of the API is given, and how its parameters are read. */
import { isValidClassicAddress } from "ripple-address-codec";
import type { Clock } from "../../../../runtime/ports.ts";
import type { Chain } from "../chain/chain.ts";
import type { Faults } from "../faults.ts";
import { RpcError } from "./errors.ts";
import type { View } from "./view.ts";

/** A request's fields, as they were sent. */
export type Params = Readonly<Record<string, unknown>>;
export type Result = Readonly<Record<string, unknown>>;
export type ApiVersion = 1 | 2;

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

export interface Call extends Server {
  readonly params: Params;
  readonly apiVersion: ApiVersion;
  /** Whether it came in by the port of the operator. */
  readonly isAdmin: boolean;
}

export type Method = (call: Call) => Result;

/** @throws {RpcError} `invalidParams`. */
export function accountParam(params: Params): string {
  const account = params["account"];
  if (account === undefined) throw new RpcError("invalidParams", { message: "Missing field 'account'." });
  if (typeof account !== "string") throw new RpcError("invalidParams", { message: "Invalid field 'account'." });
  return account;
}

/** @throws {RpcError} `actMalformed`; X-addresses are, too. */
export function classicAddress(account: string, extra: Result = {}): string {
  if (!isValidClassicAddress(account)) throw new RpcError("actMalformed", { extra });
  return account;
}

/** @throws {RpcError} `invalidParams`. */
export function limitParam(params: Params, low: number, usual: number, high: number): number {
  const limit = params["limit"];
  if (limit === undefined) return usual;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 0)
    throw new RpcError("invalidParams", { message: "Invalid field 'limit', not unsigned integer." });
  return Math.min(high, Math.max(low, limit));
}
