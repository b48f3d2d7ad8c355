/** A small API on this machine with a login by OAuth 2.0 of its own, whose only person says yes. */
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface NotesApi extends AsyncDisposable {
  readonly url: string;
  /** `host:port`. */
  readonly place: string;
  readonly client: { readonly client_id: string; readonly client_secret: string };
  /** The tokens that it has given out. */
  readonly tokens: ReadonlySet<string>;
}

export const NOTES_PROVIDER = "notes.example.net";
export const NOTES_AUTHORITY = "notes";

export async function startNotesApi(): Promise<NotesApi> {
  const client = { client_id: "demo", client_secret: randomBytes(16).toString("hex") };
  const challenges = new Map<string, string>();
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a path.
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    place: `127.0.0.1:${port}`,
    client,
    tokens,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", url);
    if (pathname === "/authorize") return authorize(searchParams, response);
    if (pathname === "/token") return giveToken(request, response);
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    return tokens.has(token) ? json(response, 200, { notes: ["Buy milk", "Call home"] }) : json(response, 401, {});
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(16).toString("hex");
    challenges.set(code, asked.get("code_challenge") ?? "");
    const back = new URL(asked.get("redirect_uri") ?? url);
    for (const [name, value] of Object.entries({ code, state: asked.get("state") ?? "", iss: url }))
      back.searchParams.set(name, value);
    response.writeHead(303, { location: back.href }).end();
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer); // Without an encoding, a request gives buffers.
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const login = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString("base64")}`;
    const code = form.get("code") ?? "";
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (request.headers.authorization !== login || challenges.get(code) !== challenge)
      return json(response, 400, { error: "invalid_grant" });
    challenges.delete(code);
    const token = randomBytes(24).toString("base64url");
    tokens.add(token);
    json(response, 200, { access_token: token, token_type: "bearer", expires_in: 3600 });
  }
}

function json(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
