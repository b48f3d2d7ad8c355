/** A body that comes too slowly is cut off, and long ones share what there is room for. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createConnection } from "node:net";
import { createBodyBudget } from "../../src/routes/http/body-budget.ts";
import { createByteRate } from "../../src/routes/http/byte-rate.ts";
import { createBodyStream } from "../../src/routes/http/body-stream.ts";
import { echoActor } from "../support/actors.ts";
import { openTestAccount } from "../support/accounts.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const MIB = 1024 * 1024;
let now = 0;
const clock = { now: () => now };

/** A request whose body comes as it is pushed. */
function coming(push: (send: (bytes: number) => Promise<void>, end: () => void) => void): Request {
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        push(
          async (bytes) => {
            controller.enqueue(new Uint8Array(bytes));
            for (let turn = 0; turn < 5; turn++) await Promise.resolve();
          },
          () => controller.close(),
        );
      },
    },
    { highWaterMark: 0 },
  );
  return new Request("http://hub.test/", { method: "POST", body });
}

test("a body that was announced counts as what it was given room for", async () => {
  const stream = createBodyStream(clock, () => "a");
  const read = (): Promise<unknown> => {
    const request = coming((send) => void send(MIB + 1));
    request.headers.set("content-length", `${8 * MIB}`);
    return stream.whole(request, 8 * MIB);
  };
  void read();
  void read();
  await expect(read()).rejects.toMatchObject({ code: "overloaded" });
});

test("a body that nobody reads is waited for at a bounded rate, and no longer than it lasts", async () => {
  const moment = { ms: 0 };
  const ticks = { now: () => moment.ms };
  const rate = createByteRate(ticks, { bytesPerSecond: 100_000_000, burstBytes: 1_000 });
  const stream = createBodyStream(ticks, () => "a", { rate });
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++sent > 3) controller.close();
      else controller.enqueue(new Uint8Array(1_000_000));
    },
  });
  const ended = stream.discard(new Request("http://hub.test/", { method: "POST", body })).then(() => "ended");
  expect(await Promise.race([ended, turns().then(() => "waits")])).toBe("waits");
  expect(await ended).toBe("ended");
  expect(rate.waitMs()).toBeCloseTo(29.99, 1);
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

describe("a body in steps of 1 KiB", () => {
  test("may take 30 seconds for each", async () => {
    const stream = createBodyStream(clock, () => "a");
    const { promise: pushed, resolve } = Promise.withResolvers<void>();
    const body = stream.whole(
      coming((send, end) => {
        void (async () => {
          for (let step = 0; step < 5; step++) {
            now += 29_999;
            stream.cutSlow();
            await send(1024);
          }
          end();
          resolve();
        })();
      }),
      MIB,
    );
    await pushed;
    expect((await body).bytes.length).toBe(5 * 1024);
  });

  test.each([
    ["one byte is short of a step", 1023],
    ["nothing comes", 0],
  ])("is cut off after 30 seconds in which %s", async (_name, bytes) => {
    const stream = createBodyStream(clock, () => "a");
    const { promise: pushed, resolve } = Promise.withResolvers<void>();
    const body = stream.whole(
      coming(
        (send) =>
          void send(2048)
            .then(() => (bytes > 0 ? send(bytes) : undefined))
            .then(resolve),
      ),
      MIB,
    );
    await pushed;
    now += 30_000;
    stream.cutSlow();
    await expect(body).rejects.toMatchObject({ code: "request_timeout", status: 408 });
  });
});

describe("a long body", () => {
  const inChunks = (chunks: Uint8Array<ArrayBuffer>[]) =>
    new Request("http://hub.test/", { method: "POST", body: new Blob(chunks).stream() });
  const read: Uint8Array<ArrayBuffer>[] = [];
  /** Notes the chunks that are read. */
  const noted = (request: Request): Request => {
    const note = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
      transform(chunk, controller) {
        read.push(chunk);
        controller.enqueue(chunk);
      },
    });
    return new Request(request.url, { method: "POST", body: request.body?.pipeThrough(note) ?? null });
  };

  test("is there once, and given back when its reader disposes of it", async () => {
    const stream = createBodyStream(clock, () => "a");
    const sent = new Uint8Array(MIB).map((_, at) => at % 251);
    const body = await stream.whole(noted(inChunks([sent])), MIB);
    expect(Buffer.compare(body.bytes, sent)).toBe(0);
    const { buffer } = body.bytes;
    expect([read.length > 0, read.every((chunk) => chunk.buffer.detached), buffer.detached]).toEqual([
      true,
      true,
      false,
    ]);
    body[Symbol.dispose]();
    expect(buffer.detached).toBe(true);
  });

  test("is given back where it is too long, or nobody reads it", async () => {
    const stream = createBodyStream(clock, () => "a");
    read.length = 0;
    await expect(stream.whole(noted(inChunks([new Uint8Array(MIB)])), MIB / 2)).rejects.toMatchObject({ status: 413 });
    await stream.discard(noted(inChunks([new Uint8Array(MIB)])));
    // Of the one that was cut off, its last chunk was never taken.
    expect(read.filter((chunk) => !chunk.buffer.detached).length).toBeLessThanOrEqual(1);
  });
});

describe("over the network", () => {
  let hub: TestHub;
  beforeAll(async () => void (hub = await startHub({ actors: [echoActor()], clock })));
  afterAll(() => hub[Symbol.asyncDispose]());

  const begun = (head: string) => {
    const socket = createConnection({ port: hub.port, host: "127.0.0.1" });
    const answer = new Promise<string>((resolve, reject) => {
      let told = "";
      socket
        .on("data", (part) => (told += part))
        .on("end", () => resolve(told))
        .on("error", reject);
    });
    socket.write(`${head}Host: hub.test\r\nContent-Length: 500000\r\n\r\nabc`);
    return answer;
  };

  async function untilOver<T>(answer: Promise<T>): Promise<T> {
    let isOver = false;
    void answer.finally(() => (isOver = true)).catch(() => undefined);
    while (!isOver) {
      now += 30_000; // Until the hub has begun to read it, nothing is counted.
      await hub.doJobs();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return answer;
  }

  test("a dripping body that nobody reads is cut off as well", async () => {
    for (const path of ["/nothing/here", "/health"])
      expect(await untilOver(begun(`POST ${path} HTTP/1.1\r\n`))).toMatch(/^HTTP\/1\.1 408 [^]*connection: close/i);
  });

  test("a GET that brings a body is answered, and its connection is closed", async () => {
    expect(await begun("GET /health HTTP/1.1\r\n")).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
  });

  test("whoever sends a long body to a path that is not served is told so", async () => {
    const response = await fetch(`${hub.url}/nothing/here`, { method: "POST", body: "x".repeat(4 * MIB) });
    expect([response.status, (await response.json()).code]).toEqual([404, "not_found"]);
  });

  test.each([
    ["with a short length", "Content-Length: 500\r\n\r\nabc"],
    ["with a long one", "Content-Length: 500000\r\n\r\nabc"],
    ["in chunks", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"],
  ])("a dripping body %s gets 408, and its connection is closed", async (_name, rest) => {
    const socket = createConnection({ port: hub.port, host: "127.0.0.1" });
    const answer = new Promise<string>((resolve, reject) => {
      let told = "";
      socket
        .on("data", (part) => (told += part))
        .on("end", () => resolve(told))
        .on("error", reject);
    });
    socket.write(`POST /api/v1/genius/actors/echo/run/ HTTP/1.1\r\nHost: hub.test\r\n${rest}`);
    let isOver = false;
    void answer.finally(() => (isOver = true));
    while (!isOver) {
      now += 30_000; // Until the hub has begun to read it, nothing is counted.
      await hub.doJobs();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*"code":"request_timeout"/i);
  });
});

test("the budget of bodies is shared: whoever holds the most gives way, the newest first, and what is worked on stays", () => {
  const budget = createBodyBudget({ totalBytes: 10, callerBytes: 6 });
  const gone: string[] = [];
  const open = (caller: string, name: string) => budget.open(caller, () => gone.push(name));
  const read = open("a", "a1");
  read.add(4);
  read.settle();
  open("a", "a2").add(2);
  expect(gone).toEqual([]);
  open("a", "a3").add(1);
  expect(gone).toEqual(["a3"]); // More than one caller may.
  open("b", "b1").add(4);
  expect(gone).toEqual(["a3"]);
  open("c", "c1").add(1);
  expect(gone).toEqual(["a3", "a2"]); // Of the largest; what has been read stays.
  open("c", "c2").add(2);
  expect(gone).toEqual(["a3", "a2", "b1"]); // The largest has nothing left that is still coming.
  read[Symbol.dispose]();
  read[Symbol.dispose]();
  open("b", "b2").add(6);
  expect(gone).toEqual(["a3", "a2", "b1"]);
});

test("a key that is ended while a body comes makes no new one, and no connection", async () => {
  await using own = await startHub();
  for (const [path, body] of [
    ["/api/v1/agent/keys/rotate/", '{"grace_seconds":60}'],
    ["/api/v1/agent/oauth-clients/", '{"authority":"github","client_id":"one"}'],
  ] as const) {
    const { key } = await openTestAccount(own.services, "basic");
    const answer = Promise.withResolvers<string>();
    const socket = createConnection({ host: "127.0.0.1", port: Number(new URL(own.url).port) });
    let heard = "";
    socket.on("data", (data) => (heard += data.toString()));
    socket.on("close", () => answer.resolve(heard));
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}X-API-Key: ${key}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`);
    // What comes after it is answered after it was looked at.
    const usage = await fetch(`${own.url}/api/v1/agent/usage/`, { headers: { "x-api-key": key } });
    expect(usage.status).toBe(200);
    const revoked = await fetch(`${own.url}/api/v1/agent/keys/revoke/`, {
      method: "POST",
      headers: { "x-api-key": key },
    });
    expect(revoked.status).toBe(200);
    socket.write(body.slice(5));
    expect(await answer.promise).toContain('"code":"key_unknown"');
  }
});
