/** The command line of `bun run pay`: the request it spells, and what its flags put over the settings. */
import type { PaidRequest } from "../payment/payer/exchange.ts";
import { UsageError } from "./command.ts";

export const USAGE = `Usage: bun run pay <url> [--method POST] [--json '{…}' | --<field> <value> …] [--header 'Name: value' …]
                   [--max-xrp 0.5] [--network mainnet|testnet|devnet|<id>] [--ledger <url>] [--wait 180]
       bun run pay --resume [<transaction>]

The input may also come as JSON on standard input. With --method GET the fields go into the address.
Pays from the seed in XRPL_SEED; at a hub's sandbox, with play money from its faucet.
Exit codes: 0 answered, 1 refused or failed, 2 asked wrongly, 3 paid but not answered (--resume goes on).`;

/** Flags of the command itself; every other one is a field of the input. */
const OWN = ["method", "json", "header", "max-xrp", "network", "ledger", "wait", "resume", "help"] as const;
type Own = (typeof OWN)[number];

export interface PayArgs {
  readonly words: readonly string[];
  readonly own: Readonly<Partial<Record<Own, readonly string[]>>>;
  /** Numbers and booleans where the text reads as such, else text. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Flags that need no value after them. */
const BARE: ReadonlySet<string> = new Set(["resume", "help"]);

export function readPayArgs(args: readonly string[]): PayArgs {
  const words: string[] = [];
  const own: Partial<Record<Own, string[]>> = {};
  const fields: [string, unknown][] = [];
  for (let at = 0; at < args.length; at++) {
    const [, name, joined] = /^--([^=]+)(?:=(.*))?$/s.exec(args[at] ?? "") ?? [];
    if (name === undefined) {
      words.push(args[at] ?? "");
      continue;
    }
    const next = args[at + 1];
    const follows = joined === undefined && next !== undefined && !next.startsWith("--") && !BARE.has(name);
    if (follows) at++;
    const value = joined ?? (follows ? next : undefined);
    if (!isOwn(name)) fields.push([name, value === undefined ? true : typed(value)]);
    else if (value === undefined && !BARE.has(name)) throw new UsageError(`--${name} needs a value.\n\n${USAGE}`);
    else (own[name] ??= []).push(value ?? "");
  }
  return { words, own, fields: Object.fromEntries(fields) };
}

/** `stdin` is what came on standard input, "" when nothing did. */
export function requestOf({ words, own, fields }: PayArgs, stdin: string): PaidRequest {
  const [url, ...more] = words;
  if (url === undefined || more.length > 0 || !/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`One http or https address is needed.\n\n${USAGE}`);
  const hasFields = Object.keys(fields).length > 0;
  const [json] = own.json ?? [];
  if (hasFields && json !== undefined) throw new UsageError(`Give --json or fields, not both.\n\n${USAGE}`);
  const body = json ?? (hasFields ? JSON.stringify(fields) : stdin.trim() === "" ? undefined : stdin);
  const method = (own.method?.[0] ?? (body === undefined ? "GET" : "POST")).toUpperCase();
  const headers = (own.header ?? []).map(headerOf);
  if (method === "GET" || method === "HEAD") return { url: withQuery(url, fields), method, headers };
  if (body === undefined) return { url, method, headers };
  if (!isJson(body)) throw new UsageError("The input is not JSON.");
  const isTyped = headers.some(([name]) => name.toLowerCase() === "content-type");
  return { url, method, headers: isTyped ? headers : [...headers, ["content-type", "application/json"]], body };
}

/** Whether standard input is to be read: nothing else says what to send. */
export function wantsStdin({ own, fields }: PayArgs): boolean {
  const method = own.method?.[0]?.toUpperCase();
  return own.json === undefined && Object.keys(fields).length === 0 && method !== "GET" && method !== "HEAD";
}

function isOwn(name: string): name is Own {
  return OWN.some((each) => each === name);
}

function headerOf(line: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*([\t\x20-\x7e]*)$/.exec(line) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(`A header is written as 'Name: value'.\n\n${USAGE}`);
  if (name.toLowerCase() === "payment-signature")
    throw new UsageError("A payment is signed here, or --resume goes on.");
  return [name, value];
}

function withQuery(url: string, fields: PayArgs["fields"]): string {
  const whole = new URL(url);
  for (const [name, value] of Object.entries(fields))
    whole.searchParams.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return whole.href;
}

/** Lists and objects stay text, and so does what only looks like a number, such as 007: there is no schema here. */
function typed(text: string): unknown {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
