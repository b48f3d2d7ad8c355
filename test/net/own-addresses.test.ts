/** What a guarded fetch is refused although its address is public, and what it says where no name can be found out. */
import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { createFetch } from "../../src/net/fetch.ts";
import { ownAddresses } from "../../src/net/own-addresses.ts";
import { dnsCheck } from "../../src/net/resolve.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { startHttp } from "../support/http-server.ts";

const { signal } = new AbortController();

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "fetched",
    (error) => (error instanceof HubError ? error.code : String(error)),
  );
}

describe("the addresses of this machine", () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

  test("are its own on every interface, whatever the port", () => {
    const isSelf = ownAddresses(3000, Date.now);
    for (const address of [...own, "127.0.0.1", "127.9.9.9", "::1"]) expect(isSelf(address, 443, false)).toBeTrue();
    expect(isSelf("203.0.113.9", 443, false)).toBeFalse();
  });

  test("are no target of a public name that leads to them", async () => {
    const connected: string[] = [];
    const fetch = createFetch({
      resolve: async () => ["198.41.0.4"],
      allow: [],
      selfHosts: [],
      isSelf: (address) => address === "198.41.0.4",
      connect: ({ host }) => {
        connected.push(host);
        throw new Error("It was connected to");
      },
    });
    expect(await codeOf(fetch("http://public.example.com/", { signal }))).toBe("url_not_allowed");
    expect(connected).toEqual([]);
  });

  test("may be allowed to the operator's other services, and never where the hub itself listens", async () => {
    await using server = await startHttp((_, response) => response.end("here"));
    const fetchFrom = (port: number) =>
      createFetch({
        resolve: async () => ["127.0.0.1"],
        allow: [`127.0.0.1:${server.port}`],
        selfHosts: [],
        isSelf: ownAddresses(port, Date.now),
      })(`http://127.0.0.1:${server.port}/`, { signal });
    expect(await codeOf(fetchFrom(3000))).toBe("fetched");
    expect(await codeOf(fetchFrom(server.port))).toBe("url_not_allowed");
  });
});

describe("without a DNS", () => {
  const settings = { allow: [], selfHosts: [] };

  test("a name that is not found is not called private, and may be asked for again", async () => {
    let isUp = false;
    let now = 0;
    const resolve = async () => (isUp ? ["127.0.0.1"] : []);
    const fetch = createFetch({ resolve, ...settings, hasDns: dnsCheck(resolve, () => now) });
    const error = await fetch("https://example.org/", { signal }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "upstream_unreachable", status: 502, retryable: true });
    isUp = true;
    now += 20_000;
    expect(await codeOf(fetch("https://example.org/", { signal }))).toBe("url_not_allowed");
  });

  test("an address of numbers is judged as ever", async () => {
    const fetch = createFetch({ resolve: async () => [], ...settings, hasDns: async () => false });
    expect(await codeOf(fetch("http://10.0.0.1/", { signal }))).toBe("url_not_allowed");
  });
});
