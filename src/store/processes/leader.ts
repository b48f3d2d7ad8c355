/** Which one of a hub's processes does what only one has to do. */

export interface Leadership extends AsyncDisposable {
  /** Whether this process leads at this moment; it may be over before what is begun now has ended. */
  leads(): boolean;
  /** Called each time this process has become the leader. */
  onLead(listener: () => void): void;
}

/** Of a store that one process serves: it leads from the beginning. */
export function soleLeader(): Leadership {
  return {
    leads: () => true,
    onLead: (listener) => listener(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
