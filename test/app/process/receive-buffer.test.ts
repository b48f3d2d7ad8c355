import { dlopen, ptr } from "bun:ffi";
import { expect, test } from "bun:test";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { boundReceiveBuffers } from "../../../src/app/process/receive-buffer.ts";

const SOL_SOCKET = 1;
const SO_RCVBUF = 8;

test.skipIf(process.platform !== "linux")("what is accepted has the bounded buffer, and nothing else has", async () => {
  const most = Number(readFileSync("/proc/sys/net/core/rmem_max", "utf8"));
  await using before = await connection();
  const bounded = 2 * Math.min(80 * 1024, most);
  expect(bufferSizes()).not.toContain(bounded);
  boundReceiveBuffers();
  expect(bufferSizes().filter((size) => size === bounded).length).toBe(1); // Of the socket that listens.
  await using after = await before.another();
  expect([after.isOpen(), bufferSizes().filter((size) => size === bounded).length]).toEqual([true, 2]);
});

async function connection() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const open = async () => {
    const accepted = once(server, "connection");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    await accepted;
    return { isOpen: () => !client.destroyed, [Symbol.asyncDispose]: async () => void client.destroy() };
  };
  const first = await open();
  return {
    another: open,
    async [Symbol.asyncDispose]() {
      await first[Symbol.asyncDispose]();
      server.close();
    },
  };
}

function bufferSizes(): number[] {
  const library = dlopen("libc.so.6", {
    getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
  });
  const value = new Int32Array(1);
  const length = new Uint32Array([value.byteLength]);
  return readdirSync("/proc/self/fd")
    .map(Number)
    .flatMap((socket) =>
      library.symbols.getsockopt(socket, SOL_SOCKET, SO_RCVBUF, ptr(value), ptr(length)) === 0 ? [...value] : [],
    );
}
