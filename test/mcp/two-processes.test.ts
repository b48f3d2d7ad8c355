/** Two processes of one hub: an answer that one has cut is read on at the other, for nothing. */
import { expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startHubProcess } from "../support/hub-process.ts";
import { WAYS } from "../support/mcp-clients.ts";

const ROWS = 3000;

test("a cursor of one process is known to the other, for its caller alone, and charges nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "hub-mcp-"));
  await using one = await startHubProcess({ HUB_DATA_DIR: folder });
  await using other = await startHubProcess({ HUB_DATA_DIR: folder });
  const body = JSON.stringify({ email: "reader@example.com", tier: "free_testnet" });
  const { api_key: key } = (await (
    await fetch(`${one.url}/api/v1/agent/register/`, { method: "POST", body })
  ).json()) as { api_key: string };
  const [, connect] = WAYS[0] ?? [];
  if (connect === undefined) throw new Error("There is a way of this number");
  await using first = await connect(`${one.url}/mcp`, { "x-api-key": key });
  await using second = await connect(`${other.url}/mcp`, { "x-api-key": key });
  await using stranger = await connect(`${other.url}/mcp`);

  const payload = `n,text\n${Array.from({ length: ROWS }, (_, n) => `${n},row number ${n}`).join("\n")}`;
  const ran = await first.call("run_actor", { slug: "data-convert", input: { from: "csv", to: "json", payload } });
  const { structuredContent: start } = ran;
  const used = async () => (await second.call("get_usage")).structuredContent.quota.used;
  const before = await used();
  let whole: string = start.text ?? JSON.stringify(start);
  const { next_cursor: cursor } = start;
  expect(cursor).toBeString();
  for (let next = cursor; next !== undefined;) {
    const { isError, structuredContent: part } = await second.call("get_more", { cursor: next });
    expect([isError ?? false, part.charged_xrp]).toEqual([false, 0]);
    whole += part.text ?? JSON.stringify(part.items);
    next = part.next_cursor;
  }
  expect(whole).toContain(`row number ${ROWS - 1}`);
  expect(await used()).toBe(before);
  const refused = await stranger.call("get_more", { cursor });
  expect(JSON.parse(refused.content[0]?.text ?? "").code).toBe("not_found");
  await rm(folder, { recursive: true, force: true });
}, 60_000);
