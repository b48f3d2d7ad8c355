/**
 * A language model's server on this machine that speaks the OpenAI-compatible protocol over real HTTP and behaves as
 * its script says, one entry for each request; the last one goes on. Runs on any runtime with node's http.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedMessage {
  readonly role: string;
  readonly content: string;
}

/** A request as it arrived. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly messages: readonly AskedMessage[];
    readonly stream?: boolean;
    readonly max_tokens?: number;
    readonly max_completion_tokens?: number;
    readonly stream_options?: unknown;
    readonly response_format?: { readonly json_schema?: { readonly schema: Record<string, unknown> } };
  };
}

/** What the model does with one request. */
export type Behaviour =
  /** Says this; an object is said as JSON. */
  | { readonly say: unknown; readonly finish?: string; readonly usage?: { input: number; output: number } | null }
  /** Answers what it is asked, as a model that believes all it reads. */
  | { readonly obey: (asked: Asked) => unknown }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly refuse: string }
  /** One character at a time, so many milliseconds apart. */
  | { readonly drip: string; readonly everyMs: number }
  /** Breaks the connection after this beginning. */
  | { readonly cut: string }
  /** These bytes, as this type; `staysOpen` leaves the line open behind them. */
  | { readonly bytes: string; readonly type?: string; readonly staysOpen?: true }
  /** Ends the stream properly, but before the answer. */
  | { readonly endEarly: string }
  /** Takes the request and says nothing. */
  | "hold"
  /** Speaks only after `release()`. */
  | { readonly whenReleased: unknown };

export interface ModelServer extends AsyncDisposable {
  /** What `LLM_BASE_URL` is set to. */
  readonly baseUrl: string;
  readonly asked: readonly Asked[];
  /** How many requests are under way, and how many were at most. */
  readonly atOnce: { readonly now: number; readonly most: number };
  /** Sets the script anew. */
  script(...behaviours: readonly Behaviour[]): void;
  release(): void;
  /** Settled when a request has arrived that is held. */
  readonly held: Promise<void>;
  /** Settled when the client of a request has gone away before its end. */
  readonly dropped: Promise<void>;
}

/** What every test answer is said to have cost, unless its behaviour says otherwise. */
export const USAGE = { input: 600, output: 400 };

export async function startModel(...first: readonly Behaviour[]): Promise<ModelServer> {
  let behaviours = [...first];
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  const asked: Asked[] = [];
  const atOnce = { now: 0, most: 0 };

  const server = createServer(async (request, response) => {
    atOnce.most = Math.max(atOnce.most, ++atOnce.now);
    response.once("close", () => {
      atOnce.now--;
      if (!response.writableEnded) dropped.resolve();
    });
    const one = await readAsked(request);
    asked.push(one);
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? { say: {} };
    await behave(behaviour, one, response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));

  async function behave(behaviour: Behaviour, one: Asked, response: ServerResponse): Promise<void> {
    if (behaviour === "hold") return held.resolve();
    if ("status" in behaviour) {
      response.writeHead(behaviour.status, { "content-type": "application/json", ...behaviour.headers });
      return void response.end(behaviour.body ?? JSON.stringify({ error: { message: "It does not work." } }));
    }
    const text = (said: unknown) => (typeof said === "string" ? said : JSON.stringify(said));
    if ("whenReleased" in behaviour) {
      held.resolve();
      await released.promise;
      return speak(response, text(behaviour.whenReleased));
    }
    if ("obey" in behaviour) return speak(response, text(behaviour.obey(one)));
    if ("say" in behaviour) {
      const { say, finish = "stop", usage = USAGE } = behaviour;
      return speak(response, text(say), finish, usage);
    }
    if ("bytes" in behaviour) {
      response.writeHead(200, { "content-type": behaviour.type ?? "text/event-stream" });
      response.write(behaviour.bytes);
      return behaviour.staysOpen ? undefined : void response.end();
    }
    begin(response);
    if ("refuse" in behaviour) {
      event(response, { choices: [{ index: 0, delta: { refusal: behaviour.refuse }, finish_reason: null }] });
      return finishStream(response, "stop", USAGE);
    }
    if ("drip" in behaviour) {
      for (const character of behaviour.drip) {
        if (response.destroyed) return;
        delta(response, character);
        await new Promise((later) => setTimeout(later, behaviour.everyMs));
      }
      return finishStream(response, "stop", USAGE);
    }
    if ("endEarly" in behaviour) {
      delta(response, behaviour.endEarly);
      return void response.end();
    }
    delta(response, behaviour.cut);
    response.write("data: {", () => response.destroy());
  }

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    atOnce,
    script: (...next) => void (behaviours = [...next]),
    release: released.resolve,
    held: held.promise,
    dropped: dropped.promise,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
    },
  };
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return {
    path: request.url ?? "",
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()),
  };
}

/** A whole answer, in pieces that end anywhere, as models send it. */
function speak(
  response: ServerResponse,
  text: string,
  finish = "stop",
  usage: { input: number; output: number } | null = USAGE,
): void {
  begin(response);
  delta(response, "");
  for (let at = 0; at < text.length; at += 4_001) delta(response, text.slice(at, at + 4_001));
  finishStream(response, finish, usage);
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(": a comment, as some servers send to keep the line open\n\n");
}

function delta(response: ServerResponse, content: string): void {
  event(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] });
}

function finishStream(response: ServerResponse, finish: string, usage: { input: number; output: number } | null): void {
  event(response, { choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if (usage !== null)
    event(response, { choices: [], usage: { prompt_tokens: usage.input, completion_tokens: usage.output } });
  response.end("data: [DONE]\n\n");
}

function event(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...chunk })}\n\n`);
}
