/** `bun run call <slug> …`: calls one operation of the catalogue here and now, without server, quota or payment. */
import { printable } from "./printable.ts";
import { timeout } from "../../plugins/timeout.ts";
import { validate } from "../../plugins/validate.ts";
import { openServedCatalog } from "../app/catalog.ts";
import { createProxy } from "../app/proxy.ts";
import { loadConfig } from "../app/config.ts";
import { proxyEnvelope } from "../presenters/proxy-envelope.ts";
import { createLog } from "../app/log.ts";
import { callOperation } from "../proxy/call-operation.ts";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { wholeText } from "../text/json-text.ts";
import { createPipeline } from "../runtime/pipeline.ts";
import { unescapePointer } from "../text/pointer.ts";
import { UsageError } from "./command.ts";

const USAGE = `Usage: bun run call <slug> [--<parameter> value …] [--body <json or text>]

  --dry-run               show the request instead of sending it
  --body, --content-type  what is sent, and as what
  --api-key, --bearer, --basic user:password   the upstream's credentials
  --timeout-ms            at most 30000
  --q                     with a category's slug: what to do
A parameter that is a list is given several times, or as JSON. --param.name value gives one named like an option.`;

/** Options of the command; every other flag is a parameter of the operation. */
const OPTIONS = new Set(["dry-run", "body", "content-type", "api-key", "bearer", "basic", "timeout-ms", "q"]);

export async function callCommand([slug, ...args]: readonly string[]): Promise<number> {
  if (slug === undefined || slug.startsWith("-") || args.includes("--help")) throw new UsageError(USAGE);
  const config = loadConfig(process.env);
  const clock = { now: Date.now };
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const { catalog, close } = openServedCatalog(config, createLog("warn", "json"), clock);
  const deps = createProxy(config, { catalog, clock, hubKey: crypto.randomUUID(), stop: stop.signal });
  const execute = createPipeline([validate(), timeout(clock)], clock);
  const requestId = crypto.randomUUID();
  try {
    const outcome = await execute({
      requestId,
      operation: callOperation(deps, slug),
      input: inputFrom(args),
      caller: { address: () => "", hungUp: () => stop.signal },
      freshness: "fresh",
    });
    const text = proxyEnvelope(outcome, requestId);
    if (text === undefined) throw outcome.ok ? new Error("There is no answer") : outcome.error;
    return show(wholeText(text));
  } catch (error) {
    if (error instanceof HubError && error.code === "invalid_input") throw new UsageError(faultsOf(error));
    throw error;
  } finally {
    stop.abort();
    close();
  }
}

function inputFrom(args: readonly string[]): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  const options = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const [, flag = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(args[at] ?? "") ?? [];
    if (flag === "") throw new UsageError(`"${args[at]}" is no flag.\n\n${USAGE}`);
    const value = inline ?? (flag === "dry-run" ? "true" : args[++at]);
    if (value === undefined) throw new UsageError(`--${flag} needs a value.\n\n${USAGE}`);
    if (OPTIONS.has(flag)) options.set(flag, value);
    else add(params, flag.replace(/^param\./, ""), value);
  }
  const credentials = credentialsFrom(options);
  const [body, type, q, timeoutMs] = ["body", "content-type", "q", "timeout-ms"].map((name) => options.get(name));
  return {
    params,
    ...(body !== undefined && { body: readValue(body) }),
    ...(type !== undefined && { headers: { "content-type": type } }),
    ...(q !== undefined && { q }),
    ...(timeoutMs !== undefined && { timeout_ms: Number(timeoutMs) }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
    dry_run: options.has("dry-run"),
  };
}

/** A flag that comes again makes a list. */
function add(params: Record<string, unknown>, name: string, text: string): void {
  const value = /^[[{]/.test(text) ? readValue(text) : text;
  const known = Object.hasOwn(params, name) ? params[name] : undefined;
  const next = known === undefined ? value : [known, value].flat();
  Object.defineProperty(params, name, { value: next, enumerable: true, configurable: true, writable: true });
}

function credentialsFrom(options: ReadonlyMap<string, string>): Record<string, unknown> {
  const [apiKey, bearer, basic] = [options.get("api-key"), options.get("bearer"), options.get("basic")];
  const [username = "", ...password] = basic?.split(":") ?? [];
  return {
    ...(apiKey !== undefined && { api_key: apiKey }),
    ...(bearer !== undefined && { bearer }),
    ...(basic !== undefined && { basic: { username, password: password.join(":") } }),
  };
}

/** JSON where it is JSON, else the text itself. */
function readValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** For a person the data alone, with what became of the call beside it; for a program all of it. */
function show(text: string): number {
  const { success, data, upstream, method, url } = JSON.parse(text) as Record<string, unknown>; // Written by us.
  if (!process.stdout.isTTY) process.stdout.write(`${text}\n`);
  else {
    const answered = upstream as { status: number; duration_ms: number; url: string } | null;
    const line =
      answered === null ? `${method} ${url}` : `${answered.status} in ${answered.duration_ms} ms from ${answered.url}`;
    process.stderr.write(`${printable(line)}\n`);
    process.stdout.write(`${printable(typeof data === "string" ? data : JSON.stringify(data, null, 2))}\n`);
  }
  return success === true ? 0 : 1;
}

function faultsOf(error: HubError): string {
  const faults = (error.details.issues ?? []).map(({ pointer, detail }) => {
    const [, section, ...name] = pointer.split("/");
    return `  ${section === "params" ? `--${unescapePointer(name.join("/"))}` : pointer.slice(1)} ${detail}`;
  });
  return [error.message, ...faults].join("\n");
}
