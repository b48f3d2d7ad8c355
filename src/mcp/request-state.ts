/**
 * What a client brings back once it has asked its human: which connection the call waits for. It is sealed for one caller
 * and one call, so that it names the connection to nobody else and leads no other call to it.
 */
import { createHash } from "node:crypto";
import { hashedJson } from "../runtime/canonical-json.ts";
import type { Sealer } from "../runtime/crypto/sealer.ts";
import type { Clock } from "../runtime/world.ts";
import type { Arguments } from "./tool.ts";

export interface AskedCall {
  /** Names the caller. */
  readonly owner: string;
  readonly tool: string;
  readonly args: Arguments;
}

export interface RequestStates {
  seal(connectionId: string, call: AskedCall): string;
  /** The id of the connection; `undefined` where it was sealed for another caller or call, or long ago. */
  open(state: string, call: AskedCall): string | undefined;
}

/** As long as a link to connect is good. */
const LIFE_MS = 10 * 60_000;

export function createRequestStates(sealer: Sealer, clock: Clock): RequestStates {
  return {
    seal: (id, call) =>
      sealer(digestOf(call))
        .seal(JSON.stringify([id, clock.now() + LIFE_MS]))
        .toString("base64url"),
    open(state, call) {
      const text = sealer(digestOf(call)).open(Buffer.from(state, "base64url"));
      if (text === undefined) return undefined;
      const [id, until] = JSON.parse(text) as [string, number]; // The hub wrote it itself.
      return clock.now() < until ? id : undefined;
    },
  };
}

function digestOf({ owner, tool, args }: AskedCall): string {
  return createHash("sha256")
    .update(hashedJson([owner, tool, args]))
    .digest("base64");
}
