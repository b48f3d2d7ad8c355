/** What only hangs on other things: the names of fields that a reader would fill in, and the tags a text is filed under. */
import { textBlocks } from "../tree/text-blocks.ts";
import { textDensity } from "../tree/text-density.ts";
import { descendants, type Element, prune } from "../tree/tree.ts";

/** Of the text of a page; where tags are more, they are what it lists. */
const TAGS_AT_MOST = 0.3;

/** Those of boxes and buttons to choose by stay: some pages name their tabs so. The fields must still be there. */
export function dropFieldLabels(root: Element): void {
  const labels = descendants(root)
    .filter(({ tag }) => tag === "label")
    .toArray();
  if (labels.length === 0) return;
  const ids = new Set(
    descendants(root)
      .filter(isField)
      .map(({ attributes }) => attributes.get("id")),
  );
  const gone = new Set(
    labels.filter((label) => {
      const target = label.attributes.get("for");
      return (target !== undefined && ids.has(target)) || descendants(label).some(isField);
    }),
  );
  prune(root, (each) => gone.has(each));
}

function isField({ tag, attributes }: Element): boolean {
  if (tag === "select" || tag === "textarea") return true;
  return tag === "input" && !/^(?:checkbox|radio|button|submit|image)$/i.test(attributes.get("type") ?? "text");
}

/** Blocks of nothing but links that say of themselves that they are tags (microformat rel-tag). */
export function dropTagLists(root: Element): void {
  const density = textDensity(root);
  const found = textBlocks(root).filter(({ block, text, linked }) => {
    // Lines that stand loose beside others, each in the same block, are no block of links.
    if (block === root || linked < text.length * 0.8 || density(block).text > text.length) return false;
    const links = descendants(block)
      .filter(({ tag }) => tag === "a")
      .toArray();
    return links.length > 0 && links.every(isTag);
  });
  const held = found.reduce((sum, { text }) => sum + text.length, 0);
  if (found.length === 0 || held > density(root).text * TAGS_AT_MOST) return;
  const gone = new Set(found.map(({ block }) => block));
  prune(root, (each) => gone.has(each));
}

function isTag({ attributes }: Element): boolean {
  return /(?:^|\s)tag(?:\s|$)/i.test(attributes.get("rel") ?? "");
}
