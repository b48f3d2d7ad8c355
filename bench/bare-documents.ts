/**
 * The peer of the hub's unchanging documents: a bare route of the same framework for each, with the same body and the
 * headers that tell a cache about it. DOCUMENTS names a file with a list of them.
 */
import { readFileSync } from "node:fs";
import { Elysia } from "elysia";

export interface BareDocument {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const documents: readonly BareDocument[] = JSON.parse(readFileSync(process.env["DOCUMENTS"] ?? "", "utf8"));
const app = new Elysia();
for (const { path, body, headers } of documents)
  app.get(path, ({ set }) => {
    Object.assign(set.headers, headers);
    return body;
  });
app.get("/json", () => ({ ok: true })).listen({ hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
