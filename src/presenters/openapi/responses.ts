/** What an operation may answer, as OpenAPI says it: its own answer, and the errors that it shares with all others. */
import { type TSchema, Type } from "@sinclair/typebox";
import { ANSWER_HEADERS, type HeaderName } from "../headers.ts";
import { objectOf } from "../../text/foreign.ts";
import { errorStatusesOf, headersOf, isPage, type Route, type RouteAnswer } from "../route.ts";
import { PaymentTerms, Problem } from "../schemas/problem.ts";
import type { Components, Json } from "./components.ts";
import { ERRORS } from "../../runtime/error-codes.ts";

const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";

export function responsesOf(row: Route, components: Components): Json {
  const { ok, isVersioned } = row;
  const own = ok.schema && components.schema(ok.schema);
  const headers = headersBy(headersOf(row));
  const success = {
    description: ok.description,
    headers,
    ...((ok.schema !== undefined || ok.type !== undefined || ok.alsoTypes !== undefined) && {
      content: contentOf(ok, own),
    }),
  };
  const others = Object.entries(ok.alsoStatuses ?? {}).map(([status, said]) => {
    if (typeof said === "string") return [status, { description: said }] as const;
    const content = { [JSON_TYPE]: { schema: components.schema(said.schema) } };
    return [status, { description: said.description, headers, content }] as const;
  });
  const errors = errorStatusesOf(row).map((status) => [String(status), errorOf(row, status, components)] as const);
  return {
    [String(ok.status ?? 200)]: success,
    ...Object.fromEntries(others),
    ...(isVersioned && { "304": { description: "It is the version that If-None-Match names." } }),
    ...Object.fromEntries(errors),
  };
}

function contentOf({ type, alsoTypes = [] }: RouteAnswer, schema: unknown): Json {
  const text = { schema: { type: "string" } };
  return {
    [type ?? JSON_TYPE]: schema !== undefined || type === undefined ? { schema: schema ?? {} } : text,
    ...Object.fromEntries(alsoTypes.map((one) => [one, text])),
  };
}

/** The shared one of its status, or, where the path may fail in the shape of its answer, one that says so. */
function errorOf(row: Route, status: number, components: Components): Json {
  const { ok, failsAs } = row;
  const failure = failsAs?.includes(status) === true ? (ok.failure ?? ok.schema) : undefined;
  if (failsAs?.includes(status) !== true)
    return isPage(row)
      ? components.response(`PageError${status}`, () => pageProblemOf(status, components))
      : components.response(`Error${status}`, () => problemOf(status, components));
  const write = (): Json => failureOf(ok.type ?? JSON_TYPE, failure, status, components);
  return failure?.$id === undefined ? write() : components.response(`${failure.$id}${status}`, write);
}

function problemOf(status: number, components: Components): Json {
  const [type, schema] = status === 402 ? [JSON_TYPE, PaymentTerms] : [PROBLEM_TYPE, Problem];
  return { ...headed(status), content: { [type]: { schema: components.schema(schema) } } };
}

/** The same as a page, for whoever accepts `text/html` before JSON. */
function pageProblemOf(status: number, components: Components): Json {
  const { content, ...problem } = problemOf(status, components);
  return { ...problem, content: { ...objectOf(content), "text/html": { schema: { type: "string" } } } };
}

function failureOf(type: string, failure: TSchema | undefined, status: number, components: Components): Json {
  const whole = status === 402 && failure !== undefined ? Type.Union([failure, PaymentTerms]) : failure;
  return {
    ...headed(status),
    content: {
      [type]: { schema: whole === undefined ? {} : components.schema(whole) },
      ...(status !== 402 && { [PROBLEM_TYPE]: { schema: components.schema(Problem) } }),
    },
  };
}

export function sharedHeaders(): Json {
  return Object.fromEntries(
    Object.entries(ANSWER_HEADERS).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
  );
}

function headed(status: number): Json {
  const codes = ERRORS.filter((error) => error.status === status);
  const titles = codes.map(({ code, title }) => `\`${code}\`: ${title}.`).join(" ");
  const names: HeaderName[] = ["X-Request-Id"];
  if (status === 402) names.push("PAYMENT-REQUIRED");
  if (codes.some(({ retryable }) => retryable)) names.push("Retry-After");
  return { description: titles, headers: headersBy(names) };
}

function headersBy(names: readonly HeaderName[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
