/**
 * A handler as the server calls it, without the framework around it. That makes promises and copies for what none of
 * ours asks for, and on a document that is kept as bytes it is most of the work. What the server does not find by itself
 * still goes through the framework.
 * Shaped by speed: `bun run bench all`.
 */
import { mapResponse } from "elysia/adapter/bun/handler";
import { type Awaitable, mapAwaitable } from "../../runtime/world.ts";
import type { Written } from "../../runtime/run/problem.ts";
import { headersWriter } from "./answer-headers.ts";
import type { RouteHandler, RouteContext } from "./mount.ts";

export type DirectHandler = (request: Request) => Response | Promise<Response>;
export type WriteRefusal = () => Written;
type Set = Required<RouteContext["set"]>;

export interface Door {
  /** What every answer says unless its route says otherwise. */
  readonly headers: Readonly<Record<string, string>>;
  /** Comes before the handler. @throws {HubError} where the request is to be refused. */
  greet(request: Request, set: RouteContext["set"]): void;
  /** Says what writes a refusal, and sets its status and its headers. What is written in bytes holds until the next is. */
  refuse(error: unknown, request: Request, set: RouteContext["set"]): Awaitable<WriteRefusal>;
}

export function directly({ headers, greet, refuse }: Door, handler: RouteHandler): DirectHandler {
  const writeHeaders = headersWriter();
  return (request) => {
    const set: Set = { headers: { ...headers }, status: 200 };
    try {
      greet(request, set);
      const { params } = request as Request & Pick<RouteContext, "params">; // The server's own router has found them.
      const told = handler({ request, params, set });
      if (!(told instanceof Promise)) return respond(told, request, set);
      return told.then(
        (each: unknown) => {
          try {
            return respond(atOnce(each), request, set);
          } catch (error) {
            return refused(error, request, set);
          }
        },
        (error: unknown) => refused(error, request, set),
      );
    } catch (error) {
      return refused(error, request, set);
    }
  };

  function refused(error: unknown, request: Request, set: Set): Awaitable<Response> {
    return mapAwaitable(refuse(error, request, set), (write) => respond(write(), request, set));
  }

  function respond(told: unknown, request: Request, set: Set): Response {
    if (typeof told === "string" || told instanceof Blob || isBytes(told) || told instanceof ReadableStream)
      return new Response(told as BodyInit, { status: Number(set.status), headers: writeHeaders(set.headers) });
    return mapResponse(told, set as Parameters<typeof mapResponse>[1], request) as Response; // Nothing of ours is a promise.
  }
}

/** The answer takes a copy of them. */
function isBytes(told: unknown): told is Uint8Array<ArrayBuffer> {
  return told instanceof Uint8Array;
}

/**
 * A body of 15 KiB and more that comes later the server sends in some forty parts, each name and each value of the head by
 * itself, which takes longer than most of our work. Where it asks for the body as this stream is written, it sends the
 * whole answer as one, with its length.
 */
const SENT_IN_PARTS = 14_000;
/** Larger ones cost more to copy into the stream than the parts do. */
const MAX_COPIED = 512 * 1024;

function atOnce(told: unknown): unknown {
  if (typeof told !== "string" || told.length < SENT_IN_PARTS || told.length > MAX_COPIED) return told;
  const source = {
    type: "direct",
    pull(sink) {
      void sink.write(told);
      void sink.end();
    },
  } satisfies Bun.DirectUnderlyingSource;
  // As long as less is written than this, the server waits for the end. A character has three bytes at most. The browser's
  // types, which stand in the same program, know no such source.
  return new ReadableStream(source as unknown as UnderlyingSource, { highWaterMark: 3 * told.length + 1 });
}
