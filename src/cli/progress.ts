/** How far a long command has come, and how long it will take: a bar on a terminal, a line for each tenth elsewhere. */

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 30;
const LINE = 50;
const COLUMNS = 80;

/** `clock` is in milliseconds; `words` say what is done, and what comes after it. */
export function showProgress(
  terminal: Terminal,
  clock: () => number,
  words: { readonly doing: string; readonly next: string } = { doing: "reading", next: "; then the index" },
): (progress: { done: number; total: number; isIndexing?: boolean }) => void {
  const startedAt = clock();
  let told = -1;
  return ({ done, total, isIndexing = false }) => {
    const share = total === 0 ? 1 : done / total;
    const steps = terminal.isTTY === true ? 100 : 10;
    // The end comes twice: all is read, and all is done.
    const step = Math.floor(share * steps) + Number(done === total && !isIndexing);
    if (step === told) return;
    told = step;
    const left = share > 0.02 ? ((clock() - startedAt) / share) * (1 - share) : undefined;
    const reading =
      left === undefined ? words.doing : `${words.doing}, about ${Math.ceil(left / 1000)} s left${words.next}`;
    const estimate = isIndexing ? "read; building the index" : done === total ? "done" : reading;
    const line = `${String(Math.floor(share * 100)).padStart(3)} %  ${done} of ${total}, ${estimate}`;
    if (terminal.isTTY !== true) terminal.write(`${line}\n`);
    else {
      // One column is left free: where a line ends at the last one, some terminals begin the next.
      const room = (terminal.columns ?? COLUMNS) - 1;
      const full = Math.round(share * BAR);
      const bar = `[${"█".repeat(full)}${"·".repeat(BAR - full)}] `;
      const text = bar.length + line.length <= room ? bar + line.padEnd(LINE) : line.padEnd(LINE);
      terminal.write(`\r${text.slice(0, room)}${done === total && !isIndexing ? "\n" : ""}`);
    }
  };
}
