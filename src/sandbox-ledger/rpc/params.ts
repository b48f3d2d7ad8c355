/** A request's fields, and how they are read. */
import { isValidClassicAddress } from "ripple-address-codec";
import { RpcError } from "./errors.ts";

/** As they were sent. */
export type Params = Readonly<Record<string, unknown>>;
export type Result = Readonly<Record<string, unknown>>;
export type ApiVersion = 1 | 2;

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
