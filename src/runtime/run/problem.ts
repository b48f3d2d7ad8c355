/**
 * Errors over the wire: `application/problem+json` (RFC 9457), where a 402 carries the protocol's terms beside it.
 * Shaped by speed: `bun run bench payments`.
 */
import { LRUCache } from "lru-cache";
import type { HubError } from "../errors.ts";
import { inner } from "../../text/json-text.ts";

/** What a caller is told who does not know its way about yet. */
export interface StartHints {
  /** As members of a JSON object. */
  readonly members: string;
  /** Added to what this very error leaves to be done. */
  readonly actions: readonly string[];
}

/** Writes an error as JSON. Bytes hold until the next is written. */
export type WriteProblem = (error: HubError, requestId: string, hubUrl: string, start?: StartHints) => Written;
export type Written = string | Uint8Array<ArrayBuffer>;

/** Sentences of our own, of which some name what they are about. */
const MAX_TEXTS = 200;

/**
 * What an error says is the same each time but for the request's id, unless there is more to it than its sentence: it
 * is written once, with gaps for the id. The terms come written: most of a 402 is theirs.
 */
export function problemWriter(): WriteProblem {
  const written = new LRUCache<string, readonly string[]>({ max: MAX_TEXTS });
  const gap = crypto.randomUUID();
  /** What was told last is mostly told next, and comparing with it is less than a key. */
  let last: Pick<HubError, "code" | "message"> & { hubUrl: string; isStart: boolean; parts: readonly string[] };
  last = { code: "internal", message: "", hubUrl: "", isStart: false, parts: [] };

  /** As members of a JSON object: texts between which the request's id stands. */
  function partsFor(error: HubError, requestId: string, hubUrl: string, start?: StartHints): readonly string[] {
    if (!isOneSentence(error)) return [textOf(error, requestId, hubUrl, start)];
    const { code, message } = error;
    const isStart = start !== undefined;
    const isLast = code === last.code && message === last.message && hubUrl === last.hubUrl && isStart === last.isStart;
    if (!isLast) last = { code, message, hubUrl, isStart, parts: partsOf(error, hubUrl, start) };
    return last.parts;
  }

  function partsOf(error: HubError, hubUrl: string, start: StartHints | undefined): readonly string[] {
    const key = `${error.code} ${start === undefined} ${hubUrl} ${error.message}`;
    let parts = written.get(key);
    if (parts === undefined) {
      parts = textOf(error, gap, hubUrl, start).split(gap);
      written.set(key, parts);
    }
    return parts;
  }

  return (error, requestId, hubUrl, start) => {
    const { terms } = error.details;
    const parts = partsFor(error, requestId, hubUrl, start);
    if (terms?.write !== undefined) return terms.write(parts, requestId);
    const own = terms === undefined ? "" : inner(terms.body);
    return `{${own === "" ? "" : `${own},`}${joined(parts, requestId)}}`;
  };
}

function joined(parts: readonly string[], between: string): string {
  let text = parts[0] ?? "";
  for (let at = 1; at < parts.length; at++) text += between + (parts[at] ?? "");
  return text;
}

function isOneSentence({ details }: HubError): boolean {
  const { retryAfterMs, issues, members, facts, nextActions } = details;
  return (retryAfterMs ?? issues ?? members ?? facts ?? nextActions) === undefined;
}

function textOf(error: HubError, requestId: string, hubUrl: string, start: StartHints | undefined): string {
  const problem = problemOf(error, requestId, hubUrl);
  const own = inner({ ...problem, next_actions: [...problem.next_actions, ...(start?.actions ?? [])] });
  return start === undefined ? own : `${own},${start.members}`;
}

/** An error as it is published, without terms. */
export function problemOf(error: HubError, requestId: string, hubUrl: string) {
  const { retryAfterMs, issues, members, facts } = error.details;
  return {
    ...members,
    ...facts,
    type: `${hubUrl}/errors/${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    instance: `urn:uuid:${requestId}`,
    code: error.code,
    request_id: requestId,
    retryable: error.retryable,
    ...(retryAfterMs !== undefined && { retry_after_ms: Math.ceil(retryAfterMs) }),
    ...(issues && { errors: issues }),
    next_actions: [...error.nextActions],
  };
}
