/** The text of a page that its scripts would show, out of the data that it sends along for them. */
import { findContainer } from "./container.ts";
import { dataOf } from "./shell/data.ts";
import { dataElements } from "./shell/elements.ts";
import { textDensity } from "./tree/text-density.ts";
import { element, type Element, evenText } from "./tree/tree.ts";

/** Interfaces have sentences, too; a text has more of them in one place. */
const ENOUGH = 250;

/** The list or the string that holds most sentences; `undefined` where none holds enough. */
export function embeddedText(page: Element): Element | undefined {
  const root = element("dl", new Map());
  for (const each of dataElements(dataOf(page))) {
    each.parent = root;
    root.children.push(each);
  }
  evenText(root);
  const found = findContainer(root);
  return found !== root && textDensity(found)(found).prose >= ENOUGH ? found : undefined;
}
