/** Reads a page that is no article: everything it shows but the frame, in its order, with its tables and lists. */
import { dropTitle } from "./container.ts";
import { dropFrame } from "./frame/frame.ts";
import { copyOf, type Element } from "./tree/tree.ts";

/** `page` is left as it is. */
export function structuredReading(page: Element, title: string): Element {
  const root = copyOf(page);
  dropFrame(root, title);
  dropTitle(root, title);
  return root;
}
