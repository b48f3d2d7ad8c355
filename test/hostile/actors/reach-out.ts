/** Talks to the hub, the network and whatever listens, past the fetch it is lent. */
import { attack, deno, load } from "./_attack.ts";

export default attack("reach-out", {
  fetch: async () => (await fetch("http://127.0.0.1:3000/health")).status,
  connect: async () => (await deno.connect({ hostname: "127.0.0.1", port: 5432 })) && "connected",
  listen: () => deno.listen({ port: 0 }) && "listening",
  udp: () => deno.listenDatagram({ port: 0, transport: "udp" }) && "listening",
  dns: async () => String(await deno.resolveDns("example.org", "A")),
  unix: async () => (await deno.connect({ path: "/run/x.sock", transport: "unix" })) && "connected",
  node: () =>
    load("node:net").then(
      ({ connect }) =>
        new Promise((resolve, reject) => connect(5432, "127.0.0.1", () => resolve("connected")).on("error", reject)),
    ),
  module: async () => Object.keys(await load("https://example.org/x.js")).join(),
  npm: async () => Object.keys(await load("npm:left-pad")).join(),
  jsr: async () => Object.keys(await load("jsr:@std/path")).join(),
  inspector: async () => (await load("node:inspector")).open(0) ?? "open",
});
