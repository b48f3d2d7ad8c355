/** A hub under load while something it depends on fails: what every answer was, how long it took, what /ready said. */
import type { HubProcess } from "./hub-process.ts";

export interface FaultRun {
  readonly hub: HubProcess;
  /** Requests a second. */
  readonly rate: number;
  /** How long the load goes on before the fault, how long the fault lasts, and how long it goes on after it. */
  readonly seconds: { readonly before: number; readonly during: number; readonly after: number };
  readonly begin: () => void | Promise<void>;
  readonly end: () => void | Promise<void>;
}

export interface Answer {
  /** What was asked for: "keyed", "free", "unpaid" or "ready". */
  readonly kind: string;
  /** When it was asked, in milliseconds after the fault began. */
  readonly at: number;
  readonly ms: number;
  /** 0 when there was none. */
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface FaultReport {
  readonly answers: readonly Answer[];
  /** When the fault was over, in milliseconds after it began. */
  readonly endedAt: number;
  /** How long after its end the last request failed; 0 when none did. */
  readonly recoveredAfterMs: number;
}

const READY_EVERY_MS = 100;
const JSON_TYPE = { "content-type": "application/json" };

export async function runFault({ hub, rate, seconds, begin, end }: FaultRun): Promise<FaultReport> {
  const key = await freeKey(hub.url);
  const answers: Answer[] = [];
  const pending = new Set<Promise<void>>();
  const origin = performance.now() + seconds.before * 1000;
  let count = 0;

  const send = (kind: string, path: string, init: RequestInit = {}): void => {
    const begun = performance.now();
    const asked = ask(`${hub.url}${path}`, init).then((answer) => {
      answers.push({ kind, at: begun - origin, ms: performance.now() - begun, ...answer });
      pending.delete(asked);
    });
    pending.add(asked);
  };
  const request = (): void => {
    const payload = `id;name\n${count++};Ann`;
    const run = { method: "POST", body: JSON.stringify({ payload, from: "csv", to: "json" }) };
    const path = "/api/v1/genius/actors/data-convert/run/";
    if (count % 4 === 0) send("unpaid", "/api/v1/agent/usage/");
    else if (count % 2 === 0) send("free", path, { ...run, headers: JSON_TYPE });
    else {
      const once = count % 3 === 0 ? { "idempotency-key": crypto.randomUUID() } : {};
      send("keyed", path, { ...run, headers: { ...JSON_TYPE, "x-api-key": key, ...once } });
    }
  };
  const begunAt = performance.now();
  const load = setInterval(() => {
    // Timers come late where there is much to do: what is due is counted.
    const due = ((performance.now() - begunAt) / 1000) * rate;
    while (count < due) request();
  }, 5);
  const look = setInterval(() => send("ready", "/ready"), READY_EVERY_MS);

  await pause(seconds.before);
  await begin();
  await pause(seconds.during);
  await end();
  const endedAt = performance.now() - origin;
  await pause(seconds.after);
  clearInterval(load);
  clearInterval(look);
  await Promise.all(pending);
  const failed = answers.filter(({ at, status }) => at > endedAt && (status === 0 || status >= 500));
  return { answers, endedAt, recoveredAfterMs: Math.max(0, ...failed.map(({ at }) => at - endedAt)) };
}

/** Each kind with each status and code, and how often: "keyed 503 overloaded" → 12. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind, status, code } of answers) {
    const name = [kind, status, code].filter((part) => part !== "").join(" ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function ask(url: string, init: RequestInit): Promise<Omit<Answer, "kind" | "at" | "ms">> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });
    const body = (await response.json()) as Record<string, unknown>;
    const code = typeof body["code"] === "string" ? body["code"] : "";
    return { status: response.status, code, retryAfter: response.headers.get("retry-after"), body };
  } catch (error) {
    return { status: 0, code: String(error), retryAfter: null, body: {} };
  }
}

async function freeKey(url: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/agent/register/`, {
    method: "POST",
    headers: JSON_TYPE,
    body: JSON.stringify({ email: "load@example.com", tier: "free_testnet" }),
  });
  const { api_key: key } = (await response.json()) as { api_key: string };
  return key;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
