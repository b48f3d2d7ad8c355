/** What a site puts around any of its pages: header, menus, footer, advertising, what to read next. */
import { isBoilerplateById } from "./boilerplate.ts";
import { textBlocks } from "./text-blocks.ts";
import { textDensity } from "./text-density.ts";
import { HEADING } from "./tags.ts";
import { ancestors, descendants, type Element, prune, rawText, squeeze } from "./tree.ts";
import { widthOf } from "./text-width.ts";
import { isCommentsName, isLegalLine, isSignatureName, names, namesOf } from "./words.ts";

/** Names that speak of the part itself. Those that may hold content, such as meta or comments, are not among them. */
const FRAME = names(`
  nav|navi|navbar|navigation|menu|submenu|main ?menu|top ?menu|menubar|off ?canvas|breadcrumbs?|bread ?crumbs?|crumbs?
  foot|footer|ft|colophon|site ?footer|page ?footer|masthead|site ?header|page ?header|global ?header|top ?bar|hd|header (?:bar|menu|nav|links|login|inner|wrap|root|top)|topnav|login ?box|user ?menu
  related|relateds|related (?:posts?|articles?|content|links?|stories|news|topics|products?|jobs)|recirc|recirculation|similar|similar (?:jobs|items|products|posts)|recommendations?|recommended|upsells?|cross ?sells?|up ?sell|more (?:topics|stories|news|articles|posts|from)|you may (?:also )?like|also ?(?:like|bought)|outbrain|taboola|zergnet
  share|shares|sharing|sharedaddy|shareaholic|share ?bar|share (?:bar|buttons?|tools?|links?|box)|addthis|addtoany|a2a|social (?:media|share|sharing|links?|icons?|buttons?|bar)|shariff|heateor|ssba|follow (?:us|me|buttons?)
  newsletters?|signup|sign up|subscribe|mailchimp|mc embed signup
  ads?|advert|adverts|advertising|advertisements?|adsense|adsbygoogle|ad (?:slot|unit|box|container|wrapper|banner|label)|tads|werbung|anzeigen?|sponsor|sponsored|sponsors|dfp|banner ad|promoted|reklama?|publicidad|publicit
  pagination|paginator|pager|page numbers?|paging|pagenav|skip ?link|skip|jump ?links?|facets?|filters?|sort(?:ing)? ?(?:bar|by)
  toc|table of contents|edit ?section|mw editsection|navbox|catlinks|site ?notice|site ?sub|jump to nav|headerlink|printfooter|vector menu|mw indicators|p lang btn|language ?(?:switcher|selector|list)|lang ?switch(?:er)?|on ?this ?page|page ?toc|table of contents|theme toggle|edit ?this ?page|edit ?page ?link|feedback|helpful|was ?this ?helpful
  print ?only|no ?print|print footer|print header|(?:post|user|forum|member) ?signatures?|post ?likes|votes?|vote cell|vote count|reactions|reputation|user ?card|back ?to ?top|to ?top|webring|hit ?counter|visitor ?counter
  sidebar|side ?bar|sidebars|right ?rail|left ?col(?:umn)?|right ?col(?:umn)?|widget area
  cookie (?:banner|notice|bar|consent|law)|cookie ?(?:banner|notice|bar|consent|law)|paywall|login ?wall|app ?banner|smart ?banner
`);
const SIDE = names("sidebar|side ?bar|sidebars|right ?rail|left ?col(?:umn)?|right ?col(?:umn)?|widget area");
const TAGS = new Set(["nav", "footer", "aside", "menu", "search", "form", "fieldset", "dialog"]);
const ROLES = new Set(
  "navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip tablist".split(
    " ",
  ),
);
const NEXT_HEADING =
  /^(?:you (?:may|might) also (?:like|enjoy)|related\b|similar\b|recommended|more (?:from|like|stories|articles|jobs|topics)|people also|customers also|read (?:next|more)|see also$|trending|sponsored|from around the web|das könnte|ähnliche|verwandte|mehr zum thema|kunden kauften|auch interessant|weitere (?:artikel|themen|stellen)|vous aimerez|à lire aussi|articles? (?:similaires|liés)|sur le même|offres similaires|también (?:le|te)|te puede|relacionad|artículos relacion|quienes compraron|otros (?:clientes|artículos)|potrebbe|leggi anche|correlati|veja também|вам также|вам может|похожие|читайте также|с этим товаром|смотрите также|あわせて読みたい|こちらも|関連|おすすめ|この商品を|人気記事|قد يعجبك|مواضيع ذات|ذات صلة|اقرأ أيضا|相关|推荐|猜你|관련|bunlar da|zobacz także|lees ook|läs också)/i;
const ADVERTISED =
  /^(?:sponsored|sponsored result|advertisement|advertising|ad|promoted|paid post|anzeige|gesponsert|werbung|publicité|sponsorisé|annonce|publicidad|patrocinado|anuncio|anúncio|patrocinado|annuncio|ilan|ogłoszenie|sponsrad|annons|mainos|pubblicità|sponsorizzato|реклама|спонсор\S*|広告|スポンサー|pr|إعلان|إعلانات|ممول|广告|광고|reklam|advertentie)(?:$|[ :：–-])/i;
const SKIP =
  /^(?:skip|jump) to|^zum inhalt|^aller au|^saltar al|^vai al|^ir para|^перейти к|コンテンツへ|本文へ|تخط|الانتقال إلى|^direkt zum|^naar (?:de )?inhoud|^пропустить/i;
const ACCOUNT =
  /^(?:sign|log) ?(?:in|up)\b|^(?:register|my account)\b|anmelden$|^(?:anmelden|einloggen|registrieren)|connecter|^(?:mon compte|connexion)|iniciar sesión|^acceder|^accedi|^entrar$|^войти|^вход|ログイン|新規登録|تسجيل الدخول|دخول|登录|登入|^inloggen/i;
const PAGING =
  /^(?:next|previous|prev|older|newer|load more|show more|back to top|view all)(?: (?:page|posts?|results?|entries))?\W*$|^(?:nächste|vorherige|weitere laden|mehr (?:laden|anzeigen)|nach oben)|^(?:page )?(?:suivante|précédente)|^(?:página )?(?:siguiente|anterior)|^следующая|^предыдущая|^показать ещё|^次(?:へ|のページ)|^前(?:へ|のページ)|الصفحة (?:التالية|السابقة)|^下一页|^上一页|^was this (?:page|article|answer)|^war (?:diese|dieser) |^cet(?:te)? (?:page|article) vous|^¿?(?:te|le|fue) .{0,60}útil|была ли .{0,60}полез|^この(?:ページ|記事)は役|^هل كان/i;

/** Names of what is beside the text only as long as nothing is told in it. */
const BESIDE = names(
  "related|relateds|related (?:posts?|articles?|content|links?|stories|news|topics)|similar|more (?:topics|stories|news|articles|posts|from)|share|shares|sharing|share (?:wrapper|box)|social|social (?:media|share|links?|buttons?|bar)|ads?|sponsor|sponsored|sponsors|promoted|feedback|helpful|votes?|reactions|print ?only|no ?print|filters?|skip|hd|ft",
);
const TOLD_CHARS = 150;
const TOLD_SHARE = 0.35;

/** What a part may hold of all text and still be taken for what its tag or its name says. */
const AT_MOST = 0.6;
const SIDE_AT_MOST = 0.45;
const COMMENTS_AT_MOST = 0.8;
/** Less is no text that could have been commented on. */
const REST_CHARS = 200;
const MAX_AD_CHARS = 300;
const MAX_LEGAL_CHARS = 700;
const MENU_LINK_CHARS = 28;

/** Drops the frame. A part that holds most of the text is not the frame, whatever it is called. */
export function dropFrame(root: Element, title: string): void {
  dropNamed(root);
  dropByWords(root, title);
  dropSideColumns(root, title);
  dropMenus(root, title);
  dropLegal(root);
  // Last, when what is left besides is the page's own.
  dropComments(root);
}

function dropNamed(root: Element): void {
  const density = textDensity(root);
  const whole = density(root).text;
  prune(root, (each) => {
    if (!saysFrame(each) || isTold(each)) return false;
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

  /** Where all the rest is no text, a frame of menus is still a frame. */
  function holdsNothingElse(each: Element, all: number): boolean {
    return all > 0 && isLinks(density(each)) && (each.tag === "nav" || each.tag === "footer");
  }
}

/** What readers wrote below a text goes; where it is most of the page, as in a forum, it is the page. */
function dropComments(root: Element): void {
  if (!descendants(root).some((each) => isCommentsName(namesOf(each)))) return;
  const density = textDensity(root);
  const whole = density(root).text;
  const visit = (element: Element): void => {
    element.children = element.children.filter((child) => {
      if (typeof child === "string") return true;
      if (!isCommentsName(namesOf(child))) visit(child);
      else return density(child).text > Math.min(whole * COMMENTS_AT_MOST, whole - REST_CHARS);
      return true;
    });
  };
  visit(root);
}

function holdsHeading(each: Element): boolean {
  return descendants(each).some(({ tag }) => tag === "main" || tag === "h1");
}

function saysFrame(each: Element): boolean {
  if (TAGS.has(each.tag)) return each.tag !== "aside" || !isNote(each);
  if (ROLES.has(each.attributes.get("role") ?? "")) return true;
  if (each.tag === "header") return !isInContent(each) && isMostlyLinks(each);
  if (each.tag === "main" || each.tag === "table" || each.tag === "tr" || each.tag === "td" || HEADING.test(each.tag))
    return /(?:^| )(?:navbox|toc|related|menu)(?= |$)/.test(namesOf(each)) && !HEADING.test(each.tag);
  const names = namesOf(each);
  if (isSignatureName(names)) return true;
  return names !== "" && FRAME.test(names) && !/(?:^| )(?:has|with|no|main canvas) /.test(names);
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

/** Parts that say in words what they are: advertising, what to read next, ways into an account, skip links. */
function dropByWords(root: Element, title: string): void {
  const density = textDensity(root);
  const whole = density(root).text;
  const gone = new Set<Element>();
  const headline = headlineOf(root, title);
  for (const { block, text } of textBlocks(root)) {
    if (text.length > 120) continue;
    if (ADVERTISED.test(text)) gone.add(climb(block, MAX_AD_CHARS, density));
    else if (PAGING.test(text) || (text.length < 60 && SKIP.test(text))) gone.add(block);
    else if (NEXT_HEADING.test(text)) {
      const section = sectionOf(block);
      if (section !== undefined && density(section).text <= whole * 0.5) gone.add(columnOf(section, headline, density));
      else if (HEADING.test(block.tag)) for (const each of linksAfter(block, density)) gone.add(each);
    }
  }
  gone.delete(root);
  for (const each of descendants(root)) {
    const { attributes, tag } = each;
    if (tag !== "a" && tag !== "span" && !(tag === "div" && attributes.get("role") === "button")) continue;
    if (tag === "div" && (attributes.has("aria-expanded") || attributes.has("aria-controls"))) continue;
    const said = squeeze(rawText(each));
    if (said.length > 60) continue;
    const isButton =
      attributes.get("role") === "button" ||
      /(?:^|[\s_-])(?:btn|button|cta)(?:[\s_-]|$)/i.test(attributes.get("class") ?? "");
    if (isButton && !ancestors(each).some(({ tag: around }) => HEADING.test(around))) gone.add(each);
    if (tag === "a" && (ACCOUNT.test(said) || SKIP.test(said) || ADVERTISED.test(said))) gone.add(each);
  }
  if (gone.size > 0) prune(root, (each) => gone.has(each));
}

/** The column beside the headline that a part stands in, where it holds little else. */
function columnOf(part: Element, headline: Element | undefined, density: ReturnType<typeof textDensity>): Element {
  if (headline === undefined) return part;
  const around = new Set(ancestors(headline));
  let column = part;
  for (const each of ancestors(part)) {
    const { text, prose } = density(each);
    const isMore = text - density(part).text > MAX_BESIDE_CHARS || prose > MAX_BESIDE_CHARS;
    if (around.has(each) || each.tag === "#page" || isMore || PAGE_PARTS.has(each.tag)) break;
    column = each;
  }
  return column;
}

/** The width of a column in a grid of twelve, by the names that the usual frameworks give it. */
const COLUMN =
  /(?:^|\s)(?:col-(?:xs|sm|md|lg|xl)?-?|(?:sm|md|lg|xl):col-span-|col-span-|span|grid_|large-|medium-|uk-width-1-)(\d{1,2})(?=\s|$)/;
const NARROW = 4;

/** Narrow columns beside the headline that hold links to elsewhere, or requests, and little else. */
function dropSideColumns(root: Element, title: string): void {
  const headline = headlineOf(root, title);
  if (headline === undefined) return;
  const around = new Set(ancestors(headline));
  const beside = [...around]
    .flatMap(({ children }) => children)
    .filter((each): each is Element => typeof each !== "string" && !around.has(each) && isNarrow(each));
  if (beside.length === 0) return;
  const columns = new Set(beside);
  const density = textDensity(root);
  const whole = density(root).text;
  prune(root, (each) => {
    if (!columns.has(each)) return false;
    const { text, linked } = density(each);
    if (text > whole * SIDE_AT_MOST || linked < text * 0.3) return false;
    return !descendants(each).some(({ tag }) => PAGE_PARTS.has(tag) || tag === "dl" || HEADLINE.test(tag));
  });
}

function isNarrow({ attributes }: Element): boolean {
  return Number(COLUMN.exec(attributes.get("class") ?? "")?.[1] ?? 12) <= NARROW;
}

const PAGE_PARTS = new Set(["main", "article", "table", "pre", "tr", "td"]);
const HEADLINE = /^h[12]$/;
const MAX_BESIDE_CHARS = 250;

function headlineOf(root: Element, title: string): Element | undefined {
  return descendants(root).find(({ tag }) => tag === "h1") ?? headingOf(root, title);
}

/** What a heading heads where it has a part of its own. */
function sectionOf(heading: Element): Element | undefined {
  let each: Element | undefined = heading;
  while (each?.parent !== undefined && each.parent.tag !== "#page") {
    each = each.parent;
    const first = textBlocks(each)[0]?.block;
    if (first !== heading || each.tag === "main" || each.tag === "article") return undefined;
    if (squeeze(rawText(each)).length > squeeze(rawText(heading)).length) return each;
  }
  return undefined;
}

function linksAfter(heading: Element, density: ReturnType<typeof textDensity>): Element[] {
  const siblings = heading.parent?.children ?? [];
  const found = [heading];
  for (const each of siblings.slice(siblings.indexOf(heading) + 1)) {
    if (typeof each === "string") continue;
    if (HEADING.test(each.tag) || density(each).linked < density(each).text * 0.5) break;
    found.push(each);
  }
  return found.length > 1 ? found : [];
}

function climb(from: Element, most: number, density: ReturnType<typeof textDensity>): Element {
  let found = from;
  for (const each of ancestors(from)) {
    if (
      each.tag === "#page" ||
      each.tag === "main" ||
      each.tag === "article" ||
      each.tag === "tr" ||
      each.tag === "table"
    )
      break;
    if (density(each).text > most || textBlocks(each).length > 6) break;
    if (descendants(each).some(({ tag }) => tag === "h1")) break;
    found = each;
    if (density(each).linked > 0 && density(each).text > density(from).text) break;
  }
  return found;
}

/** Short links side by side, outside of the main part: before its heading, or after everything else. */
function dropMenus(root: Element, title: string): void {
  if (descendants(root).some(({ tag }) => tag === "main")) return dropOutsideMain(root);
  const density = textDensity(root);
  const heading = headlineOf(root, title);
  const before = new Set<Element>();
  if (heading !== undefined) {
    const inside = new Set(ancestors(heading));
    for (const each of descendants(root)) {
      if (each === heading) break;
      if (!inside.has(each)) before.add(each);
    }
  }
  const blocks = textBlocks(root);
  const tail = new Set(blocks.slice(-12).map(({ block }) => block));
  // A list of links has no headline, and its entries one link each.
  const ends = new Set([...blocks.slice(0, 4), ...blocks.slice(-4)].map(({ block }) => block));
  prune(root, (each) => {
    if (heading === undefined && ends.has(each) && isMenu(each, density) && linksIn(each) > 1) return true;
    const isOutside =
      before.has(each) || [...descendantsAndSelf(each)].every((one) => tail.has(one) || !hasOwnText(one));
    return isOutside && isMenu(each, density);
  });
}

/** Old pages write their headline in large letters only. */
function headingOf(root: Element, title: string): Element | undefined {
  if (title === "") return undefined;
  return (
    descendants(root).find((each) => HEADING.test(each.tag) && title.startsWith(squeeze(rawText(each)))) ??
    textBlocks(root).find(({ text, linked }) => linked === 0 && text.startsWith(title))?.block
  );
}

function* descendantsAndSelf(each: Element): Generator<Element> {
  yield each;
  yield* descendants(each);
}

function hasOwnText(each: Element): boolean {
  return each.children.some((child) => typeof child === "string" && child.trim() !== "");
}

/** What stands outside of `<main>` is the frame, unless `<main>` holds little. */
function dropOutsideMain(root: Element): void {
  const density = textDensity(root);
  const whole = density(root).text;
  const mains = [...descendants(root)].filter(({ tag }) => tag === "main");
  const held = mains.reduce((sum, main) => sum + density(main).text, 0);
  if (held < Math.min(40, whole * 0.3)) return;
  const kept = new Set(mains.flatMap((main) => [main, ...ancestors(main), ...descendants(main)]));
  prune(root, (each) => !kept.has(each) && !(each.tag === "h1"));
  // Text that stands beside it without an element goes, too.
  for (const main of mains)
    for (const around of ancestors(main))
      around.children = around.children.filter((child) => typeof child !== "string");
}

function isMenu(each: Element, density: ReturnType<typeof textDensity>): boolean {
  const { text, linked } = density(each);
  if (text === 0 || linked < text * 0.6) return false;
  const links = [...descendantsAndSelf(each)].filter(({ tag }) => tag === "a");
  if (links.length === 0 || links.some(isCard)) return false;
  return linked / links.length < MENU_LINK_CHARS && widthOf(rawText(each)) / links.length < MENU_LINK_CHARS * 2;
}

function linksIn(each: Element): number {
  return descendants(each).reduce((count, { tag }) => (tag === "a" ? count + 1 : count), 0);
}

/** A picture with a headline, or several lines: what it leads to is told, not only named. */
function isCard(link: Element): boolean {
  return descendants(link).some(({ tag }) => HEADING.test(tag) || tag === "p" || tag === "dd");
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
      if (descendants(each).some(({ tag }) => tag === "h1" || tag === "main" || tag === "article" || tag === "table"))
        break;
      found = each;
    }
    if (found !== root) gone.add(found);
  }
  if (gone.size > 0) prune(root, (each) => gone.has(each));
}
