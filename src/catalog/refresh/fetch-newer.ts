/** Reads what is newer, a few at once. One that cannot be read is told and left as it was. */
import { openDescription } from "../import/description.ts";
import { upgradeDescription } from "../import/upgrade/upgrade.ts";
import type { ReadFault } from "../import/read-document.ts";
import type { Validators } from "../import/mirror.ts";

export type NewerDescription =
  | { readonly kind: "same" }
  | { readonly kind: "new"; readonly text: string; readonly bytes: number; readonly validators: Validators };

/** Asks for what is newer than the validators say. @throws {Error} whose message says why it cannot be read. */
export type FetchNewer = (url: string, known: Validators, signal: AbortSignal | undefined) => Promise<NewerDescription>;

export interface FetchTask {
  readonly api: string;
  readonly url: string;
  readonly known: Validators;
}

export interface FetchNewerOptions {
  readonly fetchNewer: FetchNewer;
  readonly signal?: AbortSignal | undefined;
  /** Told before each, and at the end. */
  readonly onProgress?: ((progress: { readonly done: number; readonly total: number }) => void) | undefined;
  readonly onSame: (api: string) => void;
  readonly onNew: (api: string, description: Uint8Array, validators: Validators) => void;
}

export interface FetchOutcome {
  readonly faults: readonly ReadFault[];
  /** How many were not asked for, for too many failed or so much was read. */
  readonly left: number;
}

const AT_ONCE = 4;
/** A directory that fails so often in a row is left alone. */
const MAX_FAILURES = 10;
/** Of one run; the next goes on. */
const MAX_TOTAL_BYTES = 1024 * 1024 * 1024;

/** @throws what the signal says where it is aborted. */
export async function fetchAll(wanted: readonly FetchTask[], options: FetchNewerOptions): Promise<FetchOutcome> {
  const { fetchNewer, signal, onProgress, onSame, onNew } = options;
  const faults: ReadFault[] = [];
  let [next, done, failures, total] = [0, 0, 0, 0];

  const work = async (): Promise<void> => {
    for (let one = wanted[next]; one !== undefined && isGoing(); one = wanted[next]) {
      next++;
      onProgress?.({ done: done++, total: wanted.length });
      signal?.throwIfAborted();
      try {
        const found = await fetchNewer(one.url, one.known, signal);
        if (found.kind === "same") onSame(one.api);
        else {
          total += found.bytes;
          onNew(one.api, described(found.text), found.validators);
        }
        failures = 0;
      } catch (error) {
        signal?.throwIfAborted();
        failures++;
        const [reason = ""] = (error instanceof Error ? error.message : "it cannot be read").split("\n");
        faults.push({ name: one.url, reason });
      }
    }
  };
  const isGoing = (): boolean => failures < MAX_FAILURES && total < MAX_TOTAL_BYTES;
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (wanted.length > 0) onProgress?.({ done: wanted.length, total: wanted.length });
  return { faults, left: wanted.length - next };
}

/** As the package has them: OpenAPI 3.x in JSON. */
function described(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(JSON.stringify(upgradeDescription(text)));
  openDescription(bytes);
  return bytes;
}
