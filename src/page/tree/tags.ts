/** What HTML says of its elements, as far as reading a page needs it. */

/** They start on a line of their own. */
export const BLOCK = new Set(
  (
    "#page address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure " +
    "footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre search section summary table " +
    "tbody td tfoot th thead tr ul caption"
  ).split(" "),
);

export const HEADING = /^h[1-6]$/;

/** They show no text at all. */
export const NEVER_SHOWN = new Set(["script", "style", "template", "noscript", "iframe", "object", "canvas", "svg"]);

/** They never show text of the page itself. */
export const UNSEEN = new Set(
  (
    "script style template noscript svg iframe object applet canvas audio video select datalist " +
    "textarea input button option optgroup progress meter slot portal noembed noframes rp title head " +
    "annotation annotation-xml"
  ).split(" "),
);

/** An open paragraph ends where one of these begins. */
export const ENDS_PARAGRAPH = new Set(
  (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 " +
    "h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section table ul"
  ).split(" "),
);

interface EndRule {
  readonly ends: ReadonlySet<string>;
  /** Where to stop looking for it. */
  readonly within: ReadonlySet<string>;
}

/** What each of these may end that was left open. */
export const ENDS_SIBLING: ReadonlyMap<string, EndRule> = new Map(
  [
    ["li", "li", "ul ol menu dir"],
    ["dt", "dt dd", "dl"],
    ["dd", "dt dd", "dl"],
    ["tr", "tr caption colgroup", "table thead tbody tfoot"],
    ["td", "td th", "table tr"],
    ["th", "td th", "table tr"],
    ["tbody", "thead tbody tfoot caption colgroup", "table"],
    ["tfoot", "thead tbody caption colgroup", "table"],
    ["thead", "tbody caption colgroup", "table"],
    ["option", "option", "select datalist"],
    ["a", "a", "table td li div section article"],
  ].map(([tag = "", ends = "", within = ""]) => [
    tag,
    { ends: new Set(ends.split(" ")), within: new Set(within.split(" ")) },
  ]),
);
