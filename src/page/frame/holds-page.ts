/** What is a part of the page itself, however it is named: nothing that holds it is put away. */
import { descendants, type Element } from "../tree/tree.ts";

export function holdsPage(element: Element): boolean {
  return descendants(element).some(({ tag }) => tag === "h1" || tag === "main" || tag === "article" || tag === "table");
}
