/** `/openapi.json`, written anew when the actors change. */
import { Type } from "@sinclair/typebox";
import { openApiDocument } from "../presenters/openapi/document.ts";
import type { Registry } from "../runtime/actors/registry.ts";
import type { Mount, RouteTable } from "./http/mount.ts";
import { answerVersioned, keptWhile } from "./http/versioned.ts";

export interface OpenApiRoutesDeps {
  readonly registry: Registry;
  readonly hubUrl: () => string;
}

const OpenApi = Type.Object({ openapi: Type.String(), paths: Type.Record(Type.String(), Type.Unknown()) });

export function openApiRoutes({ registry, hubUrl }: OpenApiRoutesDeps, mount: Mount, { rows }: RouteTable): void {
  const documentOf = keptWhile(() =>
    JSON.stringify(openApiDocument({ rows, actors: registry.list().map(({ actor }) => actor), hubUrl: hubUrl() })),
  );
  mount(
    {
      id: "get_openapi",
      method: "GET",
      path: "/openapi.json",
      tag: "start",
      summary: "This interface as an OpenAPI document, with a path for each actor.",
      ok: { description: "An OpenAPI 3.1 document.", schema: OpenApi },
      isVersioned: true,
      access: "open",
    },
    ({ request, set }) =>
      // The registry lists another value once an actor has changed.
      answerVersioned({ request, set }, documentOf(registry.list(), hubUrl()), "application/json"),
  );
}
