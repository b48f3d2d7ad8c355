/** Whether the process can open what a thread needs of it. */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** A thread of Bun's opens about ten; the rest is for who is accepted while it starts. */
const OF_A_THREAD = 32;

/** Bun ends the whole process where a thread that starts cannot have its descriptors: nothing of that can be caught. */
export function canStartThread(): boolean {
  const taken: number[] = [];
  try {
    while (taken.length < OF_A_THREAD) taken.push(openSync(devNull, "r"));
    return true;
  } catch {
    return false;
  } finally {
    for (const each of taken) closeSync(each);
  }
}
