/** Work that is asked for more often than it needs to be done, such as a look at a folder that changes. */

/** Never done beside itself: all who ask while it is under way get the run after that. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const run = (): Promise<void> => {
    queued = undefined;
    return work();
  };
  return () => (queued ??= running = running.then(run, run));
}
