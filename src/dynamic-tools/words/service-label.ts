/** The service that a request may begin with: "Box: delete the folder", "in Trello, delete the card". */

/** Whose it is, before what is to be done. */
const LABEL =
  /^\s*(?:(?:[Ii]n |[Oo]n |[Ww]ith )?\p{L}[\p{L}\d.&' -]{1,30}:(?! {0,2}\n)|(?:[Ii]n |[Oo]n |[Ww]ith )?\p{L}[\p{L}\d.&'-]{1,30}(?: \p{Lu}[\p{L}\d.&'-]{1,20})?,)\s+/u;

/** The request itself, which begins with its verb. */
export function behindLabel(text: string): string {
  return text.replace(LABEL, "");
}
