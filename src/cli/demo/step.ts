/** One step of the demonstration, and what it is given. */
import type { Answer } from "../../payment/payer/exchange.ts";
import type { KeptPayment } from "../../payment/payer/kept.ts";
import type { PayerWorld } from "../../payment/payer/world.ts";

export interface Demo {
  readonly hubUrl: string;
  readonly world: PayerWorld;
  /** Shows one line below the step's title. */
  readonly show: (line: string) => void;
  /** What the steps before have brought. */
  readonly bought: { answer?: Answer; payment?: KeptPayment };
}

export interface Step {
  readonly title: string;
  readonly run: (demo: Demo) => Promise<void>;
}
