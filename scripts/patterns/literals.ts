/** The patterns that stand in a source file as literals, and where it makes others while it runs. */
import { type Node, parse } from "acorn";

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

export interface PatternScan {
  readonly literals: readonly Pattern[];
  /** Patterns that are put together within functions, when they are called: as the code says it. */
  readonly late: readonly string[];
}

const transpiler = new Bun.Transpiler({ loader: "ts", target: "bun" });

export function patternsOf(typescript: string): PatternScan {
  const code = transpiler.transformSync(typescript);
  const literals: Pattern[] = [];
  const late: string[] = [];

  function visit(value: unknown, isInFunction: boolean): void {
    if (Array.isArray(value)) for (const each of value) visit(each, isInFunction);
    if (!isNode(value)) return;
    if (value.type === "Literal" && value.regex !== undefined)
      literals.push({ source: value.regex.pattern, flags: value.regex.flags });
    const isMade = value.type === "NewExpression" || value.type === "CallExpression";
    if (isMade && isInFunction && isRegExp(value.callee)) late.push(code.slice(value.start, value.end));
    const isInside = isInFunction || /Function/.test(value.type);
    for (const [key, inner] of Object.entries(value)) if (key !== "regex") visit(inner, isInside);
  }
  visit(parse(code, { ecmaVersion: "latest", sourceType: "module" }), false);
  return { literals, late };
}

interface AnyNode extends Node {
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: unknown;
  readonly name?: unknown;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

function isRegExp(callee: unknown): boolean {
  return isNode(callee) && callee.type === "Identifier" && callee.name === "RegExp";
}
