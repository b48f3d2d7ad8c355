/** The kinds of values and how each is written, in the order in which they are looked for. */
import { ADDRESS } from "../names/addresses.ts";
import { amountBefore, groupedMoney } from "../numbers/amounts.ts";
import { COMPANY, companyIn } from "../names/companies.ts";
import { currencyOf, smallCodeOf } from "../numbers/currencies.ts";
import { dateIn } from "../time/dates.ts";
import { FILE_TYPES } from "./file-paths.ts";
import { GROUPED_MONEY, GROUPED_NUMBER, ungrouped } from "../numbers/grouped-numbers.ts";
import { ORDINAL_IN_ROW, ordinal, SPELLED_NUMBER, spelledNumber } from "../numbers/number-words.ts";
import { ZONE_AREAS } from "../time/time-zones.ts";
import { isOfName, UNIT } from "../numbers/units.ts";
import type { ValueKind } from "../value.ts";

interface Finder {
  readonly kind: ValueKind;
  readonly pattern: RegExp;
  /** It may only colour the wish. */
  readonly isOptional?: true;
  /** The text to send of what was found; `undefined` where it is no such value. Left out, the first group or all. */
  readonly read?: (found: RegExpExecArray) => string | undefined;
}

const QUOTED =
  /"([^"]{1,500})"|“([^”]{1,500})”|„([^“”]{1,500})[“”]|«\s?([^»]{1,500}?)\s?»|(?<![\p{L}\p{N}])'([^']{1,500})'(?![\p{L}\p{N}])/gu;

/** No owner stands before the slash. */
const BRANCH = /^(?:heads|tags|refs|feature|feat|bugfix|hotfix|fix|release|chore|origin)\//;

/** Each kind is looked for in what those before it left: an address before the numbers in it. */
export const FINDERS: readonly Finder[] = [
  { kind: "quoted", pattern: QUOTED, read: (found) => found.slice(1).find((one) => one !== undefined) },
  // "<h1>Hi</h1>".
  {
    kind: "quoted",
    pattern: /<(?:!doctype html|[a-z][a-z\d]{0,10}(?:\s[^<>\n]{0,200})?)>[^\n]{0,2000}<\/[a-z][a-z\d]{0,10}>/giu,
    read: ([text]) => text,
  },
  // "notes: ask about the heating": what is said up to the end, where no comma leaves it open where that is.
  {
    kind: "quoted",
    pattern:
      /(?<=\b(?:notes?|description|body|message|text|comment|details) ?: )(?=\p{L}[^\s,;:]{0,40} )[^"“”„«»,;:.!?\n]{3,200}[!?]?(?=[.;]? ?$)/giu,
  },
  // "hi@acme.dev (Acme)": whose it is.
  {
    kind: "name",
    pattern: /(?<=@[\w.-]{3,80} \()\p{Lu}[\p{L}\p{N}'’&-]{0,30}(?: [\p{L}\p{N}'’&-]{1,30}){0,3}(?=\))/gu,
  },
  // As Flickr calls people and groups.
  { kind: "id", pattern: /(?<![\w@])\d{5,12}@N\d{2}(?!\w)/gu },
  { kind: "email", pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu },
  // A publication (DOI, as Crossref writes them).
  { kind: "id", pattern: /(?<![\w/.])10\.\d{4,9}\/[\w.;()/:-]*\w/gu },
  // What the clouds call their things by.
  { kind: "id", pattern: /(?<!\w)arn:[\w:/.*-]*\w/gu },
  { kind: "url", pattern: /(?:https?|s3|gs|s?ftp|wss?):\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/gu },
  {
    kind: "date",
    pattern: /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\w-])/gu,
  },
  {
    kind: "date",
    pattern:
      /\b(?:\d{1,2}(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?\p{L}{3,10}\.?|\p{L}{3,10}\s+\d{1,2}(?:st|nd|rd|th)?),?\s+(?:de\s+)?\d{4}\b|\b\d{1,2}\.\d{1,2}\.\d{4}\b/gu,
    read: ([text]) => dateIn(text),
  },
  // "2017-JUL-31" and "31-Jul-2017".
  {
    kind: "date",
    pattern: /(?<![\w-])(?:\d{4}-\p{L}{3}-\d{1,2}|\d{1,2}-\p{L}{3}-\d{4})(?![\w-])/gu,
    read: ([text]) => dateIn(text),
  },
  { kind: "address", pattern: ADDRESS },
  { kind: "name", pattern: COMPANY, read: companyIn },
  { kind: "amount", pattern: GROUPED_MONEY, read: groupedMoney },
  { kind: "number", pattern: GROUPED_NUMBER, read: ([text]) => ungrouped(text) },
  // What a machine calls a network card by (IEEE 802).
  { kind: "id", pattern: /(?<![\w:])(?:[\da-f]{2}:){5}[\da-f]{2}(?![\w:])/giu },
  {
    kind: "date",
    pattern:
      /(?<=\b(?:from|since|to|until|till|between|and|on|for|of|dated|after|before|date|day|von|bis|ab)\s)(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\w)/gu,
  },
  { kind: "ip", pattern: /\b\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?\b|\b(?:[\da-f]{1,4}:){2,7}:?[\da-f]{1,4}\b/giu },
  { kind: "id", pattern: /(?<![\w-])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/giu },
  // A postcode of the United Kingdom (BS 7666), and a version (semver.org).
  { kind: "id", pattern: /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/gu },
  { kind: "id", pattern: /(?<![\w.])v\d{1,4}(?:\.\d{1,4}){1,2}(?:-[\w.]{0,30}\w)?(?![\w.]?\w)/gu },
  // "ubuntu-24.04", "release-2.1".
  { kind: "id", pattern: /(?<![\w./@-])\p{L}[\w-]{0,40}-\d{1,4}(?:\.\d{1,4}){1,3}(?![\w/@-]|\.\w)/gu },
  { kind: "id", pattern: /(?<![\w.-])\d{1,4}(?:\.\d{1,4}){2}(?:-[\w.]*\w)?(?![\w.]?\w)/gu },
  // How wide and how high a picture is: "640x480".
  {
    kind: "extent",
    pattern: /(?<![\w.])(\d{2,5}) ?[x×] ?(\d{2,5})(?:(?= ?px\b)|(?![\w.]*\w))/gu,
    read: ([, width, height]) => `${width}x${height}`,
  },
  {
    kind: "extent",
    pattern: /(?<![\w.])(\d{2,5}) by (\d{2,5})(?= ?(?:px|pixels?)\b)/gu,
    read: ([, width, height]) => `${width}x${height}`,
  },
  // A compact URI (W3C CURIE), a scope, and the path of a file or a resource.
  { kind: "id", pattern: /(?<![\w:/.@-])\p{L}[\w-]*:\p{Lu}\w+(?![\w/:-])/gu },
  { kind: "id", pattern: /(?<![\w:/.@-])\p{L}[\w-]*:(?=[\w.:-]*[\d_.])[\w-][\w.:-]*\w(?![\w/-]|:\S)/gu },
  { kind: "id", pattern: /(?<![\w:/.@-])(?:\/[\w.-]*\w){2,}\/?(?![\w/])/gu },
  { kind: "id", pattern: /(?<![\w:/.@-])\w[\w.-]*(?:\/[\w.-]*\w){2,}(?![\w/])/gu },
  // What the names of files begin with: "db/", "2026/11/".
  { kind: "id", pattern: /(?<![\w:/.@-])[\w.-]{1,60}(?:\/[\w.-]{1,60}){0,6}\/(?=\s|$|[,;.])/gu },
  {
    kind: "phone",
    pattern: /\+\d[\d ().-]{5,18}\d/gu,
    read: ([text]) => `+${text.replace(/\D/g, "")}`,
  },
  // As they are written within a country: "(415) 555-0132", "0171 2345678".
  { kind: "phone", pattern: /(?<![\w+])\(0?\d{2,4}\) ?\d{3,4}[ -]?\d{3,5}(?![\w-])/gu, read: ([text]) => text },
  {
    kind: "phone",
    pattern: /(?<![\w.-])0\d{1,4}[ /-]\d{3,8}(?:[ -]\d{2,5})?(?![\w-])/gu,
    read: ([text]) => (text.replace(/\D/g, "").length < 8 ? undefined : text),
  },
  {
    kind: "phone",
    pattern: /(?<=\b(?:call|dial|text|phone|number|sms|mobile|tel)\b\W{0,3}(?:to )?)\d{3}-\d{3}-\d{4}(?![\w-])/giu,
    read: ([text]) => text,
  },
  {
    kind: "point",
    // Of three decimals none are a point.
    pattern:
      /(?<![\w.]|\d, ?)(-?\d{1,3}\.\d+)°?\s*[,/ ]\s*(-?\d{1,3}\.\d+)(?![\w.]*\w)(?! ?(?:,|and|und|y|et|e) ?-?\d{1,3}\.\d)/gu,
    read: ([, lat, lon]) => `${lat},${lon}`,
  },
  {
    kind: "color",
    pattern: /#(?=[\da-f]*\d)(?:[\da-f]{6}|[\da-f]{3})\b/giu,
    read: ([text]) => (/^#\d{3}$/.test(text) ? undefined : text),
  },
  { kind: "number", pattern: /#(\d{1,9})\b/gu },
  { kind: "hashtag", pattern: /#([\p{L}\p{N}_][\p{L}\p{N}_-]{0,58}[\p{L}\p{N}_])/gu },
  { kind: "handle", pattern: /(?<![\w.])@([\w.-]*\w)/gu },
  // As the IANA database calls a time zone.
  {
    kind: "id",
    pattern: new RegExp(`(?<![\\w/])(?:${ZONE_AREAS})(?:\\/[A-Z][\\w+-]{1,30}){1,2}(?![\\w/])`, "gu"),
  },
  {
    kind: "repository",
    pattern: /(?<![\w/.@-])([A-Za-z0-9][\w-]*\/[\w.-]*\w)(?![\w/])/gu,
    read: ([text]) =>
      BRANCH.test(text) || /^(?:and\/or|\d+\/\d+|km\/h|he\/she|yes\/no|on\/off)$/i.test(text) ? undefined : text,
  },
  {
    kind: "id",
    pattern: /(?<![\w/.@-])[a-z]+\/[\w.-]*\w(?![\w/])/gu,
    read: ([text]) => (BRANCH.test(text) ? text : undefined),
  },
  // Where a cloud's machines stand: "us-east", "eu-central-1".
  {
    kind: "id",
    pattern: /(?<![\w-])(?:us|eu|ap|ca|sa|af|me|uk|asia|europe|australia)-[a-z]{3,12}(?:-?\d{1,2})?(?![\w-])/gu,
  },
  // "g.s8oes9dhw": what ends like no domain.
  { kind: "id", pattern: /(?<![\w./@:-])\p{L}[\w-]*\.(?=[\w-]*\p{L})(?=[\w-]*\d)[\w-]{4,40}(?![\w/@-]|\.\w)/gu },
  // "the U.K."
  { kind: "code", pattern: /(?<![\w.])U\.(?:K\.|S\.(?:A\.)?)(?!\w)/gu, read: ([text]) => text.replaceAll(".", "") },
  // "FileCopy.txt": written large, it is no domain.
  {
    kind: "id",
    pattern:
      /(?<![\w./@:-])(?=[\w-]*\p{Lu})[\w-]{1,80}\.(?:txt|pdf|csv|json|xml|md|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp[34]|wav|zip|html?|js|ts|py)(?![\w/@-]|\.\w)/gu,
  },
  // "report.pdf": no domain ends so.
  {
    kind: "id",
    pattern: new RegExp(`(?<![\\w./@:-])[\\p{Ll}\\d][\\w-]{0,80}\\.(?:${FILE_TYPES})(?![\\w/@-]|\\.\\w)`, "gu"),
  },
  // A language as one country writes it (BCP 47): "en-GB".
  { kind: "code", pattern: /(?<![\w/.@-])[a-z]{2}-[A-Z]{2}(?![\w/@-])/gu },
  { kind: "domain", pattern: /\b[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,10}\b/gu },
  { kind: "amount", pattern: /(?<=[$€£¥₹]\s?)\d+(?:[.,]\d+)?\b/gu, read: ([text]) => text.replace(",", ".") },
  { kind: "amount", pattern: /(?<![\w.-])\d+(?:[.,]\d+)?(?=\s*(?:[€£¥₹$]|[\p{L} ]{3,20}))/gu, read: amountBefore },
  // "dólares canadienses", "dänische Kronen": the thing stands first or last.
  {
    kind: "currency",
    pattern:
      /(?<!\p{L})(?:francos?|francs?|franchi|d[óo]lar(?:es)?|dollars?|dollari|pesos?|libras?|livres?|sterline?|coronas?|couronnes?|coroas?|corone?|rupias?|roupies?|rupie|real|reais|reales|yuans?|wons?|rands?|zlotys?|yenes?|liras?|livres?|dinars?|dirhams?|rublos?|roubles?) \p{L}{4,16}(?!\p{L})/giu,
    read: ([text]) => currencyOf(text),
  },
  {
    kind: "currency",
    pattern:
      /(?<!\p{L})\p{L}{4,16} (?:francs?|dollars?|pounds?|yen|rubles?|kron(?:e|er|or|en)|kron[au]|krón(?:a|ur)|koruna|pesos?|rupees?|reals?|yuan|won|rand|zlotys?|lira|dirhams?|riyals?|shekels?|baht|franken|pfund|dollar|rupien?|rubel|peso)(?!\p{L})/giu,
    read: ([text]) => currencyOf(text),
  },
  {
    kind: "currency",
    pattern:
      /[$€£¥₹]|\b(?:(?:us|american|canadian|australian|swiss|british|hong kong|new zealand)\s+)?\p{L}{3,10}\b/giu,
    read: (found) => (/^[A-Z]{3}$/.test(found[0]) || isOfName(found) ? undefined : currencyOf(found[0])),
  },
  // "9.99 eur": where the number stood is blank.
  { kind: "currency", pattern: /(?<= {2})[a-z]{3}(?!\p{L})/gu, read: ([word]) => smallCodeOf(word) },
  {
    kind: "percent",
    pattern:
      /(?<![\w.])\d+(?:[.,]\d+)?(?=\s*(?:%|percent\b|per cent\b|prozent\b|por ciento\b|pour cent\b|por cento\b))/giu,
    read: ([text]) => text.replace(",", "."),
  },
  // "under 400000".
  {
    kind: "number",
    pattern:
      /(?<=\b(?:under|below|over|above|(?:less|more|fewer|cheaper) than|at (?:most|least)|up to) )\d{5,9}(?![\w.-])/giu,
  },
  { kind: "id", pattern: /(?<![\w.-])[\w-]{5,}(?![\w-]|\.\d)/gu, read: ([text]) => (isId(text) ? text : undefined) },
  {
    kind: "id",
    pattern: /(?<![\w.-])(?=[\w-]*\d)(?=[\w-]*\p{L})[\w-]{2,}(?![\w-])/gu,
    read: ([text]) => (isCounted(text) ? undefined : text),
  },
  // "TS-BLK", as goods are numbered, and no pair of currencies.
  {
    kind: "id",
    pattern: /(?<![\w./-])[A-Z]{2,8}(?:-[A-Z\d]{2,8}){1,4}(?![\w/-])/gu,
    read: ([text]) => (text.split("-").some((one) => currencyOf(one) !== undefined) ? undefined : text),
  },
  // "the image redis:7": a tag may be a single figure.
  { kind: "id", pattern: /(?<=\bimages? )[\w./-]{1,100}:[\w.-]{1,100}(?![\w/:])/gu },
  // "the bucket acme-logs": behind what is called so, and before nothing that it could be said of.
  {
    kind: "id",
    pattern:
      /(?<=\b(?:bucket|branch|container|queue|topic|function|lambda|table|database|cluster|site|repo|repository|stream|namespace|volume|secret|app|application|project|service|server|vm|group|pool|instance|job|pipeline|dataset|vault|registry|deployment) )(?!(?:read|write|public|non|up|on|to|built|self|re|pre)-)[a-z][a-z\d]*(?:-[a-z\d]+){1,6}(?=$|[,.;?!]| (?:in|on|at|of|from|to|into|for|with|by|and|via|using|as)(?: |$))/gu,
  },
  // ":tada:", as chats write pictures.
  { kind: "id", pattern: /(?<![\w:]):([a-z][\w+-]{1,30}):(?![\w:])/gu },
  // Branches that have no id's looks, where they can be nothing else.
  {
    kind: "id",
    pattern:
      /(?<=\b(?:from|into|onto|on|branch|against|compare|merge|(?:compare|between) [^\s"]{1,60} (?:and|with|to)) )(?:main|master|develop|trunk)(?=$|[,.;?!]| (?:in|on|of|at|to|into|for|and|with|from|against|branch)(?: |$))/gu,
  },
  // "only the fields id,name": several in one, as a machine lists them.
  { kind: "id", pattern: /(?<![\w,.-])[a-z_]\w*(?:,[a-z_]\w*)+(?![\w,-])/giu },
  // "country us": whatever else the two letters mean.
  {
    kind: "code",
    pattern: /(?<=\b(?:country|market|region|language|lang|locale)(?: code)?[:=]? )[a-z]{2}(?=$|[,.;)])/giu,
  },
  { kind: "id", pattern: /(?<![\w.-])(?:\d+(?:-\d+)+|\p{L}\w*_\w*\p{L})(?![\w-])/gu },
  { kind: "number", pattern: /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)/gu },
  { kind: "number", pattern: ORDINAL_IN_ROW, read: ([word]) => ordinal(word), isOptional: true },
  // "half an hour", "for an hour".
  {
    kind: "number",
    pattern: /(?<!\p{L})half an?(?=\s(?:hour|minute|day)(?!\p{L}))/giu,
    read: () => "0.5",
    isOptional: true,
  },
  {
    kind: "number",
    pattern: /(?<=\b(?:for|lasting|lasts|takes)\s)an?(?=\s(?:hour|minute|second)(?!\p{L}))/giu,
    read: () => "1",
    isOptional: true,
  },
  {
    kind: "number",
    pattern: SPELLED_NUMBER,
    read: ({ 0: word, input }) => spelledNumber(word, input),
    isOptional: true,
  },
  // Languages (ISO 639-1) where one is turned into another: "from en to de".
  { kind: "code", pattern: /(?<=\b(?:from|von|de|du)\s)[a-z]{2}(?=\s+(?:to|into|nach|a|à|para)\s+[a-z]{2}\b)/gu },
  { kind: "code", pattern: /(?<=\b(?:from|von|de|du)\s\s{2}\s+(?:to|into|nach|a|à|para)\s)[a-z]{2}\b/gu },
  {
    kind: "unit",
    pattern: UNIT,
    read: (found) => (isOfName(found) ? undefined : found[0]),
  },
  {
    kind: "code",
    pattern: /(?<![\w.])[A-Z]{2,5}\b(?!\.\p{L})/gu,
    read: ([text]) => (/^(?:API|REST|SDK|ID|URL)$/.test(text) ? undefined : text),
  },
];

/** Long numbers, and letters with digits among them: what a machine calls a thing by. */
function isId(word: string): boolean {
  return /^\d{5,}$/.test(word) || (/\d/.test(word) && /\p{L}/u.test(word) && !isCounted(word));
}

function isCounted(word: string): boolean {
  return /^\d+-?(?:days?|h|hours?|th|st|nd|rd|km|cm|mm|kg|mi|ft|lbs?|oz|mph|[dmywsk]|min)$/i.test(word);
}
