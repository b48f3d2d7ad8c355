/** `bun run call <slug> …`: calls one operation of the catalogue here and now, without server, quota or payment. */
import { loadConfig } from "../app/settings/config.ts";
import { proxyEnvelope } from "../presenters/proxy-envelope.ts";
import { callOperation } from "../proxy/call-operation.ts";
import { HubError } from "../runtime/errors.ts";
import { boundedJsonIn } from "../runtime/json.ts";
import { wholeText } from "../text/json-text.ts";
import { unescapePointer } from "../text/pointer.ts";
import { type Args, type Field, type ArgValues, meantOption, WrongArgs } from "./args.ts";
import { explainCall, unknownCallee } from "./call-help.ts";
import { defineCommand, UsageError } from "./command.ts";
import { openLocalRuntime } from "./local-runtime.ts";
import { openOwnConnections } from "./own-connections.ts";
import { printable } from "./printable.ts";

const ARGS = {
  slug: {
    type: "word",
    hint: "slug",
    isRequired: true,
    description: "of an entry, or of a category; --help with it lists its parameters",
  },
  "dry-run": { type: "switch", description: "shows the request instead of sending it" },
  body: { type: "option", hint: "json or text", description: "what is sent" },
  "content-type": { type: "option", hint: "type", description: "as what it is sent" },
  "api-key": { type: "option", hint: "key", description: "for the upstream" },
  bearer: { type: "option", hint: "token", description: "for the upstream" },
  basic: { type: "option", hint: "user:password", description: "for the upstream" },
  connection: { type: "option", hint: "id or label", description: "of the account whose key is in HUB_API_KEY" },
  "timeout-ms": { type: "option", hint: "number", description: "at most 30000", read: Number },
  q: { type: "option", hint: "words", description: "with a category's slug: what to do" },
} as const satisfies Args;

export const callCommand = defineCommand({
  name: "call",
  summary: "Calls one operation of the catalogue here and now, without server, quota or payment.",
  args: ARGS,
  fields: {
    hint: "--<parameter> <value>",
    description: "a parameter of the operation; a list is given several times, or as JSON",
  },
  explain: async (help, [slug = "-"]) =>
    slug.startsWith("-") ? help : explainCall(help, slug, loadConfig(process.env), new Set(Object.keys(ARGS))),
  notes: "--param.<name> <value> gives a parameter that is named like an option.",
  run: call,
});

async function call({ slug, ...options }: Options, parameters: readonly Field[]): Promise<number> {
  const config = loadConfig(process.env);
  const key = process.env["HUB_API_KEY"];
  if (options.connection !== undefined && key === undefined)
    throw new WrongArgs("--connection needs the key of its account in HUB_API_KEY.");
  await using runtime = await openLocalRuntime(config, []);
  await using own = key === undefined ? undefined : await openOwnConnections(config, key, runtime.proxy.catalog);
  const requestId = crypto.randomUUID();
  try {
    const outcome = await runtime.run(
      callOperation({ ...runtime.proxy, ...own }, slug),
      inputFrom(options, parameters),
      requestId,
    );
    const text = proxyEnvelope(outcome, requestId);
    if (text === undefined) throw outcome.ok ? new Error("There is no answer") : outcome.error;
    return show(wholeText(text));
  } catch (error) {
    if (error instanceof HubError && error.code === "invalid_input") throw new UsageError(faultsOf(error));
    if (error instanceof HubError && error.code === "unknown_api")
      throw await unknownCallee(slug, config, runtime.proxy.catalog());
    throw error;
  }
}

type Options = ArgValues<typeof ARGS>;

function inputFrom(options: Omit<Options, "slug">, parameters: readonly Field[]): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [flag, value] of parameters) {
    if (value === undefined) throw new WrongArgs(`--${flag} needs a value.${meantOption(flag, ARGS)}`);
    add(params, flag.replace(/^param\./, ""), value);
  }
  const { body, "content-type": type, q, connection, "timeout-ms": timeoutMs } = options;
  const credentials = credentialsFrom(options);
  return {
    params,
    ...(body !== undefined && { body: readValue(body) }),
    ...(type !== undefined && { headers: { "content-type": type } }),
    ...(q !== undefined && { q }),
    ...(connection !== undefined && { connection }),
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
    ...(Object.keys(credentials).length > 0 && { credentials }),
    dry_run: options["dry-run"],
  };
}

/** A flag that comes again makes a list. */
function add(params: Record<string, unknown>, name: string, text: string): void {
  const value = /^[[{]/.test(text) ? readValue(text) : text;
  const known = Object.hasOwn(params, name) ? params[name] : undefined;
  const next = known === undefined ? value : [known, value].flat();
  Object.defineProperty(params, name, { value: next, enumerable: true, configurable: true, writable: true });
}

function credentialsFrom({ "api-key": apiKey, bearer, basic }: Omit<Options, "slug">): Record<string, unknown> {
  const [username = "", ...password] = basic?.split(":") ?? [];
  return {
    ...(apiKey !== undefined && { api_key: apiKey }),
    ...(bearer !== undefined && { bearer }),
    ...(basic !== undefined && { basic: { username, password: password.join(":") } }),
  };
}

/** JSON where it is JSON, else the text itself. */
function readValue(text: string): unknown {
  const value = boundedJsonIn(text);
  return value === undefined ? text : value;
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
