/** One question to one rippled or Clio server: over JSON-RPC where its address is http(s), else over a WebSocket. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { boundedJsonIn } from "../../runtime/json.ts";
import { guardOf } from "../../runtime/schema.ts";
import { linkedSignal } from "../../runtime/async/linked-signal.ts";
import { type OpenWebSocket, openWebSocket, socketExchange } from "./socket.ts";
import { ServerRefusal, ServerFault } from "./server-fault.ts";

/** The platform's own, as far as it is needed here. */
export type PlatformFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface RpcOptions {
  readonly fetch: PlatformFetch;
  /** Opens a socket; left out, the platform's own. */
  readonly connect?: OpenWebSocket | undefined;
  readonly timeoutMs: number;
  /** Closes the sockets when the process stops. */
  readonly stop?: AbortSignal | undefined;
}

/** Asks with these parameters and gets what the schema of the question says. */
export type AskServer = <Schema extends TSchema>(
  url: string,
  question: RpcQuestion<Schema>,
  params: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<Static<Schema>>;

export interface RpcQuestion<Schema extends TSchema> {
  readonly method: string;
  readonly fits: (value: unknown) => value is Static<Schema>;
}

export type AnswerTo<Asked> = Asked extends RpcQuestion<infer Schema> ? Static<Schema> : never;

/** Conditions of a server, not answers of a ledger. */
const UNFIT: ReadonlySet<string> = new Set([
  "amendmentBlocked",
  "failedToForward",
  "forbidden",
  "internal",
  "lgrNotFound",
  "noClosed",
  "noCurrent",
  "noNetwork",
  "notReady",
  "notSynced",
  "slowDown",
  "tooBusy",
  "unknownCmd",
  "unlBlocked",
]);

const MAX_CHARS = 16 * 1024 * 1024;

const Envelope = Type.Object({ result: Type.Record(Type.String(), Type.Unknown()) });
const isEnvelope = guardOf(Envelope);

export function question<Schema extends TSchema>(method: string, answer: Schema): RpcQuestion<Schema> {
  return { method, fits: guardOf(answer) };
}

/** @throws {ServerFault | ServerRefusal} */
export function createAsk({ fetch, connect, timeoutMs, stop }: RpcOptions): AskServer {
  const overSocket = socketExchange({ connect: connect ?? openWebSocket, timeoutMs, maxChars: MAX_CHARS, stop });
  return async <Schema extends TSchema>(
    url: string,
    { method, fits }: RpcQuestion<Schema>,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => {
    const exchange = isSocketUrl(url) ? overSocket : overHttp;
    const result: Readonly<Record<string, unknown>> = await exchange(url, method, params, signal);
    if (typeof result["error"] === "string") {
      if (UNFIT.has(result["error"])) throw new ServerFault(`It says "${result["error"]}"`);
      throw new ServerRefusal(result["error"]);
    }
    if (fits(result)) return result;
    throw new ServerFault(`Its answer to "${method}" has not the shape it should`);
  };

  async function overHttp(
    url: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    let text: string;
    using patience = linkedSignal(signal, AbortSignal.timeout(timeoutMs));
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ method, params: [{ ...params, api_version: 2 }] }),
        signal: patience.signal,
      });
      text = await response.text();
    } catch (error) {
      throw new ServerFault("It cannot be reached, or takes too long", { cause: error });
    }
    // Servers and the proxies before them say much that is no JSON, some of it labelled as such.
    const envelope = text.length > MAX_CHARS ? undefined : readEnvelope(text);
    if (envelope === undefined) throw new ServerFault("Its answer is no JSON-RPC answer");
    return envelope.result;
  }
}

export function isSocketUrl(url: string): boolean {
  return /^wss?:/.test(url);
}

function readEnvelope(text: string): Static<typeof Envelope> | undefined {
  const value = boundedJsonIn(text);
  return isEnvelope(value) ? value : undefined;
}
