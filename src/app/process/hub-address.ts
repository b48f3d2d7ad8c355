/** Where a hub is reached: on its own machine, and from outside. */
import type { Hub } from "../../routes/hub.ts";
import type { Config } from "../settings/config.ts";

/** @throws {Error} before it listens */
export function addressOf({ server }: Hub): string {
  if (server === null) throw new Error("The hub has no address before it listens");
  return `http://${hostInUrl(server.hostname ?? "")}:${server.port}`;
}

/** By the settings alone: where a hub that may not run is reached once it does. */
export function configuredAddress({
  HUB_PUBLIC_URL,
  HOST,
  PORT,
}: Pick<Config, "HUB_PUBLIC_URL" | "HOST" | "PORT">): string {
  return HUB_PUBLIC_URL ?? `http://${hostInUrl(HOST)}:${PORT}`;
}

/** The address to reach a host by: one that listens everywhere is asked here. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}
