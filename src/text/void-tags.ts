/** The elements of HTML that have no content and no end tag, those of older HTML included (html.spec.whatwg.org, 13.1.2). */
export const VOID_TAGS: ReadonlySet<string> = new Set(
  "area base basefont br col command embed frame hr img input keygen link meta param source track wbr".split(" "),
);
