/** What agents ask of the hubs at a steady rate, whatever becomes of it, and what each of them was told in the end. */
import type { ChaosAccounts } from "./accounts.ts";
import type { Answer, Client, Request } from "./client.ts";

export const RUN = "/api/v1/genius/actors/asker/run/";
/** Of the actor whose answers are kept. */
export const KEPT_RUN = "/api/v1/genius/actors/kept/run/";
export const USAGE = "/api/v1/agent/usage/";
/** Of all that is asked, the share that spends a quota. Most is cheap, as it is where agents repeat themselves. */
export const QUOTA_SHARE = 0.08;
const BALANCE_SHARE = 0.06;
const QUEUED_SHARE = 0.05;
const READ_SHARE = 0.06;
/** More are not asked at once: a machine that is behind is not buried, and what it is asked in a second is told. */
const MOST_OPEN = 1_000;
/** Inputs whose answers are kept. */
const KEPT_INPUTS = 20;

/** A request with an Idempotency-Key, which is repeated until it is answered. */
export interface Named {
  readonly q: string;
  readonly key: string;
  /** None when it was never answered. */
  readonly runId: string | undefined;
  /** Whether it was told to be done later. */
  readonly isQueued: boolean;
}

/** A run that was answered, which is a daily call of its key. */
export interface Called extends Answer {
  readonly runId: string;
}

export interface LoadReport {
  /** The runs that quotas paid for, by key. */
  readonly called: ReadonlyMap<string, readonly Called[]>;
  readonly named: readonly Named[];
  /** The kept answers that were given, by key. */
  readonly kept: ReadonlyMap<string, readonly Answer[]>;
  /** Requests that were begun in a second. */
  readonly perSecond: number;
}

/** Comes back when the last request has been answered. */
export async function playLoad(
  client: Client,
  { quotas, busy, direct, queued }: ChaosAccounts,
  { rate, seconds, random }: { readonly rate: number; readonly seconds: number; readonly random: () => number },
): Promise<LoadReport> {
  const called = new Map<string, Called[]>([...quotas.keys()].map((key) => [key, []]));
  const named: Named[] = [];
  const kept = new Map<string, Answer[]>(busy.map(({ key }) => [key, []]));
  /** Written once: a request of these costs little to make, too. */
  const repeated = busy.flatMap(({ key }) =>
    Array.from({ length: KEPT_INPUTS }, (_, at) => ({ key, init: post(`kept-${at}`, key) })),
  );
  const pending = new Set<Promise<void>>();
  let count = 0;
  let heldBack = 0;

  async function spendQuota(q: string): Promise<void> {
    const [key, calls] = pick([...called]);
    const { body, ...answer } = await client.send("quota", RUN, post(q, key));
    if (answer.status === 200) calls.push({ ...answer, runId: runIdOf(body) ?? "" });
  }

  async function repeat(): Promise<void> {
    const { key, init } = pick(repeated);
    const { body: _, ...answer } = await client.send("kept", KEPT_RUN, init);
    if (answer.status === 200) kept.get(key)?.push(answer);
  }

  async function runNamed(q: string, kind: "balance" | "queued"): Promise<void> {
    const { key } = pick(kind === "queued" ? queued : direct);
    const path = kind === "queued" ? `${RUN}?wait=0` : RUN;
    const heard = await client.persist(kind, path, post(q, key, { "idempotency-key": `the-run-of-${q}-------` }));
    named.push({ q, key, runId: heard && runIdOf(heard.body), isQueued: kind === "queued" });
  }

  async function read(): Promise<void> {
    const turn = random();
    if (turn < 0.5) await client.send("usage", USAGE, { headers: { "x-api-key": pick(direct).key } });
    else if (turn < 0.8) await client.send("free", "/api/v1/genius/actors/");
    else await client.send("unpaid", USAGE);
  }

  function begin(): void {
    const q = `q${count++}`;
    const work = workOf(random(), q);
    pending.add(work);
    void work.finally(() => pending.delete(work));
  }

  function workOf(turn: number, q: string): Promise<void> {
    let rest = turn;
    if ((rest -= QUOTA_SHARE) < 0) return spendQuota(q);
    if ((rest -= BALANCE_SHARE) < 0) return runNamed(q, "balance");
    if ((rest -= QUEUED_SHARE) < 0) return runNamed(q, "queued");
    if ((rest -= READ_SHARE) < 0) return read();
    return repeat();
  }

  function pick<T>(all: readonly T[]): T {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error("There is nothing to pick from");
    return one;
  }

  const begun = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      // Timers come late where there is much to do: what is due is counted.
      const passed = (performance.now() - begun) / 1000;
      while (count + heldBack < Math.min(passed, seconds) * rate) {
        if (pending.size < MOST_OPEN) begin();
        else heldBack++;
      }
      if (passed < seconds) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await Promise.all(pending);
  return { called, named, kept, perSecond: count / seconds };
}

/** A run of the actor with a key. */
export function post(q: string, key: string, more: Record<string, string> = {}): Request {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key, ...more },
    body: JSON.stringify({ q }),
  };
}

/** Of an answer, or of a run that is done later. */
export function runIdOf(body: Readonly<Record<string, unknown>>): string | undefined {
  const { run_id: later, meta } = body as { run_id?: string; meta?: { run_id?: string } };
  return later ?? meta?.run_id;
}
