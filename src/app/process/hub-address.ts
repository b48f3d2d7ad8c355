/** Where a hub that listens is reached on its own machine. */
import type { Hub } from "../../routes/hub.ts";

/** @throws {Error} before it listens */
export function addressOf({ server }: Hub): string {
  if (server === null) throw new Error("The hub has no address before it listens");
  return `http://${hostInUrl(server.hostname ?? "")}:${server.port}`;
}

/** The address to reach a host by: one that listens everywhere is asked here. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
