/** What a site puts around any of its pages: header, menus, footer, advertising, what to read next. */
import { dropTagLists } from "./attached.ts";
import { dropSideColumns } from "./columns.ts";
import { commentsBelow } from "./comments.ts";
import { dropMenus } from "./menus.ts";
import { dropNamed } from "./names.ts";
import { dropOwnContents } from "./own-contents.ts";
import { dropByWords } from "./words.ts";
import { textBlocks } from "../tree/text-blocks.ts";
import { textDensity } from "../tree/text-density.ts";
import { holdsPage } from "./holds-page.ts";
import { ancestors, type Element, prune } from "../tree/tree.ts";
import { isLegalLine } from "../tree/class-names.ts";

const COMMENTS_AT_MOST = 0.8;

/** Less is no text that could have been commented on. */
const REST_CHARS = 80;

const MAX_LEGAL_CHARS = 700;

/** Drops the frame. A part that holds most of the text is not the frame, whatever it is called. */
export function dropFrame(root: Element, title: string): void {
  dropNamed(root, title);
  dropTagLists(root);
  dropOwnContents(root);
  dropByWords(root, title);
  dropSideColumns(root, title);
  dropMenus(root, title);
  dropLegal(root);
  // Last, when what is left besides is the page's own.
  dropComments(root);
}

/** What readers wrote below a text goes; where it is most of the page, as in a forum, it is the page. */
function dropComments(root: Element): void {
  const parts = commentsBelow(root);
  if (parts.size === 0) return;
  const density = textDensity(root);
  const whole = density(root).text;
  const held = parts.values().reduce((sum, part) => sum + density(part).text, 0);
  if (held <= Math.min(whole * COMMENTS_AT_MOST, whole - REST_CHARS)) prune(root, (each) => parts.has(each));
}

/** The line that says whose the page is, with what stands beside it. */
function dropLegal(root: Element): void {
  const lines = textBlocks(root)
    .slice(-8)
    .filter(({ text }) => text.length <= 300 && isLegalLine(text));
  if (lines.length === 0) return;
  const density = textDensity(root);
  const whole = density(root).text;
  const gone = new Set<Element>();
  for (const { block } of lines) {
    let found = block;
    for (const each of ancestors(block)) {
      const { text: held, prose } = density(each);
      if (each.tag === "#page" || each.tag === "main" || held > Math.min(MAX_LEGAL_CHARS, whole * 0.5) || prose > 250)
        break;
      if (holdsPage(each)) break;
      found = each;
    }
    if (found !== root) gone.add(found);
  }
  if (gone.size > 0) prune(root, (each) => gone.has(each));
}
