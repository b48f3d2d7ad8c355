/** The API over a WebSocket: requests with an id, answers with the same id, and events in between. */
import type { AnswerFault } from "../chain/faults.ts";
import { RpcError } from "./errors.ts";
import { isObject, jsonIn } from "../../text/foreign.ts";
import { nestsDeeperThan } from "../../text/json-fault.ts";
import { MAX_DEPTH } from "./http.ts";
import type { Server } from "./method.ts";
import type { Params, Result } from "./params.ts";
import { answer, echo, isForOperators, isVersion, refuseByFault } from "./methods.ts";
import { newSubscriber, type Subscriptions } from "./subscriptions.ts";

/** One open socket. */
export interface SocketSession extends Disposable {
  receive(text: string): void;
}

export interface Socket {
  send(text: string): void;
  close(): void;
}

export function openSession(
  server: Server,
  subscriptions: Subscriptions,
  socket: Socket,
  isAdmin: boolean,
): SocketSession {
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const subscriber = newSubscriber(send);
  subscriptions.add(subscriber);
  return { receive, [Symbol.dispose]: () => subscriptions.remove(subscriber) };

  function receive(text: string): void {
    const request = parse(text);
    if (request === undefined) return send({ type: "error", error: "jsonInvalid", value: text });
    const command = request["command"] ?? request["method"];
    const { id, api_version } = request;
    const frame = { ...("id" in request ? { id } : {}), ...("api_version" in request ? { api_version } : {}) };
    const isOfVersion = isVersion(api_version);
    if (typeof command !== "string" || !isOfVersion) {
      const error = isOfVersion ? "missingCommand" : "invalid_API_version";
      return send({ error, ...frame, request: echo(request), status: "error", type: "response" });
    }
    const fault = server.faults.answer?.(command);
    if (fault?.kind === "silence") return;
    if (fault?.kind === "hang-up") return socket.close();
    if (fault?.kind === "text") return socket.send(fault.text);
    send({ ...respond(command, request, fault), ...frame, type: "response" });
  }

  function respond(command: string, request: Params, fault?: AnswerFault): Result {
    try {
      refuseByFault(fault);
      return { result: run(command, request), status: "success" };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { ...error.fields, request: echo(request), status: "error" };
    }
  }

  function run(command: string, request: Params): Result {
    if (command === "subscribe") return subscriptions.subscribe(subscriber, request);
    if (command === "unsubscribe") return subscriptions.unsubscribe(subscriber, request);
    if (!isAdmin && isForOperators(command)) throw new RpcError("forbidden");
    return answer(command, request, server, isAdmin);
  }
}

function parse(text: string): Params | undefined {
  const request = nestsDeeperThan(text, MAX_DEPTH) ? undefined : jsonIn(text);
  return isObject(request) ? request : undefined;
}
