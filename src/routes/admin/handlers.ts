/** How the operator's paths are served: to who shows the token; to everybody else they are not there. */
import type { RowPage } from "../../accounts/page.ts";
import { Type } from "../../runtime/actor.ts";
import { HubError, invalidInput } from "../../runtime/errors.ts";
import { type BodyDeps, DEFAULT_BODY_BYTES } from "../http/body.ts";
import type { RouteHandler, RouteContext } from "../http/mount.ts";
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
  return { list, read, act, secret };

  function list<T>(read: (page: RowPage, visit: OperatorVisit) => Promise<T>) {
    return async ({ request, params }: OperatorVisit): Promise<T> => {
      admit(request);
      const offset = new URL(request.url).searchParams.get("offset") ?? "0";
      if (!/^\d{1,10}$/.test(offset) || Number(offset) > MAX_OFFSET)
        throw invalidInput("/offset", `must be a whole number from 0 to ${MAX_OFFSET}`);
      return read({ offset: Number(offset) }, { request, params });
    };
  }

  function read<T>(what: () => Promise<T>) {
    return async ({ request }: OperatorVisit): Promise<T> => {
      admit(request);
      return what();
    };
  }

  function act<Form, T>(readForm: (body: unknown) => Form, perform: (form: Form, visit: OperatorVisit) => Promise<T>) {
    return async ({ request, params }: OperatorVisit): Promise<T> => {
      admit(request);
      return perform(readForm(await bodies.json(request, DEFAULT_BODY_BYTES)), { request, params });
    };
  }

  /** The answer holds a key. */
  function secret(handler: RouteHandler): RouteHandler {
    return async ({ request, params, set }) => {
      const answer = await handler({ request, params, set });
      set.headers["cache-control"] = "private, no-store";
      return answer;
    };
  }

  function admit(request: Request): void {
    if (!adminTokens.some((token) => showsToken(request, token)))
      throw new HubError("not_found", "Nothing is served at this path.");
  }
}
