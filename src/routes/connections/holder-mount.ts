/** Mounts what the holder of a key does with its connections, and reads the bodies of that. */
import type { Route } from "../../presenters/route.ts";
import type { inputValidator } from "../../runtime/schema.ts";
import { type BodyDeps, expectValid } from "../http/body.ts";
import { answerHolder, bodyOfHolder, type HolderDeps } from "../http/holder.ts";
import type { Mount, RouteContext } from "../http/mount.ts";

export interface HolderMountDeps extends HolderDeps, BodyDeps {}

export const CONNECTIONS_PATH = "/api/v1/agent/connections/";

type Row = Pick<Route, "id" | "method" | "path" | "summary" | "ok"> & Partial<Route>;

export function holderMount(deps: HolderMountDeps, mount: Mount) {
  return { add, bodyOf };

  function add(row: Row, answered: (accountId: string, context: RouteContext) => Promise<object>): void {
    const { method, path, summary: description } = row;
    mount({ ...row, tag: "connections", access: "holder", statuses: [403, ...(row.statuses ?? [])] }, (context) => {
      const { request, params, set } = context;
      const endpoint = { method: method === "WS" ? "GET" : method, path, description, area: "connections" } as const;
      return answerHolder(deps, { request, set }, endpoint, (holder) => answered(holder.id, { request, params, set }));
    });
  }

  async function bodyOf<Form>(judge: ReturnType<typeof inputValidator>, request: Request): Promise<Form> {
    const endpoint = { method: "POST", path: CONNECTIONS_PATH, description: "Connections of a key." } as const;
    const { value } = expectValid(judge, await bodyOfHolder(deps, request, endpoint));
    return value as Form; // Judged.
  }
}
