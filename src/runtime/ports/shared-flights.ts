/** Identical runs under way at the same time in several processes of a hub: one does the work, the others get its answer. */
import type { Answer, WholeAnswer } from "./answer.ts";

export interface SharedFlights {
  /**
   * Takes the lead where nobody has it, else waits for the answer of whoever has, for a few seconds at most. Never fails:
   * where nothing can be found out, the run goes alone. `signal` ends the wait.
   */
  join(key: string, signal: AbortSignal): Promise<FlightRole>;
}

export type FlightRole =
  | { readonly role: "leads"; readonly lead: Lead }
  | { readonly role: "follows"; readonly answer: WholeAnswer }
  /** Nobody waits for it, and it waits for nobody. */
  | { readonly role: "alone" };

export interface Lead {
  /** Tells those who wait, and comes back at once. Left out where there is no answer: then each works by itself. */
  end(answer?: Answer): void;
}
