/** What the errors of the hub mean: each problem names an address of these as its `type`. */
import { Type } from "@sinclair/typebox";
import { nameParameter, type Route } from "../presenters/route.ts";
import { ERRORS } from "../runtime/error-codes.ts";
import { HubError } from "../runtime/errors.ts";
import { prefersPage } from "./http/accept.ts";
import type { Mount, RouteContext } from "./http/mount.ts";
import { answerVersioned, type VersionedText, withVersion } from "./http/versioned.ts";

const ErrorKind = Type.Object({
  code: Type.String(),
  status: Type.Integer(),
  title: Type.String(),
  retryable: Type.Boolean({ description: "The same request may succeed later." }),
  next_action: Type.String({ description: "What a caller can do, where the problem itself says nothing better." }),
});

const JSON_TYPE = "application/json";
const LED = { 303: "To its place in the reference, for whoever accepts text/html before JSON." };

export function errorRoutes(mount: Mount): void {
  const kinds = new Map(ERRORS.map(({ next, ...told }) => [told.code as string, { ...told, next_action: next }]));
  const common = { method: "GET", tag: "discovery", access: "open", isVersioned: true } satisfies Partial<Route>;
  const all = withVersion(JSON.stringify({ errors: [...kinds.values()] }));
  const each = new Map([...kinds].map(([code, kind]) => [code, withVersion(JSON.stringify(kind))]));
  mount(
    {
      ...common,
      id: "list_errors",
      path: "/errors/",
      summary: "The errors that this hub answers with.",
      ok: { description: "Every code.", schema: Type.Object({ errors: Type.Array(ErrorKind) }), alsoStatuses: LED },
    },
    (context) => answered(context, all, "errors"),
  );
  mount(
    {
      ...common,
      id: "get_error",
      path: "/errors/:code",
      summary: "What one error means, at the address that a problem names as its type.",
      params: nameParameter("code", "A code, as in a problem."),
      ok: { description: "The error.", schema: ErrorKind, alsoStatuses: LED },
      statuses: [404],
      example: { params: { code: "payment_required" } },
    },
    (context) => {
      const code = context.params["code"] ?? "";
      const told = each.get(code);
      if (told === undefined) throw new HubError("not_found", "No error has this code: /errors/ lists them.");
      return answered(context, told, `error-${code}`);
    },
  );
}

/** For programs; a person who follows the link finds the same among the other errors. */
function answered({ request, set }: RouteContext, told: VersionedText, place: string): Blob | "" {
  set.headers["vary"] = "accept";
  if (!prefersPage(request)) return answerVersioned({ request, set }, told, JSON_TYPE);
  set.status = 303;
  set.headers["location"] = `/docs#${place}`;
  return "";
}
