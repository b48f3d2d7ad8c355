/** What logins and the tokens that come of them both need. */
import type { Clock } from "../../runtime/world.ts";
import type { Store } from "../../store/store.ts";
import type { Clients } from "../clients.ts";
import type { ConnectionService } from "../service.ts";
import type { Vault } from "../vault.ts";
import type { TokenExchange } from "./exchange.ts";

export interface OauthDeps {
  readonly store: Store;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly service: ConnectionService;
  readonly clients: Clients;
  readonly exchange: TokenExchange;
}
