import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { createWebhooks } from "../../src/connections/webhooks.ts";
import { connectKey, KEY_API, startEchoWorld } from "./support.ts";

const SECRET = `whsec_${Buffer.from("a key of the tests, long enough").toString("base64")}`;

test("events are told once, signed, and told again later where they were not taken", async () => {
  let now = Date.now();
  const clock = { now: () => now };
  const settings = { HUB_WEBHOOK_URL: "https://hooks.test/in", HUB_WEBHOOK_SECRET: SECRET };
  await using world = await startEchoWorld(KEY_API, { clock, settings });
  const { id } = await connectKey(world, "sk_webhook_canary_0123");
  const told: { headers: Readonly<Record<string, string>>; body: string }[] = [];
  let status = 500;
  const tell = createWebhooks({
    store: world.hub.store,
    clock,
    url: settings.HUB_WEBHOOK_URL,
    secret: SECRET,
    async post(_url, { headers, body }) {
      told.push({ headers, body });
      if (told.length === 1) throw new Error("nobody there");
      return { status };
    },
  });
  await Promise.all([tell(), tell()]);
  expect(told).toHaveLength(1);
  await tell();
  expect(told).toHaveLength(1);
  now += 5_000;
  await tell();
  status = 204;
  now += 10_000;
  await tell();
  now += 86_400_000;
  await tell();
  expect(told).toHaveLength(3);
  const { headers, body } = told[2]!; // There are three.
  expect(JSON.parse(body)).toMatchObject({ type: "connection.active", data: { connection_id: id } });
  expect(body).not.toContain("sk_webhook_canary");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const key = Buffer.from("a key of the tests, long enough");
  expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  expect(new Set(told.map((one) => one.headers["webhook-id"])).size).toBe(1);
});
