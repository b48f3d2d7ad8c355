import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { isPublic } from "../../src/net/address.ts";
import { createFetch } from "../../src/net/fetch.ts";
import { askNameServers } from "../../src/net/name-servers.ts";
import { HubError } from "../../src/runtime/errors.ts";
import { startDns } from "../support/dns-server.ts";
import { detourTo, startHttp } from "../support/http-server.ts";

interface Case {
  readonly id: string;
  readonly url: string;
  readonly expect: "allow" | "block";
  readonly why: string;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  readonly dns_seq?: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly redirects?: Readonly<Record<string, readonly [number, string]>>;
  readonly assert?: "no-private-connect";
}

const CORPUS = new URL("../../../shared/corpora/ssrf.json", import.meta.url);
const cases: readonly Case[] = existsSync(CORPUS) ? JSON.parse(readFileSync(CORPUS, "utf8")) : [];

describe.skipIf(cases.length === 0)("the corpus of addresses (skipped where ../shared/corpora is absent)", () => {
  for (const row of cases) {
    test(`${row.id}: ${row.assert ?? row.expect}, ${row.why}`, async () => {
      const names = Object.entries(row.dns ?? {}).map(([name, addresses]) => [name, [addresses]] as const);
      await using dns = await startDns({ ...Object.fromEntries(names), ...row.dns_seq });
      await using server = await startHttp((request, response) => {
        const [status, location] = row.redirects?.[detour.urlOf(request)] ?? [200, undefined];
        response.writeHead(status, { "content-type": "text/html", ...(location !== undefined && { location }) });
        response.end('<meta http-equiv="refresh" content="0;url=http://127.0.0.1/"><base href="http://127.0.0.1/">');
      });
      const detour = detourTo(server.port);
      const fetch = createFetch({
        resolve: askNameServers([dns.address]),
        allow: [],
        selfHosts: ["hub.example"],
        connect: detour.connect,
      });

      const verdict = await fetch(row.url, { signal: new AbortController().signal }).then(
        () => "allow",
        (error) => (error instanceof HubError && error.code === "url_not_allowed" ? "block" : error),
      );

      if (row.assert === undefined) expect(verdict).toBe(row.expect);
      expect(detour.meant.filter((place) => !isPublic(/\/\/(.*):\d+$/.exec(place)?.[1] ?? ""))).toEqual([]);
      if (row.expect === "allow") expect(detour.meant).not.toEqual([]);
    });
  }
});
