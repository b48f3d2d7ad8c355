/** An actor as a self-contained OpenAPI 3.1 document, of the same form as a catalogue entry's. */
import type { JsonObject } from "../text/foreign.ts";
import type { Actor } from "../runtime/actor.ts";
import { servedSchema } from "../runtime/served-schema.ts";

export function actorSpec(actor: Actor, hubUrl: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: actor.name, version: actor.version, description: actor.description },
    servers: [{ url: hubUrl }],
    paths: {
      [`/api/v1/genius/actors/${actor.slug}/run/`]: {
        post: {
          operationId: actor.slug,
          summary: actor.name,
          description: actor.description,
          tags: [actor.category],
          security: [{}, { apiKey: [] }],
          requestBody: {
            required: true,
            content: {
              "application/json": {
                schema: servedSchema(actor.input),
                examples: Object.fromEntries(actor.examples.map(({ title, input }) => [title, { value: input }])),
              },
            },
          },
          responses: {
            "200": {
              description: "The run succeeded.",
              content: { "application/json": { schema: envelopeSchema(actor) } },
            },
            "400": { description: "The input is not valid; `errors` points at each fault.", content: PROBLEM },
            "402": { description: "A payment is needed; the body and PAYMENT-REQUIRED hold the terms." },
            default: { description: "The run failed, or was refused.", content: PROBLEM },
          },
        },
      },
    },
    components: { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } } },
  };
}

const PROBLEM = {
  "application/problem+json": {
    schema: {
      type: "object",
      required: ["code", "detail", "status"],
      properties: {
        code: { type: "string" },
        detail: { type: "string" },
        status: { type: "integer" },
        retryable: { type: "boolean" },
        next_actions: { type: "array", items: { type: "string" } },
      },
    },
  },
};

function envelopeSchema(actor: Actor): JsonObject {
  const items = { type: "array", items: servedSchema(actor.output) };
  return {
    type: "object",
    required: ["success", "slug", "data", "items", "error", "meta"],
    properties: {
      success: { const: true },
      slug: { const: actor.slug },
      cached: { type: "boolean" },
      data: items,
      items,
      error: { type: "null" },
      meta: { type: "object" },
    },
  };
}
