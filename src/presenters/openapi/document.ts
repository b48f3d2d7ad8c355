/** `/openapi.json`: the hub's table of routes as OpenAPI 3.1, with a path of its own for each actor. */
import type { Actor } from "../../runtime/actor.ts";
import { capitalize } from "../../text/plain-text.ts";
import { REQUEST_HEADERS } from "../headers.ts";
import { type Route, TAGS, templateOf } from "../route.ts";
import { runResult } from "../schemas/actors.ts";
import { createComponents, type Json, plainSchema } from "./components.ts";
import { operationOf } from "./operation.ts";
import { sharedHeaders } from "./responses.ts";
import { IDEMPOTENCY_KEY } from "../../runtime/http/idempotency-key.ts";

export interface OpenApiFacts {
  readonly rows: readonly Route[];
  readonly actors: readonly Actor[];
  readonly hubUrl: string;
}

/** Of the interface, as the specification has it. */
const VERSION = "1.0.0";

export function openApiDocument({ rows, actors, hubUrl }: OpenApiFacts): Json {
  const components = createComponents();
  const paths: Record<string, Record<string, Json>> = {};
  const add = ({ path, method }: Pick<Route, "path" | "method">, operation: Json): void => {
    (paths[templateOf(path)] ??= {})[method.toLowerCase()] = operation;
  };
  for (const row of rows) {
    if (row.method === "WS") continue; // OpenAPI knows no sockets.
    if (row.isPerActor) for (const actor of actors) addActor(row, actor);
    else add(row, operationOf(row, components));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Agent API Hub",
      version: VERSION,
      summary: "Find an API, call it and pay for it.",
      description:
        "A catalogue of API operations with a proxy, and ready-made actors. A free key comes from POST /api/v1/agent/register/; without a key a sold call answers 402 with the terms to pay by (x402). Every path answers with and without its trailing slash, and GET also answers HEAD; another method is refused with 405 (`method_not_allowed`), and `Allow` names those that the path has. Before any path is looked at, a first line and headers that are longer than 16 KiB are refused with 431 and no body.",
    },
    servers: [{ url: hubUrl }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The key of an account." },
        payment: {
          type: "apiKey",
          in: "header",
          name: "PAYMENT-SIGNATURE",
          description: REQUEST_HEADERS["PAYMENT-SIGNATURE"],
        },
        operatorToken: { type: "http", scheme: "bearer", description: "ADMIN_TOKEN of the hub." },
      },
      parameters: {
        "Idempotency-Key": headerParameter("Idempotency-Key", { type: "string", pattern: IDEMPOTENCY_KEY }),
        "Cache-Control": headerParameter("Cache-Control", { type: "string" }),
      },
      headers: sharedHeaders(),
      responses: components.responses(),
      schemas: components.schemas(),
    },
  };

  function addActor(row: Route, actor: Actor): void {
    const own = actorRow(row, actor);
    const examples = Object.fromEntries(actor.examples.map(({ title, input }) => [title, { value: input }]));
    add(own, operationOf(own, components, examples));
  }
}

/** The row of one actor's own path. */
export function actorRow(row: Route, actor: Actor): Route {
  const { params: _, isPerActor: __, ...rest } = row;
  return {
    ...rest,
    id: `run_${actor.slug.replaceAll("-", "_")}`,
    path: row.path.replace(":slug", actor.slug),
    summary: actor.description,
    body: plainSchema(actor.input),
    ok: { ...row.ok, schema: runResult({ ...plainSchema(actor.output), $id: itemName(actor.slug) }) },
  };
}

/** "crypto-prices" as "CryptoPricesItem". */
function itemName(slug: string): string {
  return `${slug.split("-").map(capitalize).join("")}Item`;
}

function headerParameter(name: keyof typeof REQUEST_HEADERS, schema: Json): Json {
  return { name, in: "header", required: false, description: REQUEST_HEADERS[name], schema };
}
