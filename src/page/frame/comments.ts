/** What readers wrote: below a text it is not of the text, between the posts of a conversation it is. */
import { textBlocks } from "../tree/text-blocks.ts";
import { textDensity } from "../tree/text-density.ts";
import { holdsComments, names, namesOf } from "../tree/class-names.ts";
import { isThread } from "../tree/thread.ts";
import { ancestors, descendants, type Element } from "../tree/tree.ts";

/** Less is a name or a number. */
const LINE_CHARS = 25;

/** What mail and chat call what somebody wrote, the first as any other. */
const LETTER = names("e ?mail|message");

/** The outermost parts that hold comments on a text. */
export function commentsBelow(root: Element): ReadonlySet<Element> {
  const parts = commentParts(root);
  return isConversation(root, parts) ? new Set() : parts;
}

/** The comments of a conversation, with all that is in them. */
export function commentsBetween(root: Element): ReadonlySet<Element> {
  const parts = commentParts(root);
  return new Set(isConversation(root, parts) ? [...parts].flatMap((part) => [part, ...descendants(part)]) : []);
}

function commentParts(root: Element): ReadonlySet<Element> {
  const parts = new Set<Element>();
  const gather = (element: Element): void => {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      if (holdsComments(child)) parts.add(child);
      else gather(child);
    }
  };
  gather(root);
  return parts;
}

function isConversation(root: Element, parts: ReadonlySet<Element>): boolean {
  return parts.size > 0 && (isThread(root) || goesOnBetween(root, parts) || isOfLetters(root, parts));
}

/** What is answered is called as its answers are. */
export function isOfLetters(root: Element, parts: ReadonlySet<Element> = commentParts(root)): boolean {
  const isLetter = (each: Element): boolean => LETTER.test(namesOf(each));
  const answers = new Set([...parts].flatMap((part) => descendants(part).filter(isLetter).toArray()));
  if (answers.size === 0) return false;
  const density = textDensity(root);
  const says = (each: Element): boolean => density(each).text - density(each).linked >= LINE_CHARS;
  return (
    answers.values().some(says) && descendants(root).some((each) => isLetter(each) && !answers.has(each) && says(each))
  );
}

/** The page goes on after some comments and before others, as answers do. */
function goesOnBetween(root: Element, parts: ReadonlySet<Element>): boolean {
  if (parts.size < 2) return false;
  // Of each line of the page that says something, in their order.
  const isComment = textBlocks(root)
    .filter(({ text, linked }) => text.length - linked >= LINE_CHARS)
    .map(({ block }) => parts.has(block) || ancestors(block).some((each) => parts.has(each)));
  return isComment.slice(isComment.indexOf(true), isComment.lastIndexOf(true)).includes(false);
}
