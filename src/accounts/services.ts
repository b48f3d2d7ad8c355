/** Everything about accounts over one store, put together for the composition roots. */
import { monotonic } from "../runtime/day.ts";
import type { Deposits } from "../runtime/ports/deposits.ts";
import type { Clock } from "../runtime/world.ts";
import type { News } from "../store/processes/news.ts";
import type { Store } from "../store/store.ts";
import { createAccounts, type StoredAccounts } from "./accounts.ts";
import { type AnonymousLimits, anonymousCalls } from "./limits/anonymous-calls.ts";
import { type Corrections, createCorrections } from "./corrections.ts";
import { createDeposits } from "./deposits.ts";
import { type Audit, createAudit } from "./audit.ts";
import { type Convert, createConvert } from "./conversion.ts";
import { createDisabledActors, type StoredDisabledActors } from "./disabled-actors.ts";
import { createDirectory, type Directory, type Networks } from "./directory.ts";
import { giveBackLapsed } from "./spending/holds.ts";
import { createKeyCare, type KeyCare } from "./key-care.ts";
import { createKeyLimits, type KeyLimits } from "./key-limits.ts";
import { createKnownKeys, telling } from "./known-keys.ts";
import { createOperator, type Operator } from "./operator.ts";
import { createOrderCare, type OrderCare } from "./order-care.ts";
import { createOrderKeys, type OrderKeys } from "./order-keys.ts";
import { type Arrivals, createArrivals } from "./arrivals.ts";
import { createRegister, type Register } from "./registration.ts";
import { type AdmitRegistration, registrationLimits, type RegistrationLimits } from "./limits/registration-limits.ts";
import { createPaymentStatus, type PaymentStatus } from "./payment-status.ts";
import { createUsage, type ReadUsage } from "./usage.ts";
import type { Limiters } from "./limits/windows.ts";

export interface AccountSettings {
  readonly networks: Networks;
  /** The hub's root secret. */
  readonly secret: string;
  /** Secrets it has replaced: what they made still holds. */
  readonly earlierSecrets?: readonly string[];
  readonly orderTtlSeconds: number;
  /** The tag that payments for single calls carry; no order gets it. */
  readonly reservedTag: number | undefined;
  readonly referralPercent: number;
  readonly anonymous: AnonymousLimits;
  readonly registration: RegistrationLimits;
  /** Calls of one account in a minute; 0 switches the limit off. */
  readonly keyPerMinute: number;
  /** How the processes of a hub tell each other that a key has ended; left out, each finds it in the store. */
  readonly news?: News | undefined;
}

/** That keys of an account have ended, or are not taken for a while; its text is the account's id. */
const KEYS_ENDED = "keys ended";

export interface AccountServices {
  readonly accounts: StoredAccounts;
  readonly directory: Directory;
  readonly register: Register;
  readonly admitRegistration: AdmitRegistration;
  readonly keyCare: KeyCare;
  readonly readUsage: ReadUsage;
  readonly deposits: Deposits;
  readonly orderKeys: OrderKeys;
  readonly paymentStatus: PaymentStatus;
  readonly convert: Convert;
  readonly operator: Operator;
  readonly keyLimits: KeyLimits;
  readonly disabledActors: StoredDisabledActors;
  readonly arrivals: Arrivals;
  readonly corrections: Corrections;
  readonly orderCare: OrderCare;
  readonly audit: Audit;
  /**
   * Renews what this process has set aside, and gives back what processes that died had; to be called every few seconds.
   * Returns how many holds were given back.
   */
  readonly renew: () => Promise<number>;
  /** What keeps the store from being written to, in a sentence. */
  readonly storeFault: () => Promise<string | undefined>;
}

export function accountServices(
  plainStore: Store,
  limiters: Limiters,
  clock: Clock,
  settings: AccountSettings,
): AccountServices {
  const { networks, keyPerMinute, referralPercent, news } = settings;
  const directory = createDirectory(plainStore, networks, clock);
  const keys = createKnownKeys(directory, clock);
  const store = telling(plainStore, keys.forget);
  const changed = (accountId: string): void => news?.tell(KEYS_ENDED, accountId);
  news?.listen(KEYS_ENDED, keys.forgetAccount);
  const anonymous = anonymousCalls(limiters, settings.anonymous);
  const secrets = [settings.secret, ...(settings.earlierSecrets ?? [])];
  // What is counted in a day is shown in the same one.
  const days = monotonic(clock);
  const accounts = createAccounts({
    store: plainStore,
    directory,
    keys,
    anonymous,
    limiters,
    keyPerMinute,
    clock: days,
  });
  return {
    accounts,
    directory,
    register: createRegister({ store, directory, clock, ...settings }),
    admitRegistration: registrationLimits(limiters, settings.registration),
    keyCare: createKeyCare({ store, clock, secrets, changed }),
    readUsage: createUsage(store, days),
    deposits: createDeposits({ store, referralPercent, main: networks.main, clock }),
    orderKeys: createOrderKeys({ store, secrets, networks, clock }),
    paymentStatus: createPaymentStatus(store, clock),
    convert: createConvert({ store, clock, ...settings }),
    operator: createOperator({ store, networks, clock, changed }),
    keyLimits: createKeyLimits(store, clock, changed),
    disabledActors: createDisabledActors(store, clock),
    arrivals: createArrivals({ store, clock, ...settings }),
    corrections: createCorrections(store, networks, clock),
    orderCare: createOrderCare(store, clock),
    audit: createAudit(store),
    storeFault: async () => store.fault(),
    async renew() {
      await accounts.renew();
      return store.transact(() => giveBackLapsed(clock.now()), "relaxed");
    },
  };
}
