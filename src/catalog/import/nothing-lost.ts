/** A source that could not be read takes nothing away: its entries stay as they were, and the operator is told why. */
import { OperatorError } from "../../runtime/errors.ts";
import type { Tallies } from "../search/facts.ts";
import type { ReadFault } from "./read-document.ts";
import type { ImportSource } from "./source.ts";

export interface SourceReading {
  readonly source: ImportSource;
  /** How many entries the source had, and how many operations it was read to have. */
  readonly before: number;
  readonly now: number;
  /** Descriptions that could not be read. */
  readonly faults: readonly ReadFault[];
  /** Descriptions that could be read, and yet may have lost their end. */
  readonly cuts: readonly ReadFault[];
  /** Descriptions that lack what stood at their end when they were read last. */
  readonly ends: readonly ReadFault[];
  /** What was counted when it was read last. */
  readonly known: Tallies[string] | undefined;
}

/**
 * A folder may hold a few descriptions that are broken, as long as they were when it was read last.
 * @throws {OperatorError} with the file and the reason.
 */
export function assertNothingLost({ source, before, now, faults, cuts, ends, known }: SourceReading): void {
  const [fault] = faults;
  const brokenBefore = known?.skipped["broken description"] ?? 0;
  const isWorse = before > 0 && faults.length > brokenBefore;
  if (fault !== undefined && (isWorse || faults.length === source.documents.length))
    throw unreadable(fault, faults.length);
  const [cut] = cuts;
  if (cut !== undefined && now < before) throw unreadable(cut, 1);
  const [end] = ends;
  if (end !== undefined)
    throw unreadable({ ...end, reason: `${end.reason}; if that is meant, add it with --shorter` }, ends.length);
  if (before > 0 && now === 0 && source.documents.length > 0)
    throw unreadable({ name: source.name, reason: `it holds no operation, and had ${before}` }, 1);
  if (before > 0 && source.documents.length === 0)
    throw unreadable({ name: source.name, reason: `it holds no description, and had ${before} entries` }, 1);
}

function unreadable({ name, reason }: ReadFault, count: number): OperatorError {
  const others = count > 1 ? ` (and ${count - 1} more)` : "";
  return new OperatorError(`Cannot read "${name}": ${reason}${others}. The catalogue is as it was.`);
}
