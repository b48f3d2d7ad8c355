/** Parts that say by their tag, role or name that they belong to the frame. */
import { isBoilerplateById } from "./boilerplate.ts";
import { isRemark } from "./remark.ts";
import { HEADING } from "../tree/tags.ts";
import { textDensity } from "../tree/text-density.ts";
import { letters } from "../metadata/title.ts";
import { ancestors, descendants, type Element, prune, rawText } from "../tree/tree.ts";
import { isSignatureName, names, namesOf } from "../tree/class-names.ts";

/** Names that speak of the part itself. Those that may hold content, such as meta or comments, are not among them. */
const FRAME = names(`
  nav|navi|navbar|nav ?(?:header|footer|head|foot)|navigation|menu|submenu|main ?menu|top ?menu|menubar|off ?canvas|breadcrumbs?|bread ?crumbs?|crumbs?
  foot|footer|ft|colophon|site ?footer|page ?footer|masthead|site ?header|page ?header|global ?header|top ?bar|hd|header (?:bar|menu|nav|links|login|inner|wrap|root|top)|topnav|login ?box|user ?menu
  related|relateds|related (?:posts?|articles?|content|links?|stories|news|topics|products?|jobs)|recirc|recirculation|similar|similar (?:jobs|items|products|posts)|recommendations?|recommended|upsells?|cross ?sells?|up ?sell|more (?:topics|stories|news|articles|posts|from)|you may (?:also )?like|also ?(?:like|bought)|outbrain|taboola|zergnet
  share|shares|sharing|sharedaddy|shareaholic|share ?bar|share (?:bar|buttons?|tools?|links?|box)|addthis|addtoany|a2a|social (?:media|share|sharing|links?|icons?|buttons?|bar)|shariff|heateor|ssba|follow (?:us|me|buttons?)
  newsletters?|signup|sign up|subscribe|mailchimp|mc embed signup
  ads?|advert|adverts|advertising|advertisements?|adsense|adsbygoogle|ad (?:slot|unit|box|container|wrapper|banner|label)|tads|werbung|anzeigen?|sponsor|sponsored|sponsors|dfp|banner ad|promoted|reklama?|publicidad|publicit
  pagination|paginator|pager|page numbers?|paging|pagenav|skip ?link|skip|jump ?links?|facets?|filters?|sorting|sort(?:ing)? ?(?:bar|by)
  toc|table of contents|edit ?section|mw editsection|navbox|catlinks|site ?notice|site ?sub|jump to nav|headerlink|printfooter|vector menu|mw indicators|p lang btn|language ?(?:switcher|selector|list)|lang ?switch(?:er)?|on ?this ?page|page ?toc|table of contents|theme toggle|edit ?this ?page|edit ?page ?link|feedback|helpful|was ?this ?helpful
  print ?only|no ?print|print footer|print header|(?:post|user|forum|member) ?signatures?|post ?likes|votes?|vote cell|vote count|reactions|reputation|user ?card|back ?to ?top|to ?top|webring|hit ?counter|visitor ?counter
  sidebar|side ?bar|sidebars|right ?rail|left ?col(?:umn)?|right ?col(?:umn)?|widget area
  author ?box|author ?bio|about (?:the )?author|bio ?box|autorenbox
  jumpbox(?: return)?|actions jump|online list|who ?is ?online|whos ?online|browser ?update|buorg|extra services|labs ?tabs|endorsers
  cookie (?:banner|notice|bar|consent|law)|cookie ?(?:banner|notice|bar|consent|law)|paywall|login ?wall|app ?banner|smart ?banner
`);

const SIDE = names("sidebar|side ?bar|sidebars|right ?rail|left ?col(?:umn)?|right ?col(?:umn)?|widget area");

const POST_SIGNATURE = names("post signature");
const USER_DETAILS = names("user details");

const TAGS = new Set(["nav", "footer", "aside", "menu", "search", "form", "fieldset", "dialog"]);

const ROLES = new Set(
  "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist".split(
    " ",
  ),
);

/** Names of what is beside the text only as long as nothing is told in it. */
const BESIDE = names(
  "related|relateds|related (?:posts?|articles?|content|links?|stories|news|topics)|similar|more (?:topics|stories|news|articles|posts|from)|share|shares|sharing|share (?:wrapper|box)|social|social (?:media|share|links?|buttons?|bar)|ads?|sponsor|sponsored|sponsors|promoted|feedback|helpful|votes?|reactions|print ?only|no ?print|filters?|skip|hd|ft",
);

const MENU = /(?:^| )menu(?= |$)/;

const MENU_CHARS = 30;

const TOLD_CHARS = 150;

const TOLD_SHARE = 0.35;

/** What a part may hold of all text and still be taken for what its tag or its name says. */
const AT_MOST = 0.6;

export const SIDE_AT_MOST = 0.45;

export function dropNamed(root: Element, title: string): void {
  const headline = titleHeading(root, title);
  const density = textDensity(root);
  const whole = density(root).text;
  prune(root, (each) => {
    if (!saysFrame(each) || isTold(each) || isOfDishes(each) || isRemark(each, density)) return false;
    const isSide = each.tag === "aside" || each.tag === "form" || SIDE.test(namesOf(each));
    if (each.tag === "form" || each.tag === "fieldset") return density(each).text <= whole * SIDE_AT_MOST;
    if (isBoilerplateById(each)) return density(each).text <= whole * 0.8 && !holdsHeading(each);
    if (density(each).text > whole * (isSide ? SIDE_AT_MOST : AT_MOST)) return holdsNothingElse(each, whole);
    return !holdsHeading(each);
  });

  /** It has much of what the page tells, whatever its name. */
  function isTold(each: Element): boolean {
    if (TAGS.has(each.tag) || each.attributes.has("role")) return false;
    const { prose, linked, text } = density(each);
    const { prose: all } = density(root);
    if (prose < TOLD_CHARS || prose < all * TOLD_SHARE || linked > text * 0.2) return false;
    const rest = namesOf(each).replace(BESIDE, " ");
    return rest !== namesOf(each) && !FRAME.test(rest);
  }

  /** A menu of the site leads elsewhere. */
  function isOfDishes(each: Element): boolean {
    if (TAGS.has(each.tag) || each.attributes.has("role")) return false;
    const { linked, text } = density(each);
    const isLong = text >= MENU_CHARS || (each.parent !== undefined && MENU.test(namesOf(each.parent)));
    return (
      isLong && linked <= text * 0.2 && MENU.test(namesOf(each)) && !FRAME.test(namesOf(each).replaceAll("menu", ""))
    );
  }

  /** Where it is known which heading is the page's, others do not make a part the page. */
  function holdsHeading(each: Element): boolean {
    return descendants(each).some(
      (one) => one.tag === "main" || (one.tag === "h1" && (headline === undefined || one === headline)),
    );
  }

  /** Where all the rest is no text, a frame of menus is still a frame; in the main part it is a table of contents. */
  function holdsNothingElse(each: Element, all: number): boolean {
    const isMenu = all > 0 && isLinks(density(each)) && (each.tag === "nav" || each.tag === "footer");
    return isMenu && !isInContent(each) && !holdsHeading(each);
  }
}

/** The first heading that says the title, with no more than a label before it. */
function titleHeading(root: Element, title: string): Element | undefined {
  const wanted = letters(title);
  if (wanted === "") return undefined;
  return descendants(root).find((each) => each.tag === "h1" && letters(rawText(each)).endsWith(wanted));
}

function saysFrame(each: Element): boolean {
  if (TAGS.has(each.tag)) return each.tag !== "aside" || !isNote(each);
  if (ROLES.has(each.attributes.get("role") ?? "")) return true;
  if (each.tag === "header") return !isInContent(each) && isMostlyLinks(each);
  if (each.tag === "main" || each.tag === "table" || each.tag === "tr" || each.tag === "td" || HEADING.test(each.tag))
    return /(?:^| )(?:navbox|toc|related|menu)(?= |$)/.test(namesOf(each)) && !HEADING.test(each.tag);
  const names = namesOf(each);
  if (isSignatureName(names)) return true;
  if (POST_SIGNATURE.test(names) && tellsWriter(each)) return false;
  return names !== "" && FRAME.test(names) && !/(?:^| )(?:has|with|no|main canvas) /.test(names);
}

/** Stack Exchange calls so what says who wrote a post; elsewhere it is a motto. */
function tellsWriter(each: Element): boolean {
  return descendants(each).some(
    (one) => one.attributes.get("itemprop") === "author" || USER_DETAILS.test(namesOf(one)),
  );
}

/** Asides in a text are remarks. */
function isNote(each: Element): boolean {
  return /(?:^| )(?:note|tip|warning|admonition|callout|hint|important|caution|info|infobox)(?= |$)/.test(
    namesOf(each),
  );
}

function isInContent(each: Element): boolean {
  return ancestors(each).some(({ tag }) => tag === "main" || tag === "article" || tag === "section");
}

function isMostlyLinks(each: Element): boolean {
  return !descendants(each).some(({ tag }) => tag === "h1" || tag === "p" || tag === "table");
}

function isLinks({ text, linked }: { readonly text: number; readonly linked: number }): boolean {
  return text > 0 && linked > text * 0.7;
}
