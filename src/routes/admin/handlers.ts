/** How the operator's paths are served: to who shows the token; to everybody else they are not there. */
import type { RowPage } from "../../accounts/page.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES } from "../http/body.ts";
import type { RouteContext } from "../http/mount.ts";
import { requestUrl } from "../../runtime/http/request-url.ts";
import { showsToken } from "../http/operator-token.ts";

export interface OperatorHandlersDeps extends BodyDeps {
  /** The operator's, and the one that it has replaced. */
  readonly adminTokens: readonly string[];
}

export type OperatorVisit = Pick<RouteContext, "request" | "params">;
export type OperatorHandlers = ReturnType<typeof operatorHandlers>;

const MAX_OFFSET = 1_000_000_000;
const PageQuery = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, default: 0 })),
});

export const OPERATOR_PATH = "/api/v1/admin";
/** Of a row that shows a page, and of one that does something. */
export const LISTED = { method: "GET", tag: "operator", access: "operator", query: PageQuery } as const;
export const DONE = { method: "POST", tag: "operator", access: "operator" } as const;

export function operatorHandlers({ bodies, adminTokens }: OperatorHandlersDeps) {
  return { list, read, act };

  function list<T>(read: (page: RowPage, visit: OperatorVisit) => Promise<T>) {
    return forOperator(async ({ request, params }): Promise<T> => {
      const offset = requestUrl(request).searchParams.get("offset") ?? "0";
      if (!/^\d{1,10}$/.test(offset) || Number(offset) > MAX_OFFSET)
        throw invalidInput("/offset", `must be a whole number from 0 to ${MAX_OFFSET}`);
      return read({ offset: Number(offset) }, { request, params });
    });
  }

  function read<T>(what: () => Promise<T>) {
    return forOperator(what);
  }

  function act<Form, T>(readForm: (body: unknown) => Form, perform: (form: Form, visit: OperatorVisit) => Promise<T>) {
    return forOperator(async (visit): Promise<T> => {
      return perform(readForm(await bodies.json(visit.request, DEFAULT_BODY_BYTES)), visit);
    });
  }

  /** What accounts hold, and keys themselves, are kept by nobody on the way. */
  function forOperator<T>(answer: (visit: OperatorVisit) => Promise<T>) {
    return async ({ request, params, set }: RouteContext): Promise<T> => {
      admit(request);
      const answered = await answer({ request, params });
      set.headers["cache-control"] = "private, no-store";
      return answered;
    };
  }

  function admit(request: Request): void {
    if (!adminTokens.some((token) => showsToken(request, token)))
      throw new HubError("not_found", "Nothing is served at this path.");
  }
}
