/** The command line of `bun run pay`: the request it spells, and what its flags put over the settings. */
import type { PaidRequest } from "../payment/payer/exchange.ts";
import { isJson } from "../text/detect.ts";
import { type Args, type Field, type ArgValues, WrongArgs } from "./args.ts";
import { UsageError } from "./command.ts";

export const PAY_ARGS = {
  url: { type: "word", hint: "url", description: "what is bought; with --resume the transaction to go on with" },
  method: { type: "option", hint: "method", description: "GET without an input, else POST" },
  json: { type: "option", hint: "json", description: "the input" },
  header: { type: "option", hint: "Name: value", isMany: true, description: "a header to send", read: headerOf },
  "max-xrp": { type: "option", hint: "amount", description: "what may be spent without asking" },
  network: { type: "option", hint: "network", description: "mainnet, testnet, devnet or a number" },
  ledger: { type: "option", hint: "url", description: "a server of that network" },
  wait: { type: "option", hint: "seconds", description: "for the answer, 180 unless told", read: secondsOf },
  resume: { type: "switch", description: "goes on with a payment that was signed and not answered" },
} as const satisfies Args;

export type PayValues = ArgValues<typeof PAY_ARGS>;

/** The fields of the input that flags spell: numbers and booleans where the text reads as such, else text. */
export function inputOf(fields: readonly Field[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(fields.map(([name, text]) => [name, text === undefined ? true : typed(text)]));
}

/** `stdin` is what came on standard input, "" when nothing did. */
export function requestOf(values: PayValues, input: Readonly<Record<string, unknown>>, stdin: string): PaidRequest {
  const { url = "", json, header: headers } = values;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw new WrongArgs("One http or https address is needed.");
  const hasFields = Object.keys(input).length > 0;
  if (hasFields && json !== undefined) throw new WrongArgs("Give --json or fields, not both.");
  const body = json ?? (hasFields ? JSON.stringify(input) : stdin.trim() === "" ? undefined : stdin);
  const method = (values.method ?? (body === undefined ? "GET" : "POST")).toUpperCase();
  if (method === "GET" || method === "HEAD") return { url: withQuery(url, input), method, headers };
  if (body === undefined) return { url, method, headers };
  if (!isJson(body)) throw new UsageError("The input is not JSON.");
  const isTyped = headers.some(([name]) => name.toLowerCase() === "content-type");
  return { url, method, headers: isTyped ? headers : [...headers, ["content-type", "application/json"]], body };
}

/** Whether standard input is to be read: nothing else says what to send. */
export function wantsStdin({ json, method }: PayValues, input: Readonly<Record<string, unknown>>): boolean {
  const isRead = ["GET", "HEAD"].includes(method?.toUpperCase() ?? "");
  return json === undefined && Object.keys(input).length === 0 && !isRead;
}

function headerOf(line: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error("a header is written as 'Name: value'");
  if (name.toLowerCase() === "payment-signature") throw new Error("a payment is signed here, or --resume goes on");
  return [name, value];
}

/** In milliseconds. */
function secondsOf(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error("it is in seconds");
  return Number(text) * 1000;
}

function withQuery(url: string, input: Readonly<Record<string, unknown>>): string {
  const whole = new URL(url);
  for (const [name, value] of Object.entries(input))
    whole.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return whole.href;
}

/** Lists and objects stay text, and so does what only looks like a number, such as 007: there is no schema here. */
function typed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
