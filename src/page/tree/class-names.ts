/** What the names of classes and ids say about what is inside. */
import { ancestors, type Element, isBlock } from "./tree.ts";

/** Names that stand as whole words among those of an element. */
export const names = (list: string): RegExp =>
  new RegExp(`(?:^| )(?:${list.trim().replace(/(?<!\s)\s*\n\s*/g, "|")})(?= |$)`);

/** Hardly ever the page's own text, in the languages of the web that name their parts at all: English, then German. */
const BOILERPLATE = names(`
  nav|navi|navbar|nav ?(?:header|footer|head|foot)|navigation|menu|submenu|mainmenu|topmenu|menubar|offcanvas|breadcrumbs?|bread crumbs?|crumbs?
  foot|footer|masthead|site header|page header|header bar|topbar|top bar
  side|sidebar|side bar|sidebars|rail|right rail|aside|widgets?|marginal|marginalie
  comments?|comment (?:list|form|area|section|respond)|respond|disqus|disqus thread|replies|livefyre|kommentare?|leserkommentare|comentarios|commentaires
  related|relateds|related (?:posts?|articles?|content|links?|stories|news)|yarpp|jp relatedposts|crp related|similar|recommendations?|recommended|recommends|suggested|see also|more (?:stories|news|articles|posts|from)|read more|readmore|read next|weiterlesen|mehr zum thema|verwandte|linked articles|also|you may (?:also )?like|trending|most (?:read|popular|viewed)|popular|latest (?:news|posts?|articles?)|recent (?:posts?|articles?)|outbrain|taboola|zergnet|teasers?|teaser (?:list|box|block)|promos?|promotions?|cross ?promo
  share|shares|sharing|sharedaddy|shareaholic|share ?bar|share (?:bar|buttons?|tools?|links?|box)|addthis|addtoany|a2a|social|socials|social ?(?:media|share|sharing|links?|icons?|buttons?|bar)|shariff|heateor|ssba|tweet button|fb like|follow (?:us|me|buttons?)
  newsletter|newsletters|signup|sign up|subscribe|subscription|subscriptions|mailchimp|mc embed signup|opt ?in|abo|abonnement|paywall (?:box|teaser)|register|registration|login|log in
  ads?|advert|adverts|advertising|advertisements?|adsense|adsbygoogle|ad (?:slot|unit|box|container|wrapper|banner)|werbung|anzeigen?|sponsor|sponsored|sponsors|dfp|banner ad|commercial
  cookies?|cookie (?:banner|notice|bar|consent|law)|consent|gdpr|dsgvo|privacy (?:banner|notice)|cc window|eupopup
  pop ?ups?|modals?|lightbox|overlay|toast|tooltip|dialog
  pagination|pager|page numbers?|paging|post navigation|nav (?:links?|above|below|previous|next)|navigation (?:top|bottom)|prev next|next prev|prevnext
  tags?|tag (?:list|links?|cloud)|post tags?|tagcloud|tags (?:list|links)|keywords|schlagworte|categories|cat links|post categories
  byline|author (?:box|bio|info|card)|about (?:the )?author|authorbox|bio ?box|post author box|autorenbox
  meta|post ?meta|entry meta|article meta|post info|entry (?:footer|utility)|article (?:footer|tools|actions|info)|postmetadata|posted on|post details|metadata
  edit ?section|mw editsection|toolbar|tools|print|printfriendly|jump links?|skip (?:link|to content)|toc|table of contents|rating|ratings|votes?|poll|feedback|likes?
  copyright|disclaimer|imprint|credits?|legal
  slider|carousel|slick|owl|swiper
  search|search form|searchform|language switcher|lang switch|ticker|breaking
  donate|donation|call to action|cta|shop|product (?:box|teaser)|affiliate|vg ?wort
  no ?print|print ?only
  (?:post|user|forum|member) ?signatures?
`);

/** What readers of the page wrote below it. */
const COMMENTS = names(`
  comments|comment ?(?:list|area|section|thread|wrapper|container|block|content|body)|comments?container|commentlist|disqus|disqus thread|livefyre|kommentare|leserkommentare|comentarios|commentaires|respond|replies
`);

/** What stands at a picture. */
const CAPTION = names(`
  captions?|wp caption(?: text| dd)?|figcaption|image ?caption|img ?caption|photo ?caption|picture ?caption|caption (?:text|full|truncated)|bildunterschrift|bildtext|bildnachweis|image ?credits?|photo ?credits?|img credits?|credits?|legende?|bu|imgtext
`);
/** What stands before the text and belongs to it. */
const LEAD = names(`
  leads?|lede|intro|intros|introduction|intro ?text|teaser ?text|teasertext|standfirst|vorspann|anriss|anrisstext|abstract|summary|excerpt|dek|sub ?line|sub ?headlines?|sub ?heads?|sub ?titles?|subtitle|sommario|occhiello|chapo|chapeau|entradilla|bajada|copete|ingress|preamble|deck|lead ?text
`);

/** What blogs and forums call one entry, with its own tags among its names. */
const ENTRY = names(
  // Drupal calls the wrapper of every page a dialog, Blogger the list of its posts a widget.
  // What others posted stands in the text as a quotation.
  "(?:media|social|tweet|post) embed|embed (?:tweet|post)|twitter tweet|" +
    "dialog off canvas main canvas|widget blog|hentry|type post|type page|elementor widget text editor|elementor (?:element|widget|section|column)|news single|h entry",
);

export function isCommentsName(name: string): boolean {
  return name !== "" && COMMENTS.test(name);
}

/** A cell of a table may be called so, too, and says but a word; what shops call so are reviews. */
export function holdsComments(each: Element): boolean {
  if (!isCommentsName(namesOf(each)) || ancestors(each).some(isReviews)) return false;
  return !/^(?:td|th|dd)$/.test(each.tag) || each.children.some(isBlock);
}

function isReviews(each: Element): boolean {
  return /(?:^| )reviews(?= |$)/.test(namesOf(each));
}

export function isCaptionName(name: string): boolean {
  return name !== "" && CAPTION.test(name);
}

export function isLeadName(name: string): boolean {
  return name !== "" && LEAD.test(name);
}

/** Containers whose name promises the article itself, the surest first. */
const ARTICLE_BODY = [
  names(`
    article ?(?:body|text|content|copy|maintext|main text)|articlebody|article body text|body (?:copy|text)|entry ?content|post ?(?:content|body|text|entry)|story ?(?:body|text|content|copy)|story body text|news ?(?:text|body|content)|blog ?(?:post )?(?:content|body)|artikel ?(?:text|inhalt)|content ?(?:body|text)|single ?(?:content|post content)|rich ?text|field name body|td post content|entry text
  `),
  names(`
    article|artikel|post|entry|hentry|story|single post|blog post|article (?:main|detail|wrapper|container|page)|news ?(?:detail|article)|main ?content|maincontent|content ?(?:main|area|inner)|page ?content|inhalt|hauptinhalt
  `),
];

/** The words of its id and classes: "articleBody-main__x2" as "article body main x". */
export function namesOf({ attributes }: Element): string {
  if (!attributes.has("id") && !attributes.has("class")) return "";
  const known = NAMES.get(attributes);
  if (known !== undefined) return known;
  const found = splitNames(attributes);
  NAMES.set(attributes, found);
  return found;
}

/** Copies of an element share their attributes, and are asked for their names many times. */
const NAMES = new WeakMap<Element["attributes"], string>();

function splitNames(attributes: Element["attributes"]): string {
  const given = `${attributes.get("id") ?? ""} ${attributes.get("class") ?? ""}`;
  const start = given.length > 300 ? given.slice(0, 300) : given;
  return (/[A-Z]/.test(start) ? start.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase() : start)
    .replace(/[^a-z\u00c0-\uffff]+/g, " ")
    .trim();
}

export function isBoilerplateName(name: string): boolean {
  if (isSignatureName(name)) return true;
  return name !== "" && BOILERPLATE.test(name) && !isLeadName(name) && !ENTRY.test(name);
}

/** 0 for a name that promises the text itself, 1 for one that promises what holds it, undefined for others. */
export function bodyRank(name: string): number | undefined {
  const rank = name === "" ? -1 : ARTICLE_BODY.findIndex((pattern) => pattern.test(name));
  return rank === -1 ? undefined : rank;
}

const LEGAL =
  /©|\(c\) ?\d{4}|copyright \d|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos|todos os direitos|tutti i diritti|все права защищены|all rechten|wszelkie prawa|無断転載|版权所有|保留所有权利|جميع الحقوق|כל הזכויות|सर्वाधिकार|モ?著作権/i;

/** It says whose the page is. */
export function isLegalLine(text: string): boolean {
  return LEGAL.test(text);
}

/** Alone it is what stands below each post of its writer; a method has a signature, too. */
export function isSignatureName(name: string): boolean {
  return /^(?:sig |e ?mail |message )?signatures?$/.test(name);
}
