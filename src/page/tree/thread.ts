/** Pages that say of themselves that they are threads: questions with their answers, posts with their replies. */
import { descendants, type Element } from "./tree.ts";

const THREAD_TYPE = /(?:^|\/)(?:QAPage|DiscussionForumPosting)$/;
/** Answers that the page itself gives. */
const OWN_ANSWERS = /(?:^|\/)FAQPage$/;

export function isThreadType(type: string): boolean {
  return THREAD_TYPE.test(type);
}

/** By microdata; of questions that nobody asked, none is. */
export function isThread(root: Element): boolean {
  let isOne = false;
  for (const { attributes } of descendants(root)) {
    const type = attributes.get("itemtype") ?? "";
    if (OWN_ANSWERS.test(type)) return false;
    isOne ||= isThreadType(type) || /^(?:accepted|suggested)Answer$/.test(attributes.get("itemprop") ?? "");
  }
  return isOne;
}
