/** Parts that say in words what they are: advertising, what to read next, ways into an account, skip links. */
import { headlineOf } from "../tree/headline.ts";
import { HEADING } from "../tree/tags.ts";
import { textBlocks, type TextBlock } from "../tree/text-blocks.ts";
import { proseLength, textDensity } from "../tree/text-density.ts";
import { ancestors, descendants, type Element, prune, rawText, squeeze } from "../tree/tree.ts";

const NEXT_HEADING =
  /^(?:you (?:may|might) also (?:like|enjoy)|related\b|similar\b|recommended|more (?:from|like|stories|articles|jobs|topics)|people also|customers also|read (?:next|more)|see also$|trending|sponsored|from around the web|das könnte|ähnliche|verwandte|mehr zum thema|kunden kauften|auch interessant|weitere (?:artikel|themen|stellen)|vous aimerez|à lire aussi|articles? (?:similaires|liés)|sur le même|offres similaires|también (?:le|te)|te puede|relacionad|artículos relacion|quienes compraron|otros (?:clientes|artículos)|potrebbe|leggi anche|correlati|veja também|вам также|вам может|похожие|читайте также|с этим товаром|смотрите также|あわせて読みたい|こちらも|関連|おすすめ|この商品を|人気記事|قد يعجبك|مواضيع ذات|ذات صلة|اقرأ أيضا|相关|推荐|猜你|관련|bunlar da|zobacz także|lees ook|läs också|plus d.articles$|mehr beiträge$|mais posts$|altri post$|other (?:recipes|stories|posts|articles|news|events|products)$|more (?:recipes|episodes|events|posts|news|galleries)|otr[oa]s (?:recetas|noticias|entradas|eventos|productos)|más (?:recetas|noticias|artículos|entradas)|autres (?:recettes|événements|articles|actualités|produits)|andere (?:rezepte|artikel|kunden)|weitere (?:rezepte|nachrichten|beiträge)|altr[ei] (?:ricette|notizie|gallerie|articoli|prodotti)|outras (?:receitas|notícias)|meer (?:nieuws|artikelen)|kunder köpte|यह भी पढ़ें|ये भी पढ़ें|संबंधित|אולי יעניין|כתבות נוספות|עוד בנושא)/i;

/** Before a link within the text. */
const ALSO =
  /^(?:read (?:also|more|next)|also read|lesen sie (?:auch|mehr)|mehr dazu|(?:à )?lire (?:aussi|également)|leggi anche|lea también|lee también|leia (?:também|mais)|читайте также|اقرأ أيضا|यह भी पढ़ें|ये भी पढ़ें|あわせて読みたい|関連記事|延伸阅读|相关阅读|관련 ?기사|lees ook|läs också|czytaj (?:też|także)|přečtěte si|קראו גם)/i;

/** The element that says so and nothing else; `undefined` where the words stand loose among other blocks. */
function partOf(block: Element, text: string, density: ReturnType<typeof textDensity>): Element | undefined {
  if (density(block).text <= text.length) return block;
  return block.children.find((each): each is Element => typeof each !== "string" && squeeze(rawText(each)) === text);
}

/** What is said where the rest of a text is to be paid for. */
const OFFER =
  /already (?:a subscriber|subscribed|a member)|subscribe (?:now )?to (?:continue|keep|unlock)|(?:continue|keep) reading with|bereits (?:abonnent|abonniert|ein abo)|schon abonn|weiterlesen mit|jetzt weiterlesen|déjà abonné|réservée? (?:à nos|aux) abonnés|il vous reste \d{1,3}\s?% de cet|ya (?:eres|es) suscriptor|exclusivo para suscriptores|già abbonat|riservato agli abbonati|já é assinante|exclusivo para assinantes|уже подписаны|только для подписчиков|有料会員|会員限定|残り\s?\d+\s?文字|للمشتركين فقط/i;

const ADVERTISED =
  /^(?:sponsored|sponsored result|advertisement|advertising|ad|promoted|paid post|anzeige|gesponsert|werbung|publicité|sponsorisé|annonce|publicidad|patrocinado|anuncio|anúncio|patrocinado|annuncio|ilan|ogłoszenie|sponsrad|annons|mainos|pubblicità|sponsorizzato|реклама|спонсор\S*|広告|スポンサー|pr|إعلان|إعلانات|ممول|广告|광고|reklam|advertentie|विज्ञापन|פרסומת)(?:$|[ :：–-])/i;

const SKIP =
  /^(?:skip|jump) to|^zum inhalt|^aller au|^saltar al|^vai al|^ir para|^перейти к|コンテンツへ|本文へ|تخط|الانتقال إلى|^direkt zum|^naar (?:de )?inhoud|^пропустить/i;

const ACCOUNT =
  /^(?:sign|log) ?(?:in|up)\b|^(?:register|my account)\b|anmelden$|^(?:anmelden|einloggen|registrieren)|connecter|^(?:mon compte|connexion)|iniciar sesión|^acceder|^accedi|^entrar$|^войти|^вход|ログイン|新規登録|تسجيل الدخول|دخول|登录|登入|^inloggen/i;

const PAGING =
  /^(?:next|previous|prev|older|newer|load more|show more|back to top|view all)(?: (?:page|posts?|results?|entries))?\W*$|^(?:nächste|vorherige|weitere laden|mehr (?:laden|anzeigen)|nach oben)|^(?:page )?(?:suivante|précédente)|^(?:página )?(?:siguiente|anterior)|^следующая|^предыдущая|^показать ещё|^次(?:へ|のページ)|^前(?:へ|のページ)|الصفحة (?:التالية|السابقة)|^下一页|^上一页|^was this (?:page|article|answer)|^war (?:diese|dieser) |^cet(?:te)? (?:page|article) vous|^¿?(?:te|le|fue) .{0,60}útil|была ли .{0,60}полез|^この(?:ページ|記事)は役|^هل كان/i;

/** The same page once more, for paper or with more about it. */
const SAME_PAGE = /^(?:view a )?print(?:able|er[- ]friendly) version|^view full details$/i;

/** How archives of mailing lists lead from letter to letter: Mailman, hypermail and MHonArc. */
const THREAD =
  /^(?:(?:previous|next|prev) (?:message|in thread|by (?:thread|date)|thread)|(?:contemporary )?messages sorted|more information about the .{1,80} mailing list$)/i;

const MAX_AD_CHARS = 300;

/** Parts that say in words what they are: advertising, what to read next, ways into an account, skip links. */
export function dropByWords(root: Element, title: string): void {
  const density = textDensity(root);
  const whole = density(root).text;
  const gone = new Set<Element>();
  const headline = headlineOf(root, title);
  for (const { block: around, text, linked } of textBlocks(root)) {
    if (text.length > 200) continue;
    const block = partOf(around, text, density);
    if (block === undefined) continue;
    if (ALSO.test(text) && linked > text.length * 0.4) gone.add(block);
    if (THREAD.test(text) && linked > text.length * 0.3) gone.add(block);
    if (OFFER.test(text)) gone.add(offerAround(block, density));
    if (text.length > 120) continue;
    if (ADVERTISED.test(text)) gone.add(climb(block, MAX_AD_CHARS, density));
    else if (PAGING.test(text) || SAME_PAGE.test(text) || (text.length < 60 && SKIP.test(text))) gone.add(block);
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
      /(?:^|[\s_-])(?:btn|button|cta|boton|bouton|knop)(?:[\s_-]|$)/i.test(attributes.get("class") ?? "");
    if (isButton && !ancestors(each).some(({ tag: around }) => HEADING.test(around))) gone.add(each);
    if (tag === "a" && (ACCOUNT.test(said) || SKIP.test(said) || ADVERTISED.test(said))) gone.add(each);
  }
  if (gone.size > 0) prune(root, (each) => gone.has(each));
}

/** As far around as there is no sentence that does not belong to it. */
function offerAround(block: Element, density: ReturnType<typeof textDensity>): Element {
  let found = block;
  for (const each of ancestors(block).take(MAX_CLIMB)) {
    if (each.tag === "#page" || PAGE_PARTS.has(each.tag) || density(each).text > MAX_OFFER_CHARS) break;
    const isOffer = (one: TextBlock): boolean =>
      proseLength(one) === 0 || one.block.tag === "li" || OFFER.test(one.text);
    if (holdsHeadline(each) || !textBlocks(each).every(isOffer)) break;
    found = each;
  }
  return found;
}

const MAX_CLIMB = 8;
const MAX_OFFER_CHARS = 800;

function holdsHeadline(each: Element): boolean {
  return descendants(each).some(({ tag }) => tag === "h1" || tag === "main" || tag === "article");
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

export const PAGE_PARTS = new Set(["main", "article", "table", "pre", "tr", "td"]);

const MAX_BESIDE_CHARS = 250;

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
