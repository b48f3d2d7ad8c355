/** A key of the largest tier for a bench, from the hub's operator. */
import type { Served } from "./served.ts";

export async function keyOf({ port }: Served, adminToken: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/keys/`, {
    method: "POST",
    headers: { authorization: `Bearer ${adminToken}`, "content-type": "application/json" },
    body: JSON.stringify({ email: "bench@example.com", tier: "enterprise", reason: "bench" }),
  });
  const { api_key: key } = (await response.json()) as { api_key?: string };
  if (key === undefined) throw new Error(`Cannot bench: the hub issued no key but answered ${response.status}`);
  return key;
}
