/** What the pages of the browser tests show: descriptions of APIs that are all served at one place of this machine. */
import type { SourceDocument } from "../../src/catalog/import/source.ts";
import { described } from "../catalog/support.ts";

/** Slug of the entry that needs no credential. */
export const FORECAST = "forecasts-dev--forecast";
/** Slug of the entry whose parameter has a name that is longer than a phone is wide, as APIs have them. */
export const LONG_NAMES = "forecasts-dev--longnames";
/** Slug of the entry that needs a key. */
export const SMS = "messages-dev--sendmessage";

/** `place` is `host:port`. */
export function catalogOf(place: string): readonly SourceDocument[] {
  const servers = [{ url: `http://${place}` }];
  const done = { 200: { description: "Done" } };
  return [
    described("forecasts.dev", {
      servers,
      info: { title: "Forecasts", version: "1", description: "Weather of every city, hour by hour." },
      paths: {
        "/forecast": reading("Weather forecast of a city", {
          operationId: "forecast",
          description: "Temperature, wind and rain of a city, for up to ten days.",
          parameters: [
            {
              name: "city",
              in: "query",
              required: true,
              description: "Name of the city.",
              schema: { type: "string", example: "Bern" },
            },
            {
              name: "days",
              in: "query",
              description: "How many days, from 1 to 10.",
              schema: { type: "integer", minimum: 1, maximum: 10, default: 3 },
            },
          ],
        }),
        "/summaries/{windowsInformationProtectionAppLearningSummary-id}": reading("Forecast of summaries", {
          operationId: "longNames",
          parameters: [
            {
              name: "windowsInformationProtectionAppLearningSummary-id",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
          ],
        }),
        ...Object.fromEntries(
          Array.from({ length: 20 }, (_, n) => [
            `/stations/${n}`,
            reading(`Weather report of station ${n}`, { operationId: `station${n}` }),
          ]),
        ),
      },
    }),
    described("messages.dev", {
      servers,
      info: { title: "Messages", version: "1", description: "Text messages to telephones." },
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Messages-Key" } } },
      paths: {
        "/messages": {
          post: {
            operationId: "sendMessage",
            summary: "Send a text message",
            description: "Sends an SMS to a telephone.",
            security: [{ key: [] }],
            requestBody: {
              required: true,
              content: {
                "application/json": {
                  schema: {
                    type: "object",
                    required: ["to", "text"],
                    properties: {
                      to: { type: "string", description: "Number of the telephone.", example: "+41 31 000 00 00" },
                      text: { type: "string", description: "What the message says.", example: "Hello" },
                    },
                  },
                },
              },
            },
            responses: done,
          },
        },
      },
    }),
  ];
}

/** A GET that needs no credential, as a path item. */
function reading(summary: string, more: object): object {
  return { get: { summary, security: [], responses: { 200: { description: "Done" } }, ...more } };
}
