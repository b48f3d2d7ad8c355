/**
 * The peer of the bench: the least a route of this framework can do, with an answer as long as a cached run's; and the
 * least that asking UPSTREAM costs it besides, with nothing looked at.
 */
import { Elysia } from "elysia";

const upstream = process.env["UPSTREAM"] ?? "";
const answer = { text: "x".repeat(1500) };

new Elysia()
  .get("/json", () => answer)
  .post("/json", ({ body }) => (body === undefined ? {} : answer))
  .post("/fetch", async ({ body }) => ({ body, data: await (await fetch(`${upstream}/things/7`)).json() }))
  .listen({ hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
