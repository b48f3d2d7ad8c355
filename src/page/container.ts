/** The part of a page that holds its text, and the lead that many pages keep outside of it. */
import { proseLength } from "./tree/text-density.ts";
import { textBlocks, type TextBlock } from "./tree/text-blocks.ts";
import { HEADING } from "./tree/tags.ts";
import { letters } from "./metadata/title.ts";
import { ancestors, descendants, type Element, paragraph, prune, rawText } from "./tree/tree.ts";
import { bodyRank, isLeadName, namesOf } from "./tree/class-names.ts";

/** What a sentence still counts for one level further out: parts that hold little else outweigh what holds them. */
const DECAY = 0.85;
const NO_CONTAINER = /^(?:p|h\d|blockquote|pre|li|td|dl|dt|dd|ul|ol)$/;
const MAX_LEADS = 4;
const LEAD_CHARS = 60;
const MAX_TOPS = 1;
const NAMED_LEAD_CHARS = 25;

export function findContainer(root: Element): Element {
  const scores = new Map<Element, number>();
  for (const run of textBlocks(root)) {
    let weight = proseLength(run);
    for (let each: Element | undefined = run.block; weight > 0 && each !== undefined; each = each.parent) {
      scores.set(each, (scores.get(each) ?? 0) + weight);
      weight *= DECAY;
    }
  }
  let best = root;
  let most = 0;
  for (const [each, score] of scores) {
    if (NO_CONTAINER.test(each.tag)) continue;
    const weighed = score * promise(each);
    if (weighed <= most) continue;
    best = each;
    most = weighed;
  }
  return best;
}

/** How much more an element counts for what it says it is. */
function promise(of: Element): number {
  if (/articleBody/i.test(of.attributes.get("itemprop") ?? "")) return 1.5;
  const rank = bodyRank(namesOf(of));
  if (rank === 0 || of.tag === "article") return 1.3;
  if (of.tag === "main") return 1.2;
  return rank === 1 ? 1.1 : 1;
}

/** What stands between the headline and the container and reads like sentences. */
export function findLead(root: Element, container: Element, title: string): Element[] {
  if (root === container) return [];
  const wanted = letters(title);
  const inside = new Set(textBlocks(container).map(({ text }) => letters(text)));
  let leads = new Map<string, Element>();
  let isAfterTitle = false;
  for (const run of textBlocks(root)) {
    const { block, text } = run;
    if (block === container || ancestors(block).some((each) => each === container)) break;
    if (block.tag === "h1" || (HEADING.test(block.tag) && isStartOf(letters(text), wanted))) {
      isAfterTitle = true;
      leads = new Map();
    } else if (isAfterTitle && isLead(run) && !inside.has(letters(text))) leads.set(letters(text), paragraph(text));
  }
  return [...leads.values()].slice(-MAX_LEADS);
}

function isLead(run: TextBlock): boolean {
  const { block, text, linked } = run;
  if (linked >= text.length * 0.3) return false;
  if (text.length >= LEAD_CHARS && proseLength(run) > 0) return true;
  const names = [block, ...(block.parent === undefined ? [] : [block.parent])].map(namesOf);
  return text.length >= NAMED_LEAD_CHARS && names.some(isLeadName);
}

/** The title stands in a field of its own. */
export function dropTitle(root: Element, title: string): void {
  const wanted = letters(title);
  const tops = descendants(root)
    .filter(({ tag }) => tag === "h1")
    .take(MAX_TOPS + 1)
    .toArray().length;
  prune(root, (each) => {
    if (!HEADING.test(each.tag)) return false;
    const said = letters(rawText(each));
    // Several first headings are headings of parts, or prices in large print.
    return (
      (each.tag === "h1" && (tops <= MAX_TOPS || said === "")) ||
      (said !== "" && (said === wanted || isStartOf(said, wanted)))
    );
  });
}

function isStartOf(said: string, wanted: string): boolean {
  return said.length > 15 && wanted.startsWith(said);
}
