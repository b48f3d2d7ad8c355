/** One step of the demonstration, and what it is given. */
import type { SellerAnswer } from "../../payment/payer/exchange.ts";
import type { PendingPayment } from "../../payment/payer/pending-payments.ts";
import type { PayerContext } from "../../payment/payer/context.ts";
import type { NotesApi } from "./notes-api.ts";

export interface Demo {
  readonly hubUrl: string;
  readonly world: PayerContext;
  /** An API of the demonstration's own, with a login. */
  readonly notes: NotesApi;
  /** Shows one line below the step's title. */
  readonly show: (line: string) => void;
  /** What the steps before have brought. */
  readonly bought: { answer?: SellerAnswer; payment?: PendingPayment };
}

export interface DemoStep {
  readonly title: string;
  readonly run: (demo: Demo) => Promise<void>;
}
