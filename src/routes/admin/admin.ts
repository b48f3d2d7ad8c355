/** The operator's endpoints. For everybody without the token they are not there. */
import { adminAccounts, type AdminAccountsDeps } from "./accounts.ts";
import { adminActors, type AdminActorsDeps } from "./actors.ts";
import { adminClients, type AdminClientsDeps } from "./clients.ts";
import { adminLimits, type AdminLimitsDeps } from "./limits.ts";
import { adminLists, type AdminListsDeps } from "./lists.ts";
import { adminMoney, type AdminMoneyDeps } from "./money.ts";
import { adminOverview, type AdminOverviewDeps } from "./overview.ts";
import type { Mount } from "../http/mount.ts";
import { operatorHandlers, type OperatorHandlersDeps } from "./handlers.ts";

export interface AdminRoutesDeps
  extends
    OperatorHandlersDeps,
    AdminListsDeps,
    AdminMoneyDeps,
    AdminAccountsDeps,
    AdminLimitsDeps,
    AdminActorsDeps,
    AdminClientsDeps,
    AdminOverviewDeps {}

export function adminRoutes(deps: AdminRoutesDeps, mount: Mount): void {
  const handlers = operatorHandlers(deps);
  adminOverview(deps, handlers, mount);
  adminLists(deps, handlers, mount);
  adminMoney(deps, handlers, mount);
  adminAccounts(deps, handlers, mount);
  adminLimits(deps, handlers, mount);
  adminActors(deps, handlers, mount);
  adminClients(deps, handlers, mount);
}
