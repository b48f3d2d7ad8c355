/** Looks for a cached answer, which decides the price, and stores a fresh one after it was paid for. */
import { hash } from "node:crypto";
import { HubError } from "../src/runtime/errors.ts";
import type { Logger } from "../src/runtime/actor.ts";
import { isInterned } from "../src/text/interned.ts";
import type { Next, Stage } from "../src/runtime/run/pipeline.ts";
import type { Accounts } from "../src/runtime/ports/accounts.ts";
import { type Cache, type CachedAnswer, isWhole } from "../src/runtime/ports/answer.ts";
import { type Awaitable, type Clock, mapAwaitable } from "../src/runtime/world.ts";
import { hashedJson } from "../src/runtime/canonical-json.ts";
import type { Operation } from "../src/runtime/run/operation.ts";
import type { Run } from "../src/runtime/run/run.ts";
import type { Outcome } from "../src/runtime/run/outcome.ts";

export function cache(store: Cache, accounts: Pick<Accounts, "count">, clock: Clock, log: Logger): Stage {
  return (run, next) => {
    if (run.freshness === "cached") return onlyCached(run, next);
    if (run.operation.cacheTtlSeconds === 0) return next(run);
    const cacheKey = keyOf(run);
    if (run.freshness === "fresh") return stored({ ...run, cacheKey }, cacheKey, next);
    return mapAwaitable(found(cacheKey, run.operation.slug), (hit) => {
      // A hit must still pass quota and payment, so it travels inward and is not answered here.
      if (hit !== undefined) return sold({ ...run, cacheKey, hit }, next);
      if (run.proof === undefined) return stored({ ...run, cacheKey }, cacheKey, next);
      // It may pay a quote for an answer whose time has ended since.
      return mapAwaitable(found(promiseKey(cacheKey), run.operation.slug), (promised) =>
        stored({ ...run, cacheKey, ...(promised && { promised }) }, cacheKey, next),
      );
    });
  };

  /** A hit that is quoted for is kept for as long as the quote holds, and may take to be paid. */
  function sold(run: CacheHit, next: Next): Awaitable<Outcome> {
    const outcome = next(run);
    if (!(outcome instanceof Promise)) return outcome;
    return outcome.catch(async (error: unknown) => {
      const until = error instanceof HubError ? error.details.terms?.until : undefined;
      if (until !== undefined) await promise(run, until);
      throw error;
    });
  }

  async function promise({ cacheKey, hit, operation }: CacheHit, until: number): Promise<void> {
    const ttlSeconds = Math.ceil((until + PAYING_MS - hit.storedAt) / 1000);
    try {
      if (ttlSeconds > hit.ttlSeconds) await store.set(promiseKey(cacheKey), { ...hit, ttlSeconds });
    } catch (error) {
      log.warn(`Cannot keep a quoted answer of "${operation.slug}": ${error}`);
    }
  }

  /** Asking costs nothing but the hit, so that a stranger's question counts, and is told of its own runs only. */
  async function onlyCached(run: Run, next: Next): Promise<Outcome> {
    await accounts.count(run);
    if (run.operation.cacheTtlSeconds === 0) throw nothingCached();
    const cacheKey = keyOf(run);
    const hit = await found(cacheKey, run.operation.slug);
    if (hit !== undefined && mayKnow(run, hit)) return sold({ ...run, cacheKey, hit }, next);
    // It may pay a quote for an answer whose time has ended since. No further quote makes that last longer.
    const promised = run.proof === undefined ? undefined : await found(promiseKey(cacheKey), run.operation.slug);
    if (hit !== undefined || promised === undefined || !mayKnow(run, promised)) throw nothingCached();
    return next({ ...run, cacheKey, hit: promised });
  }

  /** A cache that fails is one that holds nothing. */
  function found(cacheKey: string, slug: string): Awaitable<CachedAnswer | undefined> {
    const missed = (error: unknown): undefined => {
      log.warn(`Cannot read what is cached of "${slug}": ${error}`);
    };
    try {
      const hit = store.get(cacheKey);
      return hit instanceof Promise ? hit.catch(missed) : hit;
    } catch (error) {
      return missed(error);
    }
  }

  async function stored(run: Run, cacheKey: string, next: Next): Promise<Outcome> {
    const ttlSeconds = run.operation.cacheTtlSeconds;
    const outcome = await next(run);
    if (outcome.ok && !outcome.isReplay && !outcome.isQueued && isWhole(outcome.answer)) {
      const { answer } = outcome;
      try {
        const by = run.standing.state === "known" ? undefined : run.caller.address();
        await store.set(cacheKey, { answer, storedAt: clock.now(), ttlSeconds, ...(by && { by }) });
      } catch (error) {
        log.warn(`Cannot cache an answer of "${run.operation.slug}": ${error}`);
      }
    }
    return outcome;
  }
}

type CacheHit = Run & { readonly cacheKey: string; readonly hit: CachedAnswer };

/** From the end of a quote until a payment that was signed in time is settled. */
const PAYING_MS = 180_000;

function promiseKey(cacheKey: string): string {
  return `promised ${cacheKey}`;
}

/** Whoever has an account, and the address whose run it was. A payment that is still to be judged proves nothing. */
function mayKnow({ standing, caller }: Run, { by }: CachedAnswer): boolean {
  return standing.state === "known" || by === caller.address();
}

/** The keys of inputs that last: these come again and again. */
const written = new WeakMap<object, { readonly operation: Operation; readonly key: string }>();

/** Slug, revision and what the input comes to: everything the answer may depend on. */
function keyOf({ operation, input }: Run): string {
  const clean = input as object; // It was judged to be one.
  const known = written.get(clean);
  if (known?.operation === operation) return known.key;
  const text = hashedJson(operation.canonical === undefined ? clean : operation.canonical(clean));
  const short = text.length <= 256 ? text : hash("sha256", text, "hex");
  const key = `${operation.slug}@${operation.revision}:${short}`;
  if (isInterned(clean)) written.set(clean, { operation, key });
  return key;
}

function nothingCached(): HubError {
  return new HubError(
    "upstream_timeout",
    "Nothing is cached for this request, and only-if-cached forbids a fresh run.",
    {
      nextActions: ["Repeat the request without Cache-Control: only-if-cached."],
    },
  );
}
