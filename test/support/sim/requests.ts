/** Sends requests to the processes of the play, and writes down what their senders are told. */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { Requirements } from "../../../src/payment/requirements.ts";
import { parseXrp } from "../../../src/runtime/money.ts";
import type { Asked, Presentation, Proof, Told } from "./chronicle.ts";
import type { SimProcess } from "./process.ts";
import { scene } from "./scene.ts";
import { turnOf, type World } from "./world.ts";

export interface Sent {
  readonly by: string;
  readonly process: SimProcess;
  readonly asked: Asked;
  readonly isOwn: boolean;
  readonly proof?: Proof | undefined;
  readonly key?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** What is read of an answer, be it an envelope or a problem. */
const Body = Type.Object({
  code: Type.Optional(Type.String()),
  detail: Type.Optional(Type.String()),
  cached: Type.Optional(Type.Boolean()),
  run_id: Type.Optional(Type.String()),
  error: Type.Optional(Type.Unknown()),
  meta: Type.Optional(Type.Object({ run_id: Type.String(), charged_xrp: Type.Number() })),
  accepts: Type.Optional(Type.Unknown()),
  payment: Type.Optional(Type.Object({ expires_at: Type.String() })),
});

/** Sends it, and does not wait for the answer. */
export function send(world: World, { proof, key, idempotencyKey, ...sent }: Sent): Presentation {
  const { presentations } = world.chronicle;
  const number = presentations.length;
  const gone = new AbortController();
  const at = "before the body is parsed";
  const presentation: Presentation = { number, ...sent, proof, key, idempotencyKey, gone, at };
  presentations.push(presentation);
  world.note(`${sent.by} sends request ${number} to process ${sent.process.number}: ${wordsOf(presentation)}`);
  void scene.run(presentation, () => answered(world, presentation));
  return presentation;
}

/** The terms of a 402 by sequence and by ticket. */
export function termsOf(told: Told | undefined): readonly [Requirements, Requirements] | undefined {
  // What the hub offers is its own type; that it follows the protocol's schema is tested elsewhere.
  return told?.status === 402 ? (told.terms as [Requirements, Requirements]) : undefined;
}

async function answered(world: World, presentation: Presentation): Promise<void> {
  const { process, gone } = presentation;
  world.busy++;
  const response = await world.door(requestOf(world, presentation));
  const text = await response.text();
  presentation.at = "while the answer is written";
  world.busy--;
  await turnOf(world, process);
  if (gone.signal.aborted) return;
  presentation.told = toldBy(world, presentation, response, text);
  const { status, code, runId, charged } = presentation.told;
  const what = runId === undefined ? code : `${code} of run ${aliasOf(world, runId)} for ${charged} drops`;
  world.note(`${presentation.by} is told of request ${presentation.number}: ${status} ${what}`);
}

function requestOf(world: World, { number, process, asked, proof, key, idempotencyKey, gone }: Presentation): Request {
  const body = JSON.stringify({ q: asked.q });
  const headers: Record<string, string> = {
    "content-type": "application/json",
    "x-request-id": `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    ...(proof && { "payment-signature": proof.header }),
    ...(key !== undefined && { "x-api-key": key }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(asked.freshness === "fresh" && { "cache-control": "no-cache" }),
  };
  const isSlow = !world.isHealthy && world.chance.is(0.2);
  const query = asked.isLater === true ? "?wait=0" : "";
  return new Request(`http://hub.example/api/v1/genius/actors/${asked.slug}/run/${query}`, {
    method: "POST",
    headers,
    body: isSlow ? slowBody(world, process, gone.signal, body) : body,
    signal: gone.signal,
  });
}

/** The second half of it takes a turn to arrive, and breaks off when its sender is gone by then. */
function slowBody(world: World, process: SimProcess, gone: AbortSignal, text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let isBegun = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!isBegun) {
          isBegun = true;
          controller.enqueue(bytes.subarray(0, 4));
          return;
        }
        world.busy--;
        await turnOf(world, process);
        world.busy++;
        if (gone.aborted) return controller.error(new Error("The client is gone"));
        controller.enqueue(bytes.subarray(4));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function toldBy(world: World, { process, proof }: Presentation, response: Response, text: string): Told {
  const body: Static<typeof Body> = Value.Parse(Body, JSON.parse(text));
  const ledger = world.ledgers.find(({ network }) => network === process.network);
  return {
    at: world.time.now(),
    status: response.status,
    code: response.ok ? "ok" : (body.code ?? codeOf(body.error)),
    runId: response.ok ? (body.meta?.run_id ?? body.run_id) : undefined,
    charged: parseXrp((body.meta?.charged_xrp ?? 0).toFixed(6)),
    isCached: body.cached === true,
    headers: response.headers,
    terms: body.accepts,
    payableUntil: Date.parse(body.payment?.expires_at ?? "") || 0,
    isRefusedForPrice: body.detail?.includes("its quote was") === true,
    wasPaid: ledger?.validated(proof?.hash ?? "")?.result === "tesSUCCESS",
  };
}

/** An envelope's error. */
function codeOf(error: unknown): string {
  return Value.Parse(Type.Object({ code: Type.String() }), error).code;
}

function wordsOf({ asked, isOwn, proof, key }: Presentation): string {
  const paid = proof === undefined ? "no payment" : `payment ${proof.hash.slice(0, 6)}`;
  const odd = proof?.flaw === undefined ? "" : ` (${proof.flaw})`;
  const later = asked.isLater === true ? ", to be done later" : "";
  const forced = asked.freshness === "fresh" ? ", nothing cached" : "";
  const other = isOwn ? "" : ", another request than it was quoted for";
  return `${asked.slug} "${asked.q}"${later}${forced}, ${paid}${odd}${key === undefined ? "" : ", with its key"}${other}`;
}

/** Run ids are random; a log that can be compared counts them. */
function aliasOf(world: World, runId: string): number {
  const ids = [...new Set(world.chronicle.presentations.flatMap(({ told }) => told?.runId ?? []))];
  return ids.indexOf(runId);
}
