/** Whether "<…>" in a text is markup, judged by the whole text: generics and placeholders look like tags, too. */

/** What stands between "<" and ">", as far as it matters. */
export interface TagFacts {
  /** In lower case. */
  readonly name: string;
  readonly hasAttributes: boolean;
}

const HTML = new Set(
  (
    "a abbr acronym address article aside audio b base bdi bdo big blockquote body br button canvas caption center cite " +
    "code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font " +
    "footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li " +
    "link main map mark marquee menu meta meter nav nobr noscript object ol optgroup option output p param picture pre " +
    "progress q rp rt ruby s samp script section select slot small source span strike strong style sub summary sup svg " +
    "table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr"
  ).split(" "),
);
/** Written without an end tag, or hidden from readers whatever comes after: one alone is markup. */
const ALONE = new Set("br hr img input wbr p li dd dt td th tr script style iframe".split(" "));

const NAME = String.raw`[a-z][\w.-]{0,63}(?::[\w.-]{1,63})?`;
const END_TAG = new RegExp(String.raw`</${NAME}\s{0,8}>`, "gi");
const START_TAG = new RegExp(String.raw`<${NAME}(?:\s[^<>]*)?/?>[\p{L}\p{N}]?`, "giu");
const AFTER_NAME = /[\s/>]/;

/**
 * A judge of the tags of one text. Certain are elements with an end tag, HTML's that need none, have attributes or
 * stand right before a word, and declarations and comments; in a text with any of these, every HTML element is markup. Anything else is text.
 */
export function markupJudge(text: string): (tag: TagFacts) => boolean {
  const ended = new Set<string>();
  for (const tag of tagsIn(text, END_TAG)) ended.add(nameOf(tag, 2));
  const paired = new Set<string>();
  let isCertain = /<!--|<!doctype|<!\[CDATA\[|<\?[a-z]/i.test(text);
  for (const tag of tagsIn(text, START_TAG)) {
    const name = nameOf(tag, 1);
    if (ended.has(name)) paired.add(name);
    isCertain ||= ALONE.has(name) || (HTML.has(name) && (tag.includes("=") || !tag.endsWith(">")));
  }
  isCertain ||= paired.size > 0;
  return ({ name, hasAttributes }) =>
    paired.has(name) || ALONE.has(name) || hasAttributes || (HTML.has(name) && (isCertain || ended.has(name)));
}

/** All that match, which have one "<" each. A match of its own for each would take many times the room of the text. */
function* tagsIn(text: string, pattern: RegExp): Generator<string> {
  pattern.lastIndex = 0;
  while (pattern.test(text)) {
    const end = pattern.lastIndex;
    yield text.slice(text.lastIndexOf("<", end - 1), end);
    pattern.lastIndex = end; // Whoever was given the tag may have read other texts.
  }
}

function nameOf(tag: string, start: number): string {
  return tag.slice(start, start + tag.slice(start).search(AFTER_NAME)).toLowerCase();
}
