/** Pages that answer with success and have nothing to read: what stands there instead of their text. */
import type { Wall } from "./fields.ts";
import { textBlocks, type TextBlock } from "./tree/text-blocks.ts";
import { proseLength } from "./tree/text-density.ts";
import { widthOf } from "./tree/text-width.ts";
import { HEADING } from "./tree/tags.ts";
import { descendants, type Element, rawText, squeeze } from "./tree/tree.ts";

export interface WallSigns {
  readonly title: string | null;
  /** The page as it was sent, without its scripts and styles; requests for consent and controls are still in it. */
  readonly sent: () => Element;
  /** What would be given as its text. */
  readonly content: Element;
  readonly hasScripts: boolean;
  readonly asksForConsent: boolean;
  /** It says who wrote it, or when: somebody's text, whatever its headline tells of. */
  readonly isSigned: boolean;
}

const NOT_FOUND =
  /^(?:(?:error|fehler|erreur|ошибка|خطأ|エラー)\W{0,3})?(?:http )?40[34](?:$|[^\d,.])|\b(?:page|article|product|listing|job|document|content|file|item|resource|entry|topic|record)s? (?:was |is |could |can ?)?(?:not|n.t|no longer)(?: be)? (?:found|exists?|available)|not found$|^(?:not found|page not found|oops|no such page)|nothing (?:was )?found here|(?:doesn.t|does not|no longer) exists?|nicht (?:gefunden|mehr (?:verfügbar|vorhanden|online)|vorhanden|vergeben)|gibt es (?:leider )?nicht|introuvable|n.existe (?:pas|plus)|no (?:se ha |se pudo |hemos |pudimos )?encontra|no existe|ya no está disponible|não (?:foi )?encontrad|non (?:è stata )?trovat|не найден|не существует|больше не доступн|удален[ао]?$|見つかりません|存在しません|削除され|お探しのページ|غير موجود|لم يتم العثور|تعذر العثور|未找到|不存在|找不到|찾을 수 없|bulunamadı|niet gevonden|nie znaleziono|hittades inte|לא נמצא|नहीं मिल|^o(?:o)?ps\b|(?:pagina|articolo|contenuto) non (?:è (?:più )?)?(?:disponibile|esiste)|qui non c.è (?:niente|nulla)|(?:page|article) (?:n.est )?plus disponible|(?:página|artículo|contenido) (?:ya )?no (?:está )?disponible|página indisponível|findes ikke|ikke funnet|ei löydy|nem található|δεν βρέθηκε|nenalezen|không tìm thấy|ไม่พบ|페이지가 없/i;
const LOGIN =
  /(?:sign|log) ?in (?:to|and) (?:continue|view|read|see|access|keep)|(?:please|must|need to|have to) (?:be logged in|(?:sign|log) ?in|register|subscribe)|subscribe (?:now )?to (?:continue|read|keep|unlock)|(?:members?|subscribers?)(?:.|-)only|already (?:a subscriber|subscribed|a member)|keep reading with|um weiterzulesen|(?:melden sie sich|melde dich)(?: [a-zäöü]{1,20}){0,2} an\b|loggen sie sich|nur für (?:abonnent|mitglieder|abonnement)|schon (?:abonnent|registriert|kunde)|bereits (?:abonnent|registriert|kunde|ein konto)|jetzt weiterlesen|réservé aux (?:abonnés|membres|adhérents)|déjà abonné|connectez-vous|identifiez-vous|(?:inicie|inicia) sesión|solo (?:para )?suscriptores|ya (?:eres|es) suscriptor|(?:já é assinante|faça login)|già abbonat|войдите|авторизуйтесь|только для (?:подписчиков|зарегистрированных|членов)|уже подписаны|続きを読むには|会員限定|有料会員|ログインして|ログインが必要|سجل(?:وا)? الدخول|تسجيل الدخول (?:للمتابعة|مطلوب)|للمشتركين|للمتابعة|登录后|请登录|로그인/i;
/** It asks those who would write something here: what others wrote can be read. */
const TO_WRITE =
  /\bto (?:reply|respond|answer|comment|post|vote|leave|add|write|join|ask|participate|follow)\b|um zu (?:antworten|kommentieren)|kommentare? (?:zu |ab|schreiben)|beitrag zu (?:schreiben|verfassen)|pour (?:répondre|commenter|poster|publier|participer|laisser)|(?:para|per) (?:responder|comentar|publicar|escribir|participar|rispondere|commentare|scrivere|partecipare)|чтобы (?:ответить|оставить|написать|комментировать)|(?:コメント|返信|回答|投稿)するには|(?:才能|即可|后)(?:发表|评论|回复|回答)|aby (?:odpowiedzieć|skomentować|dodać)|om te (?:reageren|antwoorden)/i;
/** What guides and leaflets say, too: it asks for an account only where one is spoken of. */
const WEAK_LOGIN =
  /(?:for|to) (?:members|subscribers)\b|to (?:continue|read on|read this)|um (?:fortzufahren|den (?:ganzen )?artikel|diesen|alle)|melden sie sich|melde dich|pour (?:continuer|lire|accéder)|para (?:continuar|leer|seguir|acceder|ler)|exclusivo para|per continuare|чтобы (?:продолжить|читать|прочитать)/i;
const ACCOUNT =
  /log ?-?in\b|sign ?-?(?:in|up)\b|regist|subscri|account|passw|membership|become a member|\bjoin\b|\babo\b|abonn|anmeld|konto|mitglied|connecte|identifi|inscri|\bcompte|suscri|sesión|\bcuenta|assina|\bconta\b|abbona|\baccedi\b|войд|вход|регистр|подпис|аккаунт|авториз/i;
/** What goes on so tells of a fault, and is none. */
const TELLS_OF =
  /(?:not found|40[34]|exist|available)(?: errors?)?,? (?:(?:after|when|while|if|using|during|because|despite|even|although|unless|only|until|since)\b|(?:in|on) (?!this|our|the\b))/i;
/** What is missing where nothing is at an address; of anything else a page may tell that it is not there. */
const AT_ADDRESS =
  /page|article|product|listing|\bjob\b|document|content|item|resource|entry|topic|record|\burl\b|\blink\b|story|40[34]|^o(?:o)?ps\b|sorry|seite|artikel|angebot|anzeige|inserat|inhalt|dokument|adresse|produkt|página|pagina|art[ií]c[ou]lo|contenido|conteúdo|artigo|contenut?o?|producto|produto|prodotto|annonce|produit|страниц|стать|товар|объявлен|документ|запис|материал|ページ|記事|商品|صفح|مقال|منتج|页|頁|文章|内容|페이지|상품|sayfa|stron|sida|side|sivu|oldal|σελίδα|stránk|trang|หน้า|עמוד|דף|पृष्ठ|पेज/i;
/** So short a headline says no more than that. */
const BARE_WIDTH = 30;
/** However it is said, in whatever language. */
const NAMES_SCRIPTS = /java ?script|джава ?скрипт|ジャバスクリプト|جافا ?سكريبت/i;
const CONSENT_FIRST = /(?:cookies?|tracking|werbung|publicité|consent|クッキー|файл[а-я]{0,5} cookie|ملفات)/i;
const ROBOT =
  /just a moment|you have been blocked|verify(?:ing)? (?:that )?you are (?:a )?human|are you a (?:human|robot)|not a robot|checking your browser|bin ich ein roboter|kein roboter|n.êtes pas un robot|no (?:soy|eres) un robot|вы не робот|проверка браузера|ロボットではありません|لست روبوت/i;
/** What texts about them say, too; as a headline of its own it is one. */
const WEAK_ROBOT = /unusual traffic|attention required|access denied|security check/i;
const CAPTCHA = /captcha/i;
const SCRIPTS =
  /(?:enable|turn on|requires?|need|activate|without) javascript|javascript (?:is |to be )?(?:required|disabled|enabled|must)|javascript (?:muss|aktivieren|einschalten|benötigt|ist deaktiviert)|(?:activer|activez) javascript|javascript (?:est )?(?:requis|désactivé|nécessaire)|(?:active|habilite|activar|habilitar) javascript|включите javascript|javascript ?(?:を|が)|تفعيل (?:جافا|javascript)|启用 ?javascript|^loading\W*$|^(?:wird geladen|laden|chargement|cargando|загрузка|読み込み中|جار(?:ي|ٍ) التحميل)\W*$/i;
/** A page with more of its own is read, whatever else it says. */
const FEW_CHARS = 600;
const LEAD_CHARS = 350;
const SIGNED_CHARS = 80;
/** So many characters of sentences are something to read, whatever else the page says. */
const TOLD_CHARS = 80;
/** A longer headline, or a question, is about checks. */
const CHECK_CHARS = 45;
/** What is shorter may head what follows. */
const HEADLINE_CHARS = 40;
/** What an empty page has to say. */
const SHELL_CHARS = 200;

/** `undefined` for a page that can be read. */
export function wallOf({
  title,
  sent: sentPage,
  content,
  hasScripts,
  asksForConsent,
  isSigned,
}: WallSigns): Wall | undefined {
  const blocks = textBlocks(content);
  const own = blocks.reduce((sum, { text, linked }) => sum + text.length - linked, 0);
  if (own > FEW_CHARS * 2) return undefined;
  const sent = sentPage();
  const headings = [title ?? "", ...topHeadings(sent)];
  const told = proseOf(blocks, (text) => NOT_FOUND.test(text)) >= TOLD_CHARS;
  const isMissing =
    headings.some((text) => saysMissing(text) && (!told || isOfAddress(text))) &&
    !blocks.some(({ block, text }) => block.tag === "pre" && text.length >= TOLD_CHARS);
  if (isMissing && !(isSigned && own >= SIGNED_CHARS)) return "soft_404";
  if (own > FEW_CHARS) return undefined;
  const hasStructure =
    descendants(content).some(({ tag }) => tag === "table" || tag === "dd" || tag === "pre") ||
    blocks.some(({ block, text, linked }) => block.tag === "li" && linked < text.length * 0.5);
  const said = textBlocks(sent)
    .filter(({ text, linked }) => linked < text.length * 0.8)
    .map(({ text }) => text);
  if (blocks.length < 8 && !hasStructure) {
    const isMentioned = proseOf(blocks) >= TOLD_CHARS;
    const isCheck = (text: string): boolean =>
      text.length < 300 && (ROBOT.test(text) || (!isMentioned && (WEAK_ROBOT.test(text) || CAPTCHA.test(text))));
    const isHeadOfCheck = (text: string): boolean =>
      text.length < CHECK_CHARS && !/[?？]/.test(text) && WEAK_ROBOT.test(text);
    if (own < FEW_CHARS / 2 && ([...headings, ...said].some(isCheck) || headings.some(isHeadOfCheck)))
      return "robot_check";
    const isShell = proseOf(blocks, (text) => SCRIPTS.test(text) || NAMES_SCRIPTS.test(text)) < TOLD_CHARS;
    if (isShell && own < FEW_CHARS / 2 && said.some((text) => text.length < 300 && SCRIPTS.test(text)))
      return "script_shell";
    if (
      isShell &&
      hasScripts &&
      own < SHELL_CHARS &&
      blocks.length < 3 &&
      [...said, ...blocks.map(({ text }) => text)].some((text) => NAMES_SCRIPTS.test(text))
    )
      return "script_shell";
    const asks = (text: string, at: number): boolean =>
      text.length < 400 &&
      !TO_WRITE.test(text) &&
      (LOGIN.test(text) ||
        (WEAK_LOGIN.test(text) && ACCOUNT.test(text.length < HEADLINE_CHARS ? `${text} ${said[at + 1] ?? ""}` : text)));
    const before = new Set(said.slice(0, Math.max(0, said.findIndex(asks))));
    if (own < LEAD_CHARS && proseOf(blocks, (text) => !before.has(text)) < TOLD_CHARS) {
      const asking = said.filter(asks);
      if (asking.some((text) => CONSENT_FIRST.test(text))) return "consent_wall";
      if (asking.length > 0 || (proseOf(blocks) < TOLD_CHARS && hasPassword(sent))) return "login_wall";
    }
  }
  if (blocks.length > 0) return undefined;
  if (asksForConsent) return "consent_wall";
  if (hasPassword(sent)) return "login_wall";
  return hasScripts ? "script_shell" : said.length > 0 ? "no_content" : undefined;
}

/** Characters of sentences in these blocks, headings and what is left out aside. */
function proseOf(blocks: readonly TextBlock[], isLeftOut: (text: string) => boolean = () => false): number {
  return blocks
    .filter(({ block, text }) => !HEADING.test(block.tag) && !isLeftOut(text))
    .reduce((sum, block) => sum + proseLength(block), 0);
}

function saysMissing(heading: string): boolean {
  return heading.length < 90 && NOT_FOUND.test(heading) && !TELLS_OF.test(heading);
}

function isOfAddress(heading: string): boolean {
  return widthOf(heading) <= BARE_WIDTH || AT_ADDRESS.test(heading);
}

function topHeadings(sent: Element): string[] {
  return [...descendants(sent)]
    .filter(({ tag }) => HEADING.test(tag) && tag < "h3")
    .slice(0, 3)
    .map((heading) => squeeze(rawText(heading)));
}

function hasPassword(sent: Element): boolean {
  return descendants(sent).some(({ tag, attributes }) => tag === "input" && attributes.get("type") === "password");
}
