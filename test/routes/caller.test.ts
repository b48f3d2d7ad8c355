import { describe, expect, test } from "bun:test";
import { addressSet } from "../../src/runtime/http/address-set.ts";
import { callerOf } from "../../src/routes/http/caller.ts";
import { startHub } from "../support/hub.ts";

const PROXIES = addressSet(["127.0.0.1", "10.0.0.2", "2001:db8:ffff::1", "172.16.0.0/12", "fd00::/8"]);

/** What the client of a connection counts as that said this in X-Forwarded-For. */
function countedAs(forwarded: string | undefined, peer = "127.0.0.1"): string {
  const headers = new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded });
  const request = new Request("http://hub.example/", { headers });
  return callerOf(request, {
    peers: () => ({ requestIP: () => ({ address: peer }) }),
    trustedProxies: PROXIES,
  }).address();
}

describe("a client behind a trusted proxy", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["198.51.100.9, 192.0.2.1", "192.0.2.1"],
    ["192.0.2.1:1024", "192.0.2.1"],
    ["192.0.2.1:65535", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["::ffff:c000:201", "192.0.2.1"],
    ["192.0.2.1, 10.0.0.2", "192.0.2.1"],
    ["192.0.2.1:1024, 10.0.0.2:443, [2001:DB8:FFFF:0::1]:80", "192.0.2.1"],
    ["192.0.2.1, 172.16.0.1, fd12:3456::9, [::ffff:172.31.255.255]:80", "192.0.2.1"],
    ["192.0.2.1, 172.32.0.0", "172.32.0.0"],
    ["192.0.2.1, fe00::1", "fe00::/64"],
    ["192.0.2.1, ,", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["[2001:0DB8:0001:0002::9]:443", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"],
  ])("that says %p counts as %s", (forwarded, client) => {
    expect(countedAs(forwarded)).toBe(client);
  });

  test.each([undefined, "", " , ", "unknown", "192.0.2.1, unknown", "some text", "192.0.2.1, x"])(
    "that is not named by %p counts as the proxy",
    (forwarded) => {
      expect(countedAs(forwarded)).toBe("127.0.0.1");
    },
  );

  test("counts as the nearest proxy that is known, where the one before it is not named", () => {
    expect(countedAs("192.0.2.1, junk, 10.0.0.2")).toBe("10.0.0.2");
  });
});

describe("a client that no trusted proxy names", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:7::1", "2001:db8:7::/64"],
    ["", "unknown"],
  ])("from %p counts as %s, whatever it says", (peer, client) => {
    expect(countedAs("198.51.100.1", peer)).toBe(client);
  });

  test("a proxy is trusted in every spelling", () => {
    expect(countedAs("192.0.2.1", "::ffff:127.0.0.1")).toBe("192.0.2.1");
    expect(countedAs("192.0.2.1", "2001:db8:ffff:0:0:0:0:1")).toBe("192.0.2.1");
    expect(countedAs("192.0.2.1", "::ffff:172.20.0.1")).toBe("192.0.2.1");
  });
});

test("one client behind a proxy that appends ports and spells as it likes gets its free keys of the day, no more", async () => {
  await using hub = await startHub({
    trustedProxies: ["127.0.0.1"],
    settings: { LIMIT_FREE_KEYS_PER_DAY: "5" },
  });
  const spellings = ["192.0.2.1:%d", "::ffff:192.0.2.1", "[::ffff:c000:201]:%d", '"192.0.2.1:%d"', "192.0.2.1"];
  const statuses = [];
  for (let port = 2000; port < 2030; port++) {
    const address = spellings[port % spellings.length]?.replace("%d", String(port)) ?? "";
    const response = await fetch(`${hub.url}/api/v1/agent/register/?tier=free_testnet`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.113.${port % 250}, ${address}` },
      body: JSON.stringify({ email: "owner@example.com", tier: "free_testnet" }),
    });
    statuses.push(response.status);
  }
  expect(statuses.filter((status) => status < 300)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
});
