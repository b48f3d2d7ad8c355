/** Refusals as pages, for whoever asks for one where pages are. Paths of programs answer programs. */
import { page, PAGE_HEADERS } from "../../presenters/html/page.ts";
import { errorBody } from "../../presenters/pages/error.ts";
import { isPage } from "../../presenters/route.ts";
import type { HubError } from "../../runtime/errors.ts";
import { prefersPage } from "../http/accept.ts";
import type { Assets } from "./assets.ts";
import type { RouteContext, RouteTable } from "../http/mount.ts";

export type ErrorPage = (
  error: HubError,
  requestId: string,
  context: Pick<RouteContext, "request" | "set">,
) => Promise<string>;

/** `undefined` where the refusal is to be told as a program is told. */
export function errorPageFor(
  request: Request,
  table: Pick<RouteTable, "rows" | "find">,
  assets: Assets,
): ErrorPage | undefined {
  if (!prefersPage(request)) return undefined; // As all programs.
  const url = URL.parse(request.url);
  if (url === null || !isPagePath(url.pathname, table)) return undefined;
  return async (error, requestId, { set }) => {
    const body = errorBody({ error, requestId, address: url.pathname + url.search });
    const { hasOperator } = assets;
    const facts = { title: error.title, description: error.message, body, hasOperator };
    const text = page({ ...facts, ...(await assets.of("explorer")) });
    Object.assign(set.headers, PAGE_HEADERS, { "content-type": "text/html; charset=utf-8", vary: "accept" });
    return text;
  };
}

/** A path that nobody serves is a page's, unless it begins as those of programs do. */
function isPagePath(pathname: string, { rows, find }: Pick<RouteTable, "rows" | "find">): boolean {
  const row = find("GET", pathname);
  if (row !== undefined) return isPage(row);
  const root = rootOf(pathname);
  return !rows.some((one) => !isPage(one) && rootOf(one.path) === root);
}

function rootOf(path: string): string {
  return path.split("/")[1] ?? "";
}
