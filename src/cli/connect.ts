/** `bun run connect <slug>`: connects an API for an account of a hub that runs, from the shell of its person. */
import { createInterface } from "node:readline";
import { OperatorError } from "../runtime/errors.ts";
import { isObject } from "../text/foreign.ts";
import { type Args, type ArgValues, WrongArgs } from "./args.ts";
import { defineCommand } from "./command.ts";
import { printable } from "./printable.ts";

const ARGS = {
  slug: { type: "word", hint: "slug", isRequired: true, description: "of an entry; its host is connected" },
  method: { type: "option", hint: "method", description: "api_key, bearer, oauth2_code …; left out, the easiest" },
  label: { type: "option", hint: "text", description: "what the connection is called" },
  scope: { type: "option", hint: "scope", isMany: true, description: "of a login; given several times" },
  "get-only": { type: "switch", description: "the connection is for reading only" },
} as const satisfies Args;

const QUESTION = "The code that the page shows: ";
/** Then the hub takes no more of them. */
const TRIES = 5;

export const connectCommand = defineCommand({
  name: "connect",
  summary: "Connects an API: shows the link to open in a browser, and takes the code that it shows.",
  args: ARGS,
  notes: "The hub is the one at HUB_URL (http://127.0.0.1:3000), the account the one whose key is in HUB_API_KEY.",
  run: connect,
});

async function connect({ slug, method, label, scope, "get-only": isGetOnly }: ArgValues<typeof ARGS>): Promise<number> {
  const hub = (process.env["HUB_URL"] ?? "http://127.0.0.1:3000").replace(/\/$/, "");
  if (!/^https?:\/\//.test(hub) || !URL.canParse(hub))
    throw new WrongArgs("HUB_URL is no address of a hub: it begins with http:// or https://.");
  const key = process.env["HUB_API_KEY"];
  if (key === undefined) throw new WrongArgs("The key of the account is missing: set HUB_API_KEY.");
  const post = (path: string, body: object) => asked(`${hub}/api/v1/agent/connections/${path}`, key, body);
  const begun = await post("", {
    for: slug,
    ...(method !== undefined && { method }),
    ...(label !== undefined && { label }),
    ...(scope !== undefined && scope.length > 0 && { scopes: scope }),
    ...(isGetOnly && { get_only: true }),
  });
  if (begun["state"] === "active") return done(begun);
  process.stdout.write(`Open this link in your browser:\n\n  ${printable(String(begun["connect_url"]))}\n\n`);
  return done(await confirmed((code) => post(`${String(begun["id"])}/confirm/`, { code })));
}

/** Asks for the code until it is the right one: a person types it. */
async function confirmed(
  confirm: (code: string) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const lines = createInterface({ input: process.stdin });
  try {
    let wrong = 0;
    process.stdout.write(QUESTION);
    for await (const line of lines) {
      const code = line.trim();
      if (code === "") break;
      try {
        return await confirm(code);
      } catch (error) {
        const isWrong = error instanceof Refusal && error.code === "invalid_input";
        const isEarly = error instanceof Refusal && error.code === "connection_pending";
        if (!isWrong && !isEarly) throw error;
        wrong += isWrong ? 1 : 0;
        if (wrong === TRIES)
          throw new OperatorError("Not connected: that was the last try. Begin again for a new link.");
        process.stdout.write(`${error.detail}\n${QUESTION}`);
      }
    }
  } finally {
    lines.close();
  }
  throw new OperatorError("Not connected: no code was typed. Begin again where one can be typed.");
}

/** What the hub has refused, in its own words. */
class Refusal extends OperatorError {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string, more: string) {
    super(`${detail}${more}`);
    this.code = code;
    this.detail = printable(detail);
  }
}

function done({ label, hosts }: Record<string, unknown>): number {
  const where = Array.isArray(hosts) ? hosts.join(", ") : "";
  process.stdout.write(`Connected as "${printable(String(label))}": calls of ${printable(where)} carry it.\n`);
  return 0;
}

/** @throws {OperatorError} with what the hub says. */
async function asked(url: string, key: string, body: object): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  // Whoever followed would ask for something else there, and take the key along.
  const request = { method: "POST", headers, body: JSON.stringify(body), redirect: "manual" } as const;
  const response = await fetch(url, request).catch(() => undefined);
  if (response === undefined) throw new OperatorError(`Cannot reach the hub at ${new URL(url).origin}: set HUB_URL`);
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null)
    throw new OperatorError(
      `${new URL(url).origin} points to ${printable(location)}: set HUB_URL to the hub's own address`,
    );
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isObject(answer))
    throw new OperatorError(`No hub answers at ${new URL(url).origin} (status ${response.status}): set HUB_URL`);
  if (response.ok) return answer;
  const next = Array.isArray(answer["next_actions"]) ? answer["next_actions"].join("\n") : "";
  const redirect = typeof answer["redirect_uri"] === "string" ? `\nredirect_uri: ${answer["redirect_uri"]}` : "";
  throw new Refusal(String(answer["code"]), String(answer["detail"]), `${redirect}\n${next}`);
}
