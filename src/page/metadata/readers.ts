/** What readers of a page wrote on it: comments, reviews, answers. It is not of the page's own author or date. */
import { isCommentsName, namesOf } from "../tree/class-names.ts";
import { ancestors, type Element } from "../tree/tree.ts";

export function isOfReaders(each: Element): boolean {
  return ancestors(each).some(
    (around) =>
      /^(?:reviews?|comments?|acceptedAnswer|suggestedAnswer)$/.test(around.attributes.get("itemprop") ?? "") ||
      isCommentsName(namesOf(around)),
  );
}
