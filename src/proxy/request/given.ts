/** Which value of a call belongs to which parameter, by the names of the description. */
import type { JsonObject } from "../../text/foreign.ts";
import type { Issue } from "../../runtime/errors.ts";
import { nearest } from "../../runtime/meant-name.ts";
import { isAllowed } from "./header-rules.ts";
import type { ApiOperation, Parameter, ParameterPlace } from "./operation.ts";
import { escapeToken } from "./schema.ts";

/** A value and where in the input it came from. */
export interface GivenValue {
  readonly value: unknown;
  readonly pointer: string;
}

export interface MatchedValues {
  readonly values: ReadonlyMap<Parameter, GivenValue>;
  /** Pairs of the query that the description does not know. */
  readonly extraQuery: readonly (GivenValue & { readonly name: string })[];
  /** Headers that any operation takes, by their lower-case names. */
  readonly headers: ReadonlyMap<string, GivenValue>;
  readonly issues: readonly Issue[];
}

export interface NamedValues {
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly headers: JsonObject;
}

/** A name of `params` that stands in several places means the path before the query before a header. */
const PLACES: readonly ParameterPlace[] = ["path", "query", "header"];

export function assign(operation: ApiOperation, { params, query, headers }: NamedValues): MatchedValues {
  const values = new Map<Parameter, GivenValue>();
  const extraQuery: (GivenValue & { name: string })[] = [];
  const general = new Map<string, GivenValue>();
  const issues: Issue[] = [];

  for (const [name, value] of present(params)) {
    const pointer = `/params/${escapeToken(name)}`;
    const parameter = findAnywhere(operation, name);
    if (parameter !== undefined) values.set(parameter, { value, pointer });
    else if (find(operation, "cookie", name)) issues.push({ pointer, detail: "is a cookie, and cookies are not sent" });
    else issues.push({ pointer, detail: unknownName(name, operation) });
  }
  for (const [name, value] of present(query)) {
    const pointer = `/query/${escapeToken(name)}`;
    const parameter = find(operation, "query", name);
    if (parameter === undefined) extraQuery.push({ name, value, pointer });
    else place(parameter, { value, pointer });
  }
  for (const [name, value] of present(headers)) {
    const pointer = `/headers/${escapeToken(name)}`;
    const parameter = find(operation, "header", name);
    if (isAllowed(name)) general.set(name.toLowerCase(), { value, pointer });
    else if (parameter !== undefined) place(parameter, { value, pointer });
    else
      issues.push({
        pointer,
        detail: "is not sent: only accept, accept-language, content-type and the operation's own headers are",
      });
  }
  // One name that two places require is one value, unless they were told apart.
  for (const parameter of operation.parameters) {
    if (parameter.required && !values.has(parameter)) {
      const same = [...values].find(([other]) => other.name === parameter.name && parameter.in !== "cookie");
      if (same !== undefined) values.set(parameter, same[1]);
    }
  }
  return { values, extraQuery, headers: general, issues };

  function place(parameter: Parameter, given: GivenValue): void {
    if (values.has(parameter)) issues.push({ pointer: given.pointer, detail: "is given in `params` too" });
    else values.set(parameter, given);
  }
}

function findAnywhere(operation: ApiOperation, name: string): Parameter | undefined {
  for (const place of PLACES) {
    const found = find(operation, place, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Header names have no case. */
function find({ parameters }: ApiOperation, place: ParameterPlace, name: string): Parameter | undefined {
  const lower = name.toLowerCase();
  return parameters.find(
    (one) => one.in === place && (one.name === name || (place === "header" && one.name.toLowerCase() === lower)),
  );
}

/** Models write null for what they leave out. */
function present(values: JsonObject): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
}

function unknownName(name: string, { parameters }: ApiOperation): string {
  const names = parameters.filter((one) => one.in !== "cookie").map((one) => one.name);
  const near = nearest(name, names);
  if (near !== undefined) return `is no parameter of this operation; did you mean "${near}"?`;
  const list = names.length === 0 ? "it has none" : `it has ${names.slice(0, 20).join(", ")}`;
  return `is no parameter of this operation: ${list}`;
}
