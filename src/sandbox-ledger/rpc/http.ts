/** The API over HTTP: one POST, one answer (xrpl.org, "JSON-RPC Formatting"). Errors of the API are answered with 200. */
import { isObject } from "../../text/foreign.ts";
import { nestsDeeperThan } from "../../text/json-fault.ts";
import type { AnswerFault } from "../chain/faults.ts";
import { RpcError } from "./errors.ts";
import type { Server } from "./method.ts";
import type { Params } from "./params.ts";
import { answer, echo, isForOperators, isVersion, refuseByFault } from "./methods.ts";

export interface RpcAnswer {
  readonly status: number;
  readonly text: string;
}

/** Some errors are plain text, whatever the content type says. */
class PlainAnswer extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** As deep as the real server reads. */
export const MAX_DEPTH = 25;
/** So many of a batch are answered, since it is answered in one turn of the event loop. */
const BATCH = 64;
const TOO_DEEP = "* Line 1, Column 1\n  Syntax error: maximum nesting depth exceeded\n";
const NOT_JSON = "* Line 1, Column 1\n  Syntax error: value, object or array expected.\n";

/** `undefined` when a fault keeps the server silent. */
export function answerHttp(body: string, server: Server, isAdmin: boolean): RpcAnswer | undefined {
  try {
    const request = parse(body);
    const fault = server.faults.answer?.(String(request["method"]));
    if (fault?.kind === "silence" || fault?.kind === "hang-up") return undefined;
    if (fault?.kind === "text") return { status: fault.status, text: fault.text };
    return { status: 200, text: `${JSON.stringify(respond(request, server, isAdmin, fault))}\n` };
  } catch (error) {
    if (error instanceof PlainAnswer) return { status: error.status, text: `${error.message}\r\n` };
    throw error;
  }
}

function parse(body: string): Params {
  // The engine takes a third of a second for a megabyte of brackets.
  if (nestsDeeperThan(body, MAX_DEPTH)) throw new PlainAnswer(400, `Unable to parse request: ${TOO_DEEP}`);
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    throw new PlainAnswer(400, `Unable to parse request: ${NOT_JSON}`);
  }
  if (!isObject(request) || Object.keys(request).length === 0) throw new PlainAnswer(400, "Unable to parse request: ");
  return request;
}

function respond(request: Params, server: Server, isAdmin: boolean, fault?: AnswerFault): unknown {
  if (request["method"] !== "batch") return respondOnce(request, server, isAdmin, fault);
  const { params } = request;
  if (!Array.isArray(params)) throw new PlainAnswer(400, "Malformed batch request");
  return params.map((one: unknown, place) => {
    if (!isObject(one)) return { error: { code: -32_601, message: "Method not found" }, request: one };
    const { jsonrpc, ripplerpc, id } = one;
    const fault: AnswerFault | undefined = place < BATCH ? undefined : { kind: "error", error: "slowDown" };
    return { ...respondOnce(one, server, isAdmin, fault), jsonrpc, ripplerpc, id };
  });
}

function respondOnce(
  request: Params,
  server: Server,
  isAdmin: boolean,
  fault?: AnswerFault,
): { readonly result: unknown } {
  const params = paramsOf(request);
  if (!isVersion(params["api_version"])) throw new PlainAnswer(400, "invalid_API_version");
  const { method } = request;
  if (method === undefined || method === null) throw new PlainAnswer(400, "Null method");
  if (typeof method !== "string") throw new PlainAnswer(400, "method is not string");
  if (method === "") throw new PlainAnswer(400, "method is empty");
  if (!isAdmin && isForOperators(method)) throw new PlainAnswer(403, "Forbidden");
  // Without a socket there is nobody to send events to.
  const isSocketOnly = method === "subscribe" || method === "unsubscribe";
  try {
    refuseByFault(fault);
    if (isSocketOnly) throw new RpcError("invalidParams");
    return { result: { ...answer(method, params, server, isAdmin), status: "success" } };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { result: { ...error.fields, request: { ...echo(params), command: method }, status: "error" } };
  }
}

function paramsOf({ params }: Params): Params {
  const isEmpty = !Array.isArray(params) && isObject(params) && Object.keys(params).length === 0;
  if (params === undefined || params === null || isEmpty || (Array.isArray(params) && params.length === 0)) return {};
  const [only]: readonly unknown[] = Array.isArray(params) ? params : [];
  if (!Array.isArray(params) || params.length !== 1 || !isObject(only))
    throw new PlainAnswer(400, "params unparseable");
  return only;
}
