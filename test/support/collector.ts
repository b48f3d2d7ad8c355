/** A collector of traces on loopback: takes what OTLP over HTTP sends as JSON, and holds it against the protocol. */
import Ajv from "ajv";
import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { startHttp, type TestServer } from "./http-server.ts";

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}

export interface Collector extends AsyncDisposable {
  readonly origin: string;
  readonly spans: CollectedSpan[];
  /** Of each request, in order. */
  readonly bodies: string[];
  readonly headers: IncomingHttpHeaders[];
  readonly paths: string[];
  /** Where a request is none that a collector understands. */
  readonly faults: string[];
  resource(): Readonly<Record<string, string | undefined>>;
}

const hex = (digits: number) => ({ type: "string", pattern: `^[0-9a-f]{${digits}}$` });
const NANOSECONDS = { type: "string", pattern: "^[0-9]{19}$" };
const ATTRIBUTES = {
  type: "array",
  items: {
    type: "object",
    required: ["key", "value"],
    additionalProperties: false,
    properties: {
      key: { type: "string", minLength: 1 },
      value: {
        type: "object",
        minProperties: 1,
        maxProperties: 1,
        additionalProperties: false,
        properties: { stringValue: { type: "string" }, intValue: { type: "string", pattern: "^-?[0-9]+$" } },
      },
    },
  },
};

/** `ExportTraceServiceRequest` in JSON, as far as hubs use it; a field that they do not use would be a slip. */
const REQUEST = {
  type: "object",
  required: ["resourceSpans"],
  additionalProperties: false,
  properties: {
    resourceSpans: listOf({
      resource: objectOf({ attributes: ATTRIBUTES }),
      scopeSpans: listOf({
        scope: objectOf({ name: { type: "string" } }),
        spans: listOf(
          {
            traceId: hex(32),
            spanId: hex(16),
            name: { type: "string", minLength: 1 },
            kind: { enum: [1, 2, 3] },
            startTimeUnixNano: NANOSECONDS,
            endTimeUnixNano: NANOSECONDS,
            attributes: ATTRIBUTES,
            status: { type: "object", additionalProperties: false, properties: { code: { enum: [0, 1, 2] } } },
          },
          { parentSpanId: hex(16) },
        ),
      }),
    }),
  },
};

const isRequest = new Ajv().compile(REQUEST);

/** `answer` answers in place of one that takes everything; the request is noted all the same. */
export async function startCollector(answer?: RequestListener): Promise<Collector> {
  const collected: Omit<Collector, "origin" | "resource" | typeof Symbol.asyncDispose> = {
    spans: [],
    bodies: [],
    headers: [],
    paths: [],
    faults: [],
  };
  let attributes: readonly Attribute[] = [];
  const server: TestServer = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => undefined);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      collected.bodies.push(body);
      collected.headers.push(request.headers);
      collected.paths.push(`${request.method} ${request.url}`);
      const sent: unknown = JSON.parse(body);
      if (!isRequest(sent)) collected.faults.push(JSON.stringify(isRequest.errors));
      // As it was just judged.
      const [first] = (sent as Sent).resourceSpans;
      attributes = first?.resource.attributes ?? [];
      collected.spans.push(...(first?.scopeSpans.flatMap(({ spans }) => spans) ?? []));
      if (answer !== undefined) return answer(request, response);
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  return {
    ...collected,
    origin: server.origin,
    resource: () => factsOf({ attributes }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export function factsOf({
  attributes,
}: {
  readonly attributes: readonly Attribute[];
}): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

function objectOf(needed: object, more: object = {}) {
  return {
    type: "object",
    required: Object.keys(needed),
    additionalProperties: false,
    properties: { ...needed, ...more },
  };
}

function listOf(needed: object, more?: object) {
  return { type: "array", minItems: 1, items: objectOf(needed, more) };
}
