import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPool, type ThreadPool } from "../../src/offload/pool.ts";
import { asHubError, type HubError } from "../../src/runtime/errors.ts";
import { type Client, inline, type Offload } from "../../src/runtime/offload.ts";
import type work from "./work.ts";
import type { Order } from "./work.ts";

const WORK = new URL("work.ts", import.meta.url);
const NEVER = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), "hub-pool-"));
let pool: ThreadPool | undefined;
let made = 0;

afterEach(async () => {
  await pool?.[Symbol.asyncDispose]();
  pool = undefined;
});

interface Opening {
  readonly threads?: number;
  readonly maxWaiting?: number;
  readonly perClient?: number;
  readonly deadlineMs?: number;
  readonly maxGrowthMb?: number;
  readonly maxBusyBytes?: number;
}

function open({
  threads = 1,
  maxWaiting = 8,
  perClient = 8,
  deadlineMs = 20_000,
  maxGrowthMb = 4096,
  maxBusyBytes,
}: Opening = {}): ThreadPool {
  const maxGrowthBytes = maxGrowthMb * 1024 * 1024;
  const waiting = { total: maxWaiting, perClient };
  const bound = maxBusyBytes === undefined ? {} : { maxBusyBytes };
  return (pool = createPool({ threads, waiting, deadlineMs, maxGrowthBytes, ...bound }));
}

const account = (name: string): Client => ({ name, isStranger: false });
const stranger = (name: string): Client => ({ name, isStranger: true });
const SOMEBODY = account("somebody");

function ask(to: ThreadPool | Offload, order: Order, signal: AbortSignal = NEVER, client = SOMEBODY): Promise<unknown> {
  return (typeof to === "function" ? to : to.offload(signal, () => client))<typeof work>(WORK, order);
}

async function failure(of: Promise<unknown>): Promise<HubError> {
  try {
    await of;
  } catch (error) {
    return asHubError(error);
  }
  throw new Error("It did not fail");
}

/** An order that keeps its thread, and a promise of the moment it has begun. */
function hold(): { order: Extract<Order, { do: "hold" }>; begun: Promise<void> } {
  const file = join(folder, `held-${made++}`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const watcher = watch(folder, () => {
    if (!existsSync(file)) return;
    watcher.close();
    resolve();
  });
  return { order: { do: "hold", file }, begun: promise };
}

/** Lets an order end that keeps its thread. */
function release({ file }: Extract<Order, { do: "hold" }>): void {
  writeFileSync(`${file}.end`, "");
}

describe.each([
  ["a pool", () => open()],
  ["no pool", () => inline],
] as const)("with %s", (_name, give) => {
  test("work gets its input and gives its result", async () => {
    expect(await ask(give(), { do: "echo", value: { list: [1, "ä", null] } })).toEqual({ list: [1, "ä", null] });
  });

  test("what the work refuses is refused in the same words", async () => {
    const { code, message } = await failure(ask(give(), { do: "refuse" }));
    expect([code, message]).toEqual(["upstream_invalid", "It is not what it promises."]);
  });

  test("a slip is ours, and its words are not published", async () => {
    const { code, message, cause } = await failure(ask(give(), { do: "throw" }));
    expect([code, message.includes("slip")]).toEqual(["internal", false]);
    expect(String(cause)).toContain("a slip");
  });
});

describe("a pool", () => {
  test("reports a result that cannot be copied, and serves on", async () => {
    const one = open();
    expect((await failure(ask(one, { do: "uncopyable" }))).code).toBe("internal");
    expect(await ask(one, { do: "echo", value: 1 })).toBe(1);
  });

  test("moves what is handed over and the bytes of a result, and copies all else", async () => {
    const [moved, copied] = [new Uint8Array([1, 2, 3]), new Uint8Array([4])];
    const order = { do: "echo", value: { moved, copied } } as const;
    const answer = await open().offload(NEVER, () => SOMEBODY)<typeof work>(WORK, order, [moved.buffer]);
    expect(answer).toEqual({ moved: new Uint8Array([1, 2, 3]), copied: new Uint8Array([4]) });
    expect([moved.buffer.detached, copied.buffer.detached]).toEqual([true, false]);
  });

  test("keeps its threads, and their number", async () => {
    const two = open({ threads: 2, maxWaiting: 10 });
    const thread = (_: unknown, index: number) => ask(two, { do: "thread" }, NEVER, account(`account ${index % 2}`));
    expect(new Set(await Promise.all(Array.from({ length: 10 }, thread))).size).toBe(2);
  });

  test("tells its threads nothing of the environment", async () => {
    expect(await ask(open(), { do: "environment" })).toEqual([]);
  });

  test("ends a thread that does not come to an end, and serves the next in a new one", async () => {
    const quick = open({ deadlineMs: 1500 });
    const before = await ask(quick, { do: "thread" });
    const [stuck, next] = [failure(ask(quick, { do: "loop" })), ask(quick, { do: "thread" })];
    expect((await stuck).code).toBe("actor_timeout");
    expect(await next).not.toBe(before);
  });

  test("ends work sooner that has to be done sooner, and never later than all", async () => {
    const patient = open({ deadlineMs: 2 ** 31 - 1 });
    const run = (to: ThreadPool, withinMs: number) =>
      failure(to.offload(NEVER, () => SOMEBODY)<typeof work>(WORK, { do: "loop" }, [], withinMs));
    expect((await run(patient, 500)).code).toBe("actor_timeout");
    await patient[Symbol.asyncDispose]();
    expect((await run(open({ deadlineMs: 500 }), 2 ** 31 - 1)).code).toBe("actor_timeout");
  });

  test("outlives a thread that dies", async () => {
    const one = open();
    expect((await failure(ask(one, { do: "die" }))).code).toBe("internal");
    expect(await ask(one, { do: "echo", value: 1 })).toBe(1);
  });

  test("outlives a thread that dies when its work is done", async () => {
    const one = open();
    const dead = await ask(one, { do: "die later" });
    let next = dead;
    // The first may still have been given to the dying one, and fail with it.
    while (next === dead) next = await ask(one, { do: "thread" }).catch(() => dead);
    expect(next).not.toBe(dead);
  });

  test("refuses what would wait behind too many", async () => {
    const full = open({ maxWaiting: 1 });
    const { order, begun } = hold();
    const outcomes = [failure(ask(full, order))];
    await begun;
    outcomes.push(failure(ask(full, { do: "echo", value: 1 })));
    const refused = await failure(ask(full, { do: "echo", value: 2 }));
    expect([refused.code, refused.status, refused.details.retryAfterMs]).toEqual(["overloaded", 503, 1000]);
    await full[Symbol.asyncDispose]();
    expect((await Promise.all(outcomes)).map(({ code }) => code)).toEqual(["internal", "overloaded"]);
  });

  test("lets go whoever has hung up, in the queue or not, and gives the place to others", async () => {
    const full = open({ maxWaiting: 1 });
    const { order, begun } = hold();
    const caller = new AbortController();
    const gone = [ask(full, order, caller.signal)];
    await begun;
    gone.push(ask(full, { do: "echo", value: 1 }, caller.signal));
    caller.abort(new Error("hung up"));
    for (const each of await Promise.allSettled(gone)) expect(each).toMatchObject({ reason: { message: "hung up" } });
    const waits = failure(ask(full, { do: "echo", value: 2 }));
    await full[Symbol.asyncDispose]();
    expect((await waits).message).toBe("Too much is being read at present.");
    expect((await failure(ask(full, { do: "echo", value: 3 }))).code).toBe("overloaded");
  });

  test("gives callers their turns, whatever one has waiting, and accounts as many as all strangers", async () => {
    const one = open({ maxWaiting: 20 });
    const { order, begun } = hold();
    const caller = new AbortController();
    const mark = (name: string, client: Client) => ask(one, { do: "mark", name }, NEVER, client);
    const held = ask(one, order, caller.signal);
    held.catch(() => undefined);
    await begun;
    const marked = [
      ...["a1", "a2", "a3"].map((name) => mark(name, stranger("a"))),
      ...["b1", "b2"].map((name) => mark(name, stranger("b"))),
      ...["k1", "k2"].map((name) => mark(name, account("k"))),
    ];
    release(order);
    await Promise.all([held, ...marked]);
    expect(await ask(one, { do: "marks" })).toEqual(["a1", "k1", "b1", "k2", "a2", "b2", "a3"]);
  });

  test("one caller has only so many waiting, and makes room for others where all room is taken", async () => {
    const full = open({ maxWaiting: 4, perClient: 3 });
    const { order, begun } = hold();
    const caller = new AbortController();
    ask(full, order, caller.signal).catch(() => undefined);
    await begun;
    const echo = (client: Client) => failure(ask(full, { do: "echo", value: 1 }, NEVER, client));
    const waiting = [echo(stranger("a")), echo(stranger("a")), echo(stranger("a"))];
    expect((await echo(stranger("a"))).code).toBe("overloaded");
    const others = [echo(stranger("b")), echo(account("k"))];
    expect((await waiting[2])?.code).toBe("overloaded");
    await full[Symbol.asyncDispose]();
    expect((await Promise.all([waiting[0], waiting[1], ...others])).map((each) => each?.code)).toEqual(
      Array.from({ length: 4 }, () => "overloaded"),
    );
  });

  test("neither one caller nor all strangers together have every thread", async () => {
    const two = open({ threads: 2 });
    const { order, begun } = hold();
    ask(two, order, NEVER, stranger("a")).catch(() => undefined);
    await begun;
    const waits = failure(ask(two, { do: "echo", value: "late" }, NEVER, stranger("b")));
    expect(await ask(two, { do: "echo", value: 1 }, NEVER, account("k"))).toBe(1);
    await two[Symbol.asyncDispose]();
    expect((await waits).code).toBe("overloaded");
  });

  test("starts no more large jobs at once than it has room for, and meanwhile small ones", async () => {
    const three = open({ threads: 3, maxBusyBytes: 100 });
    const log: string[] = [];
    const send = async (name: string, bytes: number, order: Order): Promise<void> => {
      const handOver = bytes === 0 ? [] : [new ArrayBuffer(bytes)];
      await three.offload(NEVER, () => account(name))<typeof work>(WORK, order, handOver);
      log.push(name);
    };
    const first = hold();
    const large = send("large", 200, first.order);
    await first.begun;
    const second = send("second large", 60, { do: "echo", value: 1 });
    await send("small", 0, { do: "echo", value: 1 });
    writeFileSync(`${first.order.file}.end`, "");
    await Promise.all([large, second]);
    expect(log).toEqual(["small", "large", "second large"]);
  });

  test("ends a thread that takes too much memory, and serves the next in a new one", async () => {
    const small = open({ maxGrowthMb: 150 });
    await ask(small, { do: "thread" });
    const before = process.memoryUsage.rss();
    expect((await failure(ask(small, { do: "allocate" }))).code).toBe("upstream_too_large");
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(1024);
    expect(await ask(small, { do: "echo", value: 1 })).toBe(1);
  }, 30_000);

  test("a thread knows no field that every object has, as the hub itself does not", async () => {
    const one = open();
    expect((await failure(ask(one, { do: "pollute" }))).code).toBe("internal");
    expect(await ask(one, { do: "thread" })).toBeNumber();
  });

  test.each(["patch", "tick", "name globally"] as const)(
    "the next job meets nothing of one that does %p",
    async (slip) => {
      const one = open();
      const before = await ask(one, { do: slip });
      expect(await ask(one, { do: "thread" })).not.toBe(before);
      expect(await ask(one, { do: "marks" })).toEqual([]);
    },
  );

  test("imports a changed module after it was renewed", async () => {
    const one = open();
    const file = join(folder, "changing.ts");
    const say = (what: string) => writeFileSync(file, `export default () => "${what}";`);
    const said = () => one.offload(NEVER, () => SOMEBODY)<() => string>(new URL(`file://${file}`), undefined as never); // It takes nothing.
    say("one");
    expect(await said()).toBe("one");
    say("two");
    one.renew();
    expect(await said()).toBe("two");
  });
});
