/** A price provider on this machine, so that the bench's cached run has something to have cached. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export async function coinServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ bitcoin: { usd: 86_542, usd_24h_change: -2.15 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => void server.close(),
  };
}
