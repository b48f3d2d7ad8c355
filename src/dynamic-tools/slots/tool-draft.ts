/** A tool as it was made of words: the operation, what is filled in, and how sure that is. */
import type { Callee } from "../../proxy/operations.ts";
import type { Entry } from "../../runtime/catalog.ts";
import type { Constants } from "./constants.ts";
import type { Need } from "./needs.ts";

export interface ToolDraft {
  readonly callee: Callee;
  readonly constants: Constants;
  /** How likely its operation is the right one, 0 to 1. */
  readonly likelihood: number;
  /** How likely its request is right as well. */
  readonly confidence: number;
  /** What the caller must say still. */
  readonly needs: readonly Need[];
  /** Other operations that may be meant as well, where the second comes close. */
  readonly nearMisses: readonly Entry[];
  readonly candidates: readonly Entry[];
}
