/** What a site lays over or beside any of its pages: requests for consent and sign-ups, told by their controls. */
import { holdsPage } from "./holds-page.ts";
import { descendants, type Element, prune, rawText, squeeze } from "../tree/tree.ts";
import { HEADING } from "../tree/tags.ts";
import { widthOf } from "../tree/text-width.ts";
import { namesOf } from "../tree/class-names.ts";

const VENDOR =
  /(?:^| )(?:one ?trust|ot sdk|cybot|cookie ?bot|user ?centrics|didomi|qc cmp|klaro|cky|borlabs|truste(?!d)|trust ?arc|cmplz|iubenda|osano|sp message|fc consent|tarteaucitron|axeptio|moove gdpr|cookie law info|cli bar|termly|cookie ?first|cookie ?yes|cookie ?hub|cookie ?script|consent ?manager|cmpbox|cc window|cookieconsent|orejime|civic|ccc|evidon|quantcast|sourcepoint|complianz)(?= |[a-z]{0,30}(?: |$))/;
const CONSENT_NAME = /(?:^| )(?:cookies?|consents?|gdpr|dsgvo|rgpd|lgpd|privacy|cmp)(?= |$)/;
const CONSENT =
  /cookie|privacy|privatsph|datenschutz|vie privée|témoins|privacidad|privacidade|riservatezza|конфиденциальн|куки|クッキー|プライバシー|隐私|隱私|쿠키|الخصوصية|خصوصيت|ملفات تعريف|gizlilik|çerez|prywatno|ciastecz|integritet|yksityisy|soukrom|súbor|עוגיות|פרטיות|कुकी|गोपनीयता/i;
const COOKIES =
  /cookie|traceurs|témoins de connexion|куки|クッキー|쿠키|ملفات تعريف|çerez|ciastecz|עוגיות|कुकी|werbetracking/i;
const ACCEPT =
  /accept|agree|allow|got it|\bok\b|reject|decline|akzept|zustimm|einverstanden|ablehn|annehm|erlaub|verstanden|accepter|j.accepte|refuser|tout refuser|d.accord|acept|rechaz|aceit|rejeit|accett|rifiut|принять|принима|соглас|отклон|понятно|同意|許可|承諾|拒否|接受|拒绝|동의|موافق|قبول|أوافق|اقبل|رفض|kabul|reddet|akcept|zgadzam|odrzu|godkänn|accepteer|akkoord|weiger|souhlas|hyväksy|přijm|odmít|אישור|מסכים|דחה|קבל|स्वीकार|सहमत/i;
const SIGNUP =
  /newsletter|unsubscribe|subscribe|sign up|mailing list|inbox|abonnier|abmeld|rundbrief|inscri|désinscri|abonne|infolettre|boletín|suscri|boletim|subscrev|iscriviti|подпи|рассыл|отписа|メルマガ|購読|配信|メールマガジン|订阅|구독|النشرة|اشترك|الاشتراك|إلغاء|bülten|abone|nieuwsbrief|prenumerera|ניוזלטר|न्यूज़लेटर/i;
const SIGNUP_NAME = /(?:^| )(?:newsletters?|sign ?up|subscribe|subscription|mc embed signup|mailchimp)(?= |$)/;
/** What holds the page itself is no overlay, whatever it is called. */
const PAGE_TAGS = new Set(["#page", "main", "article", "table", "tbody"]);
const MAX_CONSENT_CHARS = 3_000;
const MAX_SIGNUP_CHARS = 400;
/** With less, only a button has been found, and what is offered is still to come. */
const BUTTON_CHARS = 40;
const MAX_OFFER_CHARS = 250;
const MAX_CONTROL_CHARS = 80;
const MAX_CLIMB = 8;

/** Takes requests for consent and sign-ups out of a page whose controls are still in it; how many asked for consent. */
export function dropOverlays(root: Element): number {
  const overlays = new Set<Element>();
  const signups = new Set<Element>();
  let asked = 0;
  const isVendor = remembered((names: string) => VENDOR.test(names));
  const signupOf = remembered(signup);
  for (const each of descendants(root)) {
    const names = namesOf(each);
    if (names !== "" && isVendor(names) && isSmall(each, MAX_CONSENT_CHARS * 2) && !holdsPage(each)) {
      overlays.add(each);
      asked++;
    }
  }
  for (const control of descendants(root)) {
    if (!isControl(control)) continue;
    const label = squeeze(rawText(control)) || control.attributes.get("value") || "";
    const consent = ACCEPT.test(label) && label.length <= MAX_CONTROL_CHARS ? consentAround(control) : undefined;
    if (consent !== undefined) asked++;
    const signup = consent === undefined ? signupAround(control, signupOf) : undefined;
    if (consent !== undefined) overlays.add(consent);
    if (signup !== undefined) signups.add(signup);
  }
  for (const each of signups) if (!holdsAny(each, signups)) overlays.add(each);
  if (overlays.size > 0) prune(root, (each) => overlays.has(each));
  return asked;
}

/** A control beside a request is no control of it, though what holds both speaks of it. */
function holdsAny(around: Element, requests: ReadonlySet<Element>): boolean {
  return descendants(around).some((each) => requests.has(each));
}

/** Most elements of a page share their names with others, and its controls what they stand in. */
function remembered<Subject, Verdict>(judge: (subject: Subject) => Verdict): (subject: Subject) => Verdict {
  const known = new Map<Subject, Verdict>();
  return (subject) => known.getOrInsertComputed(subject, judge);
}

function isControl({ tag, attributes }: Element): boolean {
  if (tag === "button") return true;
  if (tag === "input") return !/^(?:hidden|checkbox|radio|search)$/.test(attributes.get("type") ?? "");
  if (attributes.get("role") === "button") return true;
  if (tag !== "a" && tag !== "span" && tag !== "div") return false;
  const names = attributes.get("class");
  return names !== undefined && /(?:^|[\s_-])(?:btn|button)/i.test(names);
}

/** The whole of the request, which says what it is about in its words and is bounded. */
function consentAround(control: Element): Element | undefined {
  let found: Element | undefined;
  for (const each of upwards(control)) {
    if (!isSmall(each, MAX_CONSENT_CHARS) || holdsPage(each)) break;
    const names = namesOf(each);
    const isNamed = CONSENT_NAME.test(names) || VENDOR.test(names);
    const isOverlay = isNamed || isLaidOver(each);
    const text = squeeze(rawText(each));
    if (isOverlay && (isNamed || CONSENT.test(text) || isChoice(each)) && widthOf(text) > MAX_CONTROL_CHARS / 2)
      found = each;
    else if (found === undefined && COOKIES.test(text) && hasTwoControls(each)) found = each;
  }
  return found;
}

/** To agree, or to refuse. */
function isChoice(overlay: Element): boolean {
  const answers = descendants(overlay).filter((each) => isControl(each) && ACCEPT.test(squeeze(rawText(each))));
  return answers.take(2).toArray().length === 2;
}

/** Nothing but a request for consent speaks of cookies and has one control to agree, and another. */
function hasTwoControls(request: Element): boolean {
  return descendants(request).filter(isControl).take(2).toArray().length === 2;
}

function isLaidOver({ attributes }: Element): boolean {
  return (
    /^(?:dialog|alertdialog|alert)$/.test(attributes.get("role") ?? "") ||
    attributes.get("aria-modal") === "true" ||
    /position:\s*(?:fixed|sticky)/i.test(attributes.get("style") ?? "") ||
    /(?:^|\s)(?:is-|position-)?(?:fixed|sticky)(?:-(?:bottom|top))?(?=\s|$)/.test(attributes.get("class") ?? "") ||
    /cookie|consent|privacy/i.test(attributes.get("aria-label") ?? "")
  );
}

interface Signup {
  readonly length: number;
  readonly isAbout: boolean;
}

function signupAround(control: Element, signupOf: (around: Element) => Signup | undefined): Element | undefined {
  let found: Element | undefined;
  let length = 0;
  for (const each of upwards(control)) {
    const said = signupOf(each);
    if (said === undefined) break;
    if (found === undefined && !said.isAbout) continue;
    if (found !== undefined && (length < BUTTON_CHARS ? !isOffer(each, said.length) : said.length - length > 60)) break;
    found = each;
    length = said.length;
  }
  return found;
}

/** A button and the one thing that it is for. */
function isOffer(around: Element, length: number): boolean {
  const headings = descendants(around).filter(({ tag }) => HEADING.test(tag));
  return length <= MAX_OFFER_CHARS && headings.drop(1).next().done === true;
}

/** `undefined` for what is too large for a request to sign up. */
function signup(around: Element): Signup | undefined {
  if (!isSmall(around, MAX_SIGNUP_CHARS) || holdsPage(around)) return undefined;
  const text = squeeze(rawText(around));
  return {
    length: widthOf(text),
    isAbout: SIGNUP.test(text) || SIGNUP_NAME.test(namesOf(around)) || asksForAddressOnly(around),
  };
}

/** Neither a message nor a password: an address to write to is all that is wanted. */
function asksForAddressOnly(around: Element): boolean {
  const fields = descendants(around)
    .filter(({ tag, attributes }) =>
      tag === "input"
        ? !/^(?:hidden|submit|button|checkbox|radio|image)$/.test(attributes.get("type") ?? "")
        : tag === "textarea" || tag === "select",
    )
    .take(2)
    .toArray();
  return fields.length === 1 && fields[0]?.attributes.get("type") === "email";
}

function* upwards(control: Element): Generator<Element> {
  let each = control.parent;
  for (let level = 0; each !== undefined && level < MAX_CLIMB && !PAGE_TAGS.has(each.tag); level++) {
    yield each;
    each = each.parent;
  }
}

/** Counts no further than needed. */
function isSmall(element: Element, most: number): boolean {
  let left = most;
  const visit = (each: Element): boolean =>
    each.children.every((child) => {
      if (typeof child !== "string") return visit(child);
      left -= child.trim().length;
      return left >= 0;
    });
  return visit(element);
}
