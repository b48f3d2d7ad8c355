/** A call as programs and models write it: `create_issue(title="Login")`, `stripe.customers.create({…})`, `{"name": …, "arguments": {…}}`. */
import { splitIdentifier, wordsOf } from "../../../catalog/words/words.ts";
import { isObject, jsonIn, type JsonObject } from "../../../text/foreign.ts";
import { isVerb } from "../verbs/verbs.ts";

const CALLEE =
  /^(?:(?:const|let|var|return) )?(?:[\w, {}]{1,60}=\s?)?(?:await )?((?:[A-Za-z_]\w{0,60}\.){0,5}[A-Za-z_]\w{0,80})$/;
const TAG = /^<(\w{1,30})>([^]*)<\/\1>$/;
/** Who calls, and no service. */
const CALLER: ReadonlySet<string> = new Set(["api", "client", "functions", "sdk", "self", "service", "this", "tools"]);
const NAMES = [
  "name",
  "tool",
  "tool_name",
  "function",
  "function_name",
  "action",
  "operation",
  "operationId",
  "method",
];
const INPUTS = ["arguments", "args", "parameters", "params", "input", "inputs", "action_input", "tool_input"];
const MAX_DEPTH = 3;

/** Its name as words with its verb first, and what it is called with; any other text as it is. */
export function withCallAsWords(text: string): string {
  const inner = TAG.exec(text.trim())?.[2] ?? text;
  const said = toolCallIn(inner);
  if (said !== undefined) return `${asWords(said.name)} ${said.input}`.trim();
  const call = inner.trim().replace(/;$/, "");
  const open = call.indexOf("(");
  const name = call.endsWith(")") ? CALLEE.exec(call.slice(0, Math.max(0, open)))?.[1] : undefined;
  return name === undefined ? text : `${asWords(name)} ${call.slice(open)}`;
}

/** "stripe.customers.create" is "create stripe customers". */
function asWords(name: string): string {
  const parts = name
    .split(/[./:]|__/)
    .map((part) => splitIdentifier(part).toLowerCase())
    .filter((part) => part !== "" && !CALLER.has(part));
  const last = parts.at(-1) ?? "";
  const words = wordsOf((isVerb(wordsOf(last)[0] ?? "") ? [last, ...parts.slice(0, -1)] : parts).join(" "));
  const end = words.at(-1) ?? "";
  return (isVerb(end) && !isVerb(words[0] ?? "") ? [end, ...words.slice(0, -1)] : words).join(" ");
}

interface ToolCall {
  readonly name: string;
  /** An object of JSON. */
  readonly input: string;
}

function toolCallIn(text: string): ToolCall | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = jsonIn(text);
  const [only, ...more] = Array.isArray(value) ? (value as unknown[]) : [value];
  return isObject(only) && more.length === 0 ? callOf(only, MAX_DEPTH) : undefined;
}

function callOf(value: JsonObject, depth: number): ToolCall | undefined {
  const input = INPUTS.map((one) => value[one]).find(
    (one) => isObject(one) || (typeof one === "string" && isObject(jsonIn(one))),
  );
  const name = NAMES.map((one) => value[one]).find((one) => typeof one === "string");
  const within = [
    value["function"],
    value["params"],
    value["tool_calls"],
    value["functionCall"],
    value["function_call"],
  ]
    .flat()
    .find((one) => isObject(one) && NAMES.some((key) => typeof one[key] === "string"));
  if (isObject(within) && depth > 0) return callOf(within, depth - 1);
  if (typeof name !== "string" || !/^[\w./: -]{1,120}$/.test(name) || input === undefined) return undefined;
  return { name, input: typeof input === "string" ? input : JSON.stringify(input) };
}
