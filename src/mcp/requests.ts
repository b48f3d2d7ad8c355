/** The requests that tools make of the hub. */
import { isObject, textOf } from "../text/foreign.ts";
import type { Arguments, ToolRequest } from "./tool.ts";

/** `wait` in seconds, where it may be done later. */
export function runOf(slug: string, input: unknown, idempotencyKey?: unknown, wait?: unknown) {
  return {
    method: "POST",
    target: `/api/v1/genius/actors/${segment(slug)}/run/${laterOf(wait)}`,
    body: input,
    idempotencyKey: idempotencyKey as string | undefined, // Judged by the tool's schema.
  } as const;
}

/** Binds what a human has given on the page of a link, with the code that the page showed. */
export function confirmationOf({ confirm }: Arguments): ToolRequest | undefined {
  if (!isObject(confirm)) return undefined;
  const { connection_id: id, code } = confirm;
  return { method: "POST", target: `/api/v1/agent/connections/${segment(id)}/confirm/`, body: { code } };
}

export function callOf(slug: unknown, given: Arguments, idempotencyKey?: unknown, wait?: unknown) {
  return {
    method: "POST",
    target: `/api/v1/agent/proxy/${segment(slug)}/call/${laterOf(wait)}`,
    body: given,
    idempotencyKey: idempotencyKey as string | undefined, // Judged by the tool's schema.
  } as const;
}

function laterOf(wait: unknown): string {
  return wait === undefined ? "" : `?${queryOf({ wait })}`;
}

export function queryOf(given: Arguments): string {
  const stated = Object.entries(given).filter(([, value]) => value !== undefined);
  return new URLSearchParams(stated.map(([name, value]) => [name, String(value)])).toString();
}

export function segment(slug: unknown): string {
  return encodeURIComponent(
    textOf(slug)
      .replace(/\p{Surrogate}/gu, "\ufffd")
      .replace(/^\.+$/, "_"),
  );
}
