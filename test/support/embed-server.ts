/**
 * A server of embeddings on this machine over real HTTP, as OpenAI-compatible ones answer. Its vectors are made of words:
 * each word is one direction by its hash, so that texts that share words are near; words of one group are one direction,
 * which stands for what a model knows of their meaning.
 */
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface EmbedAsked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly encoding_format?: string };
}

export type EmbedBehaviour =
  | "good"
  /** Takes the request and says nothing. */
  | "hold"
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly bytes: string }
  /** Changes what a good server would say. */
  | { readonly bend: (data: { index: number; embedding: number[] }[]) => unknown }
  /** Refuses what holds this word, with status 400 or as it says. */
  | { readonly refuse: string; readonly status?: number; readonly body?: string }
  /** Refuses more texts than this in one request. */
  | { readonly most: number; readonly status: number }
  /** Of a text with this word it makes what is no vector. */
  | { readonly spoil: string; readonly embedding: unknown }
  /** Breaks the connection in the middle. */
  | "cut";

export interface EmbedServer extends AsyncDisposable {
  /** What `EMBED_BASE_URL` is set to. */
  readonly baseUrl: string;
  readonly asked: readonly EmbedAsked[];
  /** Sets the script; one entry for each request, the last one goes on. */
  script(...behaviours: readonly EmbedBehaviour[]): void;
  /** Settled when a request has arrived that is held. */
  readonly held: Promise<void>;
}

export async function startEmbedder(dims = 64, groups: readonly (readonly string[])[] = []): Promise<EmbedServer> {
  let behaviours: EmbedBehaviour[] = ["good"];
  const asked: EmbedAsked[] = [];
  const held = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const one: EmbedAsked = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    };
    asked.push(one);
    const behaviour = (behaviours.length > 1 ? behaviours.shift() : behaviours[0]) ?? "good";
    if (behaviour === "hold") return held.resolve();
    const { input, model } = one.body;
    const data = input.map((text, index) => ({
      object: "embedding",
      index,
      embedding: wordVector(text, dims, groups),
    }));
    const say = (what: unknown): void => {
      const text = JSON.stringify({ object: "list", model, data: what, usage: { prompt_tokens: 1, total_tokens: 1 } });
      response.writeHead(200, { "content-type": "application/json" });
      response.end(text);
    };
    if (behaviour === "good") return say(data);
    if (behaviour === "cut") {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.write(`{"data":[{"index":0,`, () => response.destroy());
    }
    if ("bend" in behaviour) return say(behaviour.bend(data));
    if ("bytes" in behaviour) return void response.end(behaviour.bytes);
    if ("spoil" in behaviour) {
      const { spoil, embedding } = behaviour;
      return say(data.map((one, at) => (input[at]?.includes(spoil) ? { ...one, embedding } : one)));
    }
    if ("most" in behaviour && input.length <= behaviour.most) return say(data);
    if ("refuse" in behaviour && !input.some((text) => text.includes(behaviour.refuse))) return say(data);
    const {
      status = 400,
      headers = {},
      body = undefined,
    }: { status?: number; headers?: object; body?: string } = behaviour;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body ?? JSON.stringify({ error: { message: "It does not work." } }));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    script: (...next) => void (behaviours = [...next]),
    held: held.promise,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      });
    },
  };
}

export function wordVector(text: string, dims: number, groups: readonly (readonly string[])[] = []): number[] {
  const vector = Array.from<number>({ length: dims }).fill(0);
  for (const word of text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? ["nothing"]) {
    const meaning = groups.find((group) => group.includes(word))?.[0] ?? word;
    const digest = createHash("sha256").update(meaning).digest();
    for (let at = 0; at < 8; at++) vector[digest.readUInt16LE(at * 2) % dims]! += digest[16 + at]! % 2 === 0 ? 1 : -1;
  }
  return vector.some((number) => number !== 0) ? vector : vector.with(0, 1);
}
