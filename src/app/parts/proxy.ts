/** The proxy as this hub runs it: the part that server and shell share. */
import { createHmac } from "node:crypto";
import type { Config } from "../settings/config.ts";
import { createCall } from "../../net/call.ts";
import { createPool } from "../../net/pool.ts";
import { createBreakers } from "../../proxy/breaker.ts";
import { callValidator } from "../../proxy/input.ts";
import { rememberedSpellings } from "../../proxy/credentials.ts";
import { createOperations } from "../../proxy/operations.ts";
import { createSender } from "../../proxy/send.ts";
import type { CallDeps, Tools } from "../../proxy/call-deps.ts";
import type { Catalog } from "../../runtime/catalog.ts";
import type { Clock } from "../../runtime/world.ts";
import { guardOf, userAgentOf } from "../actors/registry.ts";
import { openSweep } from "../process/sweep.ts";

export interface ProxyDeps {
  readonly catalog: () => Catalog;
  readonly isActor: CallDeps["isActor"];
  readonly clock: Clock;
  /** Known to no reader of the store, and the same under every secret the hub has. */
  readonly hubKey: string;
  readonly stop: AbortSignal;
  /** Left out where nobody has a key. */
  readonly tools?: Tools;
  /** Left out where nobody can connect anything. */
  readonly connections?: CallDeps["connections"];
  /** Told of every call that succeeded; absent where nothing is learned. */
  readonly learning?: CallDeps["learning"] | undefined;
  readonly spareFailure?: CallDeps["spareFailure"];
  readonly noteCall?: CallDeps["noteCall"];
  readonly health?: CallDeps["health"];
  readonly noteWall?: CallDeps["noteWall"];
}

export function createProxy(
  config: Pick<Config, "HOST" | "PORT" | "HUB_PUBLIC_URL" | "NET_ALLOW" | "TRACE_TO">,
  {
    catalog,
    isActor,
    clock,
    hubKey,
    stop,
    tools,
    connections,
    learning,
    spareFailure,
    noteCall,
    noteWall,
    health,
  }: ProxyDeps,
): CallDeps {
  const pool = createPool();
  stop.addEventListener("abort", () => pool[Symbol.dispose](), { once: true });
  const sweep = openSweep();
  const breakers = createBreakers(clock);
  const call = createCall({
    ...guardOf(config, clock),
    pool,
    sweep,
  });
  return {
    catalog,
    isActor,
    find: createOperations(),
    send: createSender({ call, breakers, clock }),
    breakers,
    judge: callValidator((text) => createHmac("sha256", `${hubKey} upstream credentials`).update(text).digest("hex")),
    userAgent: userAgentOf(config),
    sweep,
    ...(tools && { tools }),
    ...(connections && { connections, spell: rememberedSpellings() }),
    ...(learning && { learning }),
    ...(spareFailure && { spareFailure }),
    ...(noteCall && { noteCall }),
    ...(noteWall && { noteWall }),
    ...(health && { health }),
  };
}
