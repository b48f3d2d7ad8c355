/** Where an actor runs, and what it may reach: what the hub knows of it beside its description. */
import type { HubError, Issue } from "../errors.ts";

/** "built_in" comes with the hub, "own" lies in the operator's folder, "installed" is a package. */
export const LEVELS = ["built_in", "own", "installed"] as const;
export type Level = (typeof LEVELS)[number];

export interface Placement {
  readonly level: Level;
  readonly reach: { readonly hosts: readonly string[]; readonly llm: boolean };
  /** Set where it runs in a process of its own. */
  readonly fenced?: FencedPlace;
}

export interface FencedPlace {
  /** How long it may take until a process is there to run it; its own time begins then. */
  readonly startMs: number;
  /** Why it is not run at present. */
  fault(): HubError | undefined;
  /** Judges there what the schema alone cannot say of a valid input. @throws {HubError} when nobody could. */
  readonly check?: (input: unknown) => Promise<readonly Issue[]>;
}
