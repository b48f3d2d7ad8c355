/** Keys that are revoked by one hub, and how long the others still take them. */
import { setTimeout as pause } from "node:timers/promises";
import type { TestAccount } from "../accounts.ts";
import type { Client, Request } from "./client.ts";
import { post, RUN } from "./load.ts";

export interface Revocation {
  /** When the last request was begun that a hub still took the key for, in milliseconds after the answer; 0 for none. */
  readonly takenForMs: number;
}

/** They are looked at for so long after the answer. */
const WATCHED_MS = 2_000;
const LOOK_MS = 50;

/** One key after the other, until `until`, of `performance.now()`. */
export async function playRevocations(
  client: Client,
  keys: readonly TestAccount[],
  hubUrls: readonly string[],
  until: number,
): Promise<readonly Revocation[]> {
  const done: Revocation[] = [];
  for (const { key } of keys) {
    if (performance.now() + WATCHED_MS > until) break;
    const run = post(`key-${done.length}`, key);
    // So that each hub knows it: of a key that has just been shown, a run asks nobody.
    await Promise.all(hubUrls.map((url) => client.send("revocable", RUN, run, url)));
    const revoke = { method: "POST", headers: { "x-api-key": key } };
    const told = await client.persist("revoke", "/api/v1/agent/keys/revoke/", revoke);
    if (told === undefined) break;
    const revokedAt = performance.now();
    const taken = await Promise.all(hubUrls.map((url) => lastTaken(client, url, run, revokedAt)));
    done.push({ takenForMs: Math.max(...taken) });
  }
  return done;
}

async function lastTaken(client: Client, url: string, run: Request, revokedAt: number): Promise<number> {
  let last = 0;
  while (performance.now() < revokedAt + WATCHED_MS) {
    const { at, status } = await client.send("revoked", RUN, run, url);
    if (status === 200) last = Math.max(last, at - revokedAt);
    await pause(LOOK_MS);
  }
  return last;
}
