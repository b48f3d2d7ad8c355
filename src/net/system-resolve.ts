/** Names as every program on this machine knows them, the hosts file included. */
import { lookup } from "node:dns/promises";
import { hostsFile } from "./hosts-file.ts";
import { askNameServers } from "./name-servers.ts";
import type { Resolve } from "./resolve.ts";
import { isPublicName } from "./target.ts";

const askThose = askNameServers();
const inHostsFile = hostsFile("/etc/hosts");

/**
 * Of a name that a stranger may give the name servers are asked; what else the system knows names by is only for those
 * that an operator has allowed.
 */
export const systemResolve: Resolve = async (host, signal) =>
  isPublicName(host) && !(await inHostsFile()).has(host) ? askThose(host, signal) : askSystem(host);

const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "ENONAME"]);

async function askSystem(host: string): Promise<readonly string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (error instanceof Error && "code" in error && NO_SUCH_NAME.has(String(error.code))) return [];
    throw error;
  }
}
