/** The operator's endpoints. Without the setting, and for everybody without the token, they are not there. */
import { adminAccounts, type AdminAccountsDeps } from "./admin-accounts.ts";
import { adminActors, type AdminActorsDeps } from "./admin-actors.ts";
import { adminClients, type AdminClientsDeps } from "./admin-clients.ts";
import { adminLimits, type AdminLimitsDeps } from "./admin-limits.ts";
import { adminLists, type AdminListsDeps } from "./admin-lists.ts";
import { adminMoney, type AdminMoneyDeps } from "./admin-money.ts";
import { adminOverview, type AdminOverviewDeps } from "./admin-overview.ts";
import type { Mount } from "./mount.ts";
import { operatorHandlers, type OperatorHandlersDeps } from "./operator-handlers.ts";

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
