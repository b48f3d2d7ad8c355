/** Who learns from what is asked of the searches. */
import type { Hit } from "../../runtime/catalog.ts";
import type { Holder } from "../../runtime/ports/accounts.ts";
import type { Admission } from "../../runtime/run/operation.ts";

export interface QuestionLog {
  asked(holder: Holder, text: string, shown: readonly string[], address: string): void;
}

/** Of strangers nothing is learned. */
export function noteQuestion(
  learning: QuestionLog | undefined,
  { standing, address }: Admission,
  words: string,
  shown: readonly string[],
): void {
  if (standing.state === "known") learning?.asked(standing.holder, words, shown, address());
}

export function slugsOf(hits: readonly Hit[]): string[] {
  return hits.map(({ entry }) => entry.slug);
}
