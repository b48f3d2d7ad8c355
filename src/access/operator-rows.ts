/** The operator's own rows: a JSON file with a list of them, checked as a whole before the hub starts. */
import { readFileSync } from "node:fs";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { OperatorError } from "../runtime/errors.ts";
import { AccessRow } from "./row.ts";

const Rows = Type.Array(AccessRow, { maxItems: 10_000 });

/** @throws {OperatorError} that names the first fault. */
export function readAccessRows(path: string): readonly AccessRow[] {
  const rows = parse(path);
  if (Value.Check(Rows, rows)) return rows;
  const fault = Value.Errors(Rows, rows).First();
  throw new OperatorError(
    `Cannot use the access rows in ${path}: ${fault?.path || "the whole"} ${fault?.message ?? ""}`,
  );
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it is no JSON" : "it cannot be read";
    throw new OperatorError(`Cannot use the access rows in ${path}: ${why}`);
  }
}
