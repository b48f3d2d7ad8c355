/** When an actor that was refused for the moment is tried again: the machine had much else to do, and has less by then. */

export interface Retries {
  /** Whether it is time to try this one again. To be asked once in each scan. */
  isDue(name: string): boolean;
  /** How it went. What is in another `state` than at the last try begins anew. */
  note(name: string, state: string, isPassing: boolean): void;
  forget(name: string): void;
}

/** After so many scans each time, which is after ten seconds, one minute and five. */
const SCANS_BEFORE_RETRY = [5, 30, 150];

interface Late {
  readonly state: string;
  readonly times: number;
  scansLeft: number;
}

export function createRetries(): Retries {
  const late = new Map<string, Late>();
  return {
    isDue(name) {
      const known = late.get(name);
      return known !== undefined && --known.scansLeft === 0;
    },
    note(name, state, isPassing) {
      const known = late.get(name);
      const times = known?.state === state ? known.times : 0;
      const scansLeft = SCANS_BEFORE_RETRY[times];
      if (isPassing && scansLeft !== undefined) late.set(name, { state, times: times + 1, scansLeft });
      else late.delete(name);
    },
    forget: (name) => void late.delete(name),
  };
}
