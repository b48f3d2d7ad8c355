/** What the simulated processes reach the world through: every call waits for its turn, before and after it acts. */
import { append } from "../../../src/accounts/spending/balances.ts";
import { insertHold } from "../../../src/accounts/spending/hold-queries.ts";
import {
  insertPayment,
  markRedeemed,
  markSettled,
  type PaymentRow,
  renewLease,
  takeLease,
} from "../../../src/payment/claims/queries.ts";
import type { Ledger } from "../../../src/payment/ledger.ts";
import type { Awaitable } from "../../../src/runtime/world.ts";
import type { Build, Steps, Store, Values } from "../../../src/store/store.ts";
import type { ToyLedger } from "../toy-ledger.ts";
import type { Point } from "./chronicle.ts";
import { scene } from "./scene.ts";

/** What watches over the calls of one process. */
export interface Watch {
  turn(): Promise<void>;
  /** Does what takes real time, while the play waits for it. */
  wait<T>(work: () => Awaitable<T>): Promise<T>;
  /** Whether the store fails now, before it has done what it was asked or after it. */
  storeFault(): "before" | "after" | undefined;
  note(what: string): void;
  onHold(hold: string, hash: string, until: number): void;
  onRenewed(hold: string, until: number): void;
  onRedeemed(hash: string): void;
  onSetAside(day: string): void;
}

/** Where a request has got to when one of these writes is done. */
const REACHED: ReadonlyMap<Build<never>, Point> = new Map<Build<never>, Point>([
  [insertPayment as Build<never>, "after claim"],
  [takeLease as Build<never>, "after claim"],
  [markSettled as Build<never>, "after settle"],
  [markRedeemed as Build<never>, "after the result is stored"],
  [append as Build<never>, "after the result is stored"],
]);

/** A store whose every call waits for its turn before and after it acts: to die in between is to die having acted. */
export function watchedStore(store: Store, watch: Watch): Store {
  const between = async <T>(act: () => Awaitable<T>): Promise<T> => {
    await watch.turn();
    const fault = watch.storeFault();
    if (fault === "before") throw new Error("The disk is full");
    const result = await watch.wait(act);
    await watch.turn();
    if (fault === "after") throw new Error("The store does not say whether it has done it");
    return result;
  };
  return {
    ask: (build, values = {}) =>
      between(async () => {
        const result = await store.ask(build, values);
        saw(build, values, result);
        return result;
      }),
    transact: (steps, durability) =>
      between(async () => {
        const done: (() => void)[] = [];
        const result = await store.transact(() => {
          done.length = 0;
          return listened(steps(), done);
        }, durability);
        for (const tell of done) tell();
        return result;
      }),
    fault: () => store.fault(),
    [Symbol.asyncDispose]: async () => undefined,
  };

  function* listened<T>(steps: Steps<T>, done: (() => void)[]): Steps<T> {
    let state = steps.next();
    while (!state.done) {
      const { build, values } = state.value;
      const result = yield state.value;
      done.push(() => saw(build, values, result));
      state = steps.next(result);
    }
    return state.value;
  }

  function saw(build: Build<unknown>, values: Values, result: unknown): void {
    if (build === insertHold) watch.onSetAside(String(values["day"]));
    const [row] = (Array.isArray(result) ? result : []) as PaymentRow[]; // Of the queries below, which return rows.
    if (build === renewLease && row !== undefined) watch.onRenewed(String(values["hold"]), Number(values["heldUntil"]));
    const point = REACHED.get(build as Build<never>);
    const request = scene.getStore();
    if (point === undefined || (row === undefined && build !== append)) return;
    if (request !== undefined) request.at = point;
    if (build === insertPayment || build === takeLease) {
      watch.onHold(row?.hold ?? "", row?.tx_hash ?? "", row?.held_until ?? 0);
      watch.note(`holds the payment of request ${request?.number ?? "nobody"}, which is ${row?.state}`);
    }
    if (build === markSettled) watch.note("notes that the payment has arrived");
    if (build === markRedeemed) {
      watch.onRedeemed(row?.tx_hash ?? "");
      watch.note("keeps the answer, and the payment is redeemed");
    }
  }
}

export function watchedLedger(ledger: ToyLedger, watch: Watch): Ledger {
  const between = async <T>(act: () => Promise<T>): Promise<T> => {
    await watch.turn();
    const result = await act();
    await watch.turn();
    return result;
  };
  return {
    network: ledger.network,
    view: async (payer, signal) => reached("after verify", await between(() => ledger.view(payer, signal))),
    find: async (hash, signal) => reached("after verify", await between(() => ledger.find(hash, signal))),
    submit: (blob, signal) =>
      between(async () => {
        const answer = await ledger.submit(blob, signal);
        watch.note(`submits a payment and is told ${answer.result}`);
        return reached("after submit", answer);
      }),
    fate: (sent, first, last, signal) => between(() => ledger.fate(sent, first, last, signal)),
    answers: (signal) => ledger.answers(signal),
    nextLedger: (index, signal) => ledger.nextLedger(index, signal),
  };
}

/** Only forwards: a payment that was submitted is looked at again and again. */
function reached<T>(point: Point, answer: T): T {
  const request = scene.getStore();
  if (request !== undefined && (point !== "after verify" || request.at === "before verify")) request.at = point;
  return answer;
}
