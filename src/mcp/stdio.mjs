#!/usr/bin/env node
/**
 * A bridge for clients that speak to a child process: what comes on standard input is asked of the hub's /mcp, what the
 * hub answers is written to standard output. One file without dependencies, for Node 18 and newer, Bun and Deno.
 *
 *   HUB_URL=http://127.0.0.1:3000 HUB_API_KEY=hub_… node stdio.mjs
 */
import process from "node:process";
import { createInterface } from "node:readline";

const USAGE = `Usage: node stdio.mjs

Takes no arguments, but from the environment HUB_URL, HUB_API_KEY and HUB_MCP_QUERY, and speaks MCP on standard input and
output.`;

const [argument] = process.argv.slice(2);
if (argument !== undefined) {
  const asksForHelp = argument === "--help" || argument === "-h";
  console.error(asksForHelp ? USAGE : `Unknown argument '${argument}'. ${USAGE}`);
  process.exit(asksForHelp ? 0 : 2);
}

const { HUB_URL = "http://127.0.0.1:3000", HUB_API_KEY, HUB_MCP_QUERY = "" } = process.env;
const address = `${HUB_URL.replace(/\/$/, "")}/mcp${HUB_MCP_QUERY && `?${HUB_MCP_QUERY}`}`;
/** The hub ends a call before that. */
const MAX_CALL_MS = 60_000;
const PROTOCOL = "io.modelcontextprotocol/protocolVersion";

/** What the hub has told in its answer to `initialize`. */
const session = { id: undefined, version: undefined };
/** Requests under way, by their ids as JSON. */
const running = new Map();

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  if (line.trim() !== "") void take(line);
});
// Nothing more is asked. What was asked before is answered: a pipe ends when all is written. No call lasts longer.
lines.on("close", () => {
  setTimeout(() => {
    for (const call of running.values()) call.abort();
  }, MAX_CALL_MS).unref();
});
// The client has left: nobody hears what is still under way.
process.stdout.on("error", () => process.exit(0));

async function take(line) {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "A line is no JSON." } });
    return;
  }
  if (typeof message !== "object" || message === null) {
    write({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "A line is no JSON-RPC message." } });
    return;
  }
  if (message.method === "notifications/cancelled") running.get(JSON.stringify(message.params?.requestId))?.abort();
  const name = JSON.stringify(message.id);
  const call = new AbortController();
  if (message.id !== undefined) running.set(name, call);
  try {
    await ask(message, line, call.signal);
  } catch (error) {
    const isAnswered = message.id === undefined || call.signal.aborted;
    if (!isAnswered)
      fail(message.id, `The hub at ${HUB_URL} cannot be asked: ${error.cause?.message ?? error.message}`);
  } finally {
    running.delete(name);
  }
}

async function ask(message, body, signal) {
  const response = await fetch(address, { method: "POST", headers: headersOf(message), body, signal });
  session.id ??= response.headers.get("mcp-session-id") ?? undefined;
  const type = response.headers.get("content-type") ?? "";
  if (type.startsWith("text/event-stream")) {
    let isAnswered = message.id === undefined;
    for await (const data of eventsOf(response.body)) {
      const told = JSON.parse(data);
      isAnswered ||= told.id === message.id;
      tell(message, told);
    }
    if (!isAnswered) throw new Error("it has broken off");
    return;
  }
  const text = await response.text();
  if (text === "") return;
  const answer = JSON.parse(text);
  if (answer.jsonrpc === "2.0") tell(message, answer);
  else if (message.id !== undefined)
    fail(message.id, answer.detail ?? `The hub answered with status ${response.status}.`, answer);
}

function headersOf({ method, params }) {
  const version = params?._meta?.[PROTOCOL] ?? session.version;
  const name = params?.name ?? params?.uri;
  return {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(HUB_API_KEY && { "x-api-key": HUB_API_KEY }),
    ...(session.id && { "mcp-session-id": session.id }),
    ...(version && { "mcp-protocol-version": version }),
    // The newer era says in headers, too, what is asked for.
    ...(params?._meta?.[PROTOCOL] &&
      method && { "mcp-method": method, ...(typeof name === "string" && { "mcp-name": name }) }),
  };
}

function tell({ method }, answer) {
  if (method === "initialize") session.version ??= answer.result?.protocolVersion;
  write(answer);
}

function fail(id, message, data) {
  write({ jsonrpc: "2.0", id, error: { code: -32603, message, ...(data && { data }) } });
}

function write(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** The data of each event of a stream (HTML, "Server-sent events"). */
async function* eventsOf(body) {
  const decoder = new TextDecoder();
  let rest = "";
  let data = [];
  for await (const chunk of body) {
    const read = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = read.pop();
    for (const line of read) {
      if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
}
