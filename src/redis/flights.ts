/**
 * Single flight over processes. Whoever sets the key of a run first leads: it works, renews its lease meanwhile, and leaves
 * its answer in the key for a moment. The others look at the key until the answer is there. A leader that dies costs them
 * its lease; one that takes too long is not waited for.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { FlightRole, Lead, SharedFlights } from "../runtime/ports/shared-flights.ts";
import { MAX_ANSWER_BYTES, readAnswer, writeAnswer } from "./answer-text.ts";
import type { RedisConnection } from "./connection.ts";
import { SEAL_BYTES, type Seal, type Sealer } from "../runtime/crypto/sealer.ts";

export interface FlightTimes {
  readonly leaseMs: number;
  /** How long others wait for an answer, together with all their attempts to lead. */
  readonly waitMs: number;
  /** How long an answer stays for those who wait for it. */
  readonly toldMs: number;
}

export const FLIGHT_TIMES: FlightTimes = { leaseMs: 3_000, waitMs: 5_000, toldMs: 1_000 };

const PREFIX = "hub:flight:1";
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 40;
/** What stands in a key: whose the lead is, or the answer. */
const LED = "l".charCodeAt(0);
const TOLD = Buffer.from("a");

/** Each only where the lead is still one's own. */
const RENEW = 'if redis.call("get",KEYS[1])==ARGV[1] then return redis.call("pexpire",KEYS[1],ARGV[2]) end return 0';
const TELL =
  'if redis.call("get",KEYS[1])==ARGV[1] then return redis.call("set",KEYS[1],ARGV[2],"PX",ARGV[3]) end return 0';
const GIVE_UP = 'if redis.call("get",KEYS[1])==ARGV[1] then return redis.call("del",KEYS[1]) end return 0';

export interface FlightDeps {
  readonly sealer: Sealer;
  readonly times?: FlightTimes;
  /** Told what became of each run. */
  readonly joined: (role: FlightRole["role"]) => void;
}

export function redisFlights(
  { client, breaker }: RedisConnection,
  { sealer, times = FLIGHT_TIMES, joined }: FlightDeps,
): SharedFlights {
  return {
    async join(key, signal) {
      const found = breaker.isOpen() ? ALONE : await join(sealer(`flight ${key}`), signal).catch(() => ALONE);
      joined(found.role);
      return found;
    },
  };

  async function join(place: Seal, signal: AbortSignal): Promise<FlightRole> {
    const name = `${PREFIX}:${place.name}`;
    const token = `l${crypto.randomUUID()}`;
    let pauseMs = FIRST_PAUSE_MS;
    let isFree = true;
    for (let waitedMs = 0; waitedMs < times.waitMs && !signal.aborted;) {
      if (isFree) {
        const taken = await breaker.run(() => client.set(name, token, "PX", times.leaseMs, "NX"));
        if (taken === "OK") return { role: "leads", lead: leadOf(name, token, place) };
      }
      const found = await breaker.run(() => client.getrangeBuffer(name, 0, MAX_ANSWER_BYTES + SEAL_BYTES + 1));
      isFree = found.length === 0;
      if (isFree) continue;
      if (found[0] !== LED) return followed(place.open(found.subarray(TOLD.length)));
      await pause(pauseMs, undefined, { signal }).catch(nobody); // Whoever has left is told by the loop.
      waitedMs += pauseMs;
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
    return ALONE;
  }

  function leadOf(name: string, token: string, place: Seal): Lead {
    const renewing = setInterval(
      () => void breaker.run(() => client.eval(RENEW, 1, name, token, times.leaseMs)).catch(nobody),
      times.leaseMs / 3,
    );
    renewing.unref();
    return {
      end(answer) {
        clearInterval(renewing);
        const text = answer && writeAnswer(answer);
        const ending =
          text === undefined
            ? () => client.eval(GIVE_UP, 1, name, token)
            : () => client.eval(TELL, 1, name, token, Buffer.concat([TOLD, place.seal(text)]), times.toldMs);
        breaker.run(ending).catch(nobody);
      },
    };
  }
}

const ALONE: FlightRole = { role: "alone" };

function followed(text: string | undefined): FlightRole {
  const answer = text === undefined ? undefined : readAnswer(text);
  return answer === undefined ? ALONE : { role: "follows", answer };
}

/** Nobody needs to know: what was not told is waited for no longer than the lease. */
function nobody(): void {}
