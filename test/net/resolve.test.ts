import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { askNameServers } from "../../src/net/name-servers.ts";
import { createFetch } from "../../src/net/fetch.ts";
import { dnsCheck, expectFound } from "../../src/net/resolve.ts";
import { systemResolve } from "../../src/net/system-resolve.ts";
import { startDns } from "../support/dns-server.ts";

const NEVER = new AbortController().signal;

test("the system knows the names of its hosts file", async () => {
  const addresses = await systemResolve("localhost", NEVER);
  expect(addresses.filter((address) => address === "127.0.0.1" || address === "::1")).not.toEqual([]);
});

test("names whose servers are silent hold up no other name, no file and nothing that is packed", async () => {
  const silent = Array.from({ length: 50 }, (_, at) => `silent-${at}.test`);
  await using dns = await startDns({ "here.test": [["192.0.2.1"]] }, silent);
  const ask = askNameServers([dns.address]);
  const over = new AbortController();
  const waiting = silent.map((name) => ask(name, over.signal));
  const ended: string[] = [];
  const others = [
    ask("here.test", NEVER).then(() => ended.push("name")),
    readFile(import.meta.path).then(() => ended.push("file")),
    promisify(gzip)("x").then(() => ended.push("gzip")),
  ];
  for (const each of waiting) each.catch(() => ended.push("silent"));
  await Promise.all(others);
  expect(ended.toSorted()).toEqual(["file", "gzip", "name"]);
  over.abort();
  expect(await Promise.allSettled(waiting)).toSatisfy((all) => all.every(({ status }) => status === "rejected"));
});

test("addresses of both kinds take turns, and one kind suffices", async () => {
  const both = ["192.0.2.1", "192.0.2.2", "2001:db8::1"];
  await using dns = await startDns({ "both.test": [both], "six.test": [["2001:db8::2"]], "none.test": [[]] });
  const ask = (name: string) => askNameServers([dns.address])(name, NEVER);
  expect(await ask("both.test")).toEqual(["192.0.2.1", "2001:db8::1", "192.0.2.2"]);
  expect(await ask("six.test")).toEqual(["2001:db8::2"]);
  expect([await ask("none.test"), await ask("missing.test")]).toEqual([[], []]);
});

test("whether there is a DNS is asked once for all who wonder at once", async () => {
  const asked: AbortSignal[] = [];
  const answered = Promise.withResolvers<readonly string[]>();
  const hasDns = dnsCheck(
    (_, signal) => (asked.push(signal), answered.promise),
    () => 0,
  );
  const [first, second] = [hasDns(), hasDns()];
  answered.resolve(["192.0.2.1"]);
  expect([await first, await second, asked.length]).toEqual([true, true, 1]);
});

test("an operator's own address whose name does not exist is said to be of no such name", async () => {
  const fetch = createFetch({ resolve: expectFound(async () => []), allow: [], selfHosts: [] });
  await expect(
    fetch("https://api.apis.gura/list.json", { signal: new AbortController().signal }),
  ).rejects.toMatchObject({
    code: "upstream_unreachable",
    message: "The host name api.apis.gura is not found.",
  });
});
