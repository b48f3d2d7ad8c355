/** The peer of the bench: the least a route of this framework can do, with an answer as long as a cached run's. */
import { Elysia } from "elysia";

const answer = { text: "x".repeat(1500) };

new Elysia()
  .get("/json", () => answer)
  .post("/json", ({ body }) => (body === undefined ? {} : answer))
  .listen({ hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
