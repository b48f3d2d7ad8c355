/** One operation of the OpenAPI document, from its row. */
import type { TObject } from "@sinclair/typebox";
import type { RequestHeaderName } from "../headers.ts";
import type { Route, RouteAccess } from "../route.ts";
import type { Components, Json } from "./components.ts";
import { responsesOf } from "./responses.ts";

const SECURITY: Readonly<Record<RouteAccess, readonly Json[]>> = {
  open: [{}],
  sandbox: [{}],
  sold: [{ apiKey: [] }, { payment: [] }],
  run: [{}, { apiKey: [] }, { payment: [] }],
  holder: [{ apiKey: [] }],
  operator: [{ operatorToken: [] }],
};
/** What a request may carry by its access; the key and the payment stand in its security. */
const TAKES: Readonly<Record<RouteAccess, readonly RequestHeaderName[]>> = {
  open: [],
  sandbox: [],
  sold: ["Idempotency-Key"],
  run: ["Idempotency-Key", "Cache-Control"],
  holder: [],
  operator: [],
};

/** Examples of the body by their titles; left out, the row's own. */
export type Examples = Readonly<Record<string, { readonly value: unknown }>>;

export function operationOf(row: Route, components: Components, examples?: Examples): Json {
  const { id, tag, summary, access, takes = [], body, bodyType, example = {} } = row;
  const parameters = [
    ...parametersIn("path", row.params, example.params, components),
    ...parametersIn("query", row.query, example.query, components),
    ...[...TAKES[access], ...takes].map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  const shown = examples ?? (example.body && { example: { value: example.body } });
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: SECURITY[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: needsBody(body as Partial<TObject>),
        content: { "application/json": { schema: components.schema(body), ...(shown && { examples: shown }) } },
      },
    }),
    ...(bodyType !== undefined && { requestBody: { content: { [bodyType]: { schema: { type: "object" } } } } }),
    responses: responsesOf(row, components),
  };
}

/** An empty body is an empty object. */
function needsBody({ required = [], anyOf }: Partial<TObject>): boolean {
  return required.length > 0 || anyOf !== undefined;
}

function parametersIn(
  place: "path" | "query",
  schema: TObject | undefined,
  example: Readonly<Record<string, unknown>> = {},
  components: Components,
): Json[] {
  const required = new Set(place === "path" ? Object.keys(schema?.properties ?? {}) : schema?.required);
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...own } = property;
    return {
      name,
      in: place,
      required: required.has(name),
      ...(description !== undefined && { description }),
      schema: components.schema(own),
      ...(Object.hasOwn(example, name) && { example: example[name] }),
    };
  });
}
