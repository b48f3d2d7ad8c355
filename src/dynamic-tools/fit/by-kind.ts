/** How well a value fits a slot by what both are. */
import { textOf } from "../../text/foreign.ts";
import { isSender } from "../slots/sender.ts";
import type { Slot } from "../slots/slots.ts";
import { spellOut } from "../slots/spelled-names.ts";
import { isPlace, type Wish } from "../words/wish/wish.ts";
import { isLatitude, isLongitude } from "../slots/coordinates.ts";
import { addressScore } from "./kinds/addresses.ts";
import { countScore } from "./kinds/counts.ts";
import { extentScore } from "./kinds/extent.ts";
import { dayScore, OF_ZONE } from "./kinds/day-score.ts";
import { isWithSign } from "./form.ts";
import { isOfPrefix } from "./kinds/id-prefixes.ts";
import { idScore } from "./kinds/ids.ts";
import { codeScore, currencyScore } from "./kinds/money.ts";
import { nameOfPlaceScore } from "./kinds/places.ts";
import { NAMED, OF_KIND, PARTLY, POSSIBLE } from "./kinds/scores.ts";
import { quotedScore } from "./kinds/text.ts";
import { isVersionOf } from "./kinds/versions.ts";
import { unitScore } from "./kinds/units.ts";
import { isFile } from "../words/values/file-paths.ts";
import { ZONE_AREAS } from "../words/time/time-zones.ts";
import { isNumber, type Value } from "../words/value.ts";

/** It takes any text, and hardly this. */
const LEAST_POSSIBLE = 0.56;

/** "Europe/Berlin". */
const ZONE = new RegExp(`^(?:${ZONE_AREAS})\\/[A-Z]`);

/** "within 50 miles of 90210". */
const WHERE = /\b(?:in|near|around|miles of|km of|ship(?:ped)? to|deliver(?:ed)? to)\s+$/i;

/** What is taken from a sum or comes on top of it, as names of fields say it. */
const OF_SHARE = /\b(?:discount|tax|vat|fee|tip|gratuity|shipping|surcharge|commission|deposit|credit)/;

/** The longer name is another thing's: the picture behind, the page to return to. */
const OF_OTHER_PAGE = /callback|webhook|redirect|return|notify|success|cancel|icon|logo|\bbg\b|background|thumb/;

/** Where mail goes besides, which nobody spoke of: "feedback forwarding email address". */
function isOfOtherMail(word: string, text: string): boolean {
  const besides = OF_OTHER_MAIL.exec(word)?.[0];
  return besides !== undefined && !text.toLowerCase().includes(besides);
}

const OF_OTHER_MAIL =
  /\b(?:feedback|forward|support|billing|notif|admin|backup|recover|secondary|alternat|reply|bounce|contact|owner|paypal)/;
const BESIDES = 0.1;

/** "SHA or branch to start listing commits from". */
const OF_BRANCH = /\b(?:or (?:an? |the )?branch|branch (?:name|or|to))\b/i;
const MAX_READ = 120;

function isBranch(text: string, before: string): boolean {
  return /^(?:main|master|develop|trunk)$/.test(text) || /\bbranch\s["'`]?$/i.test(before);
}

/** Where files are kept as objects, a key in the path names one. */
function isOfFile({ inPath, schema: { description } }: Slot, word: string, { text }: Value): boolean {
  if (!isFile(text)) return false;
  return (
    /^(?:path|file|file ?path|file ?name)$/.test(word) ||
    (word === "name" && /^\W*(?:file ?name\b|the name of the file\b)/i.test(textOf(description))) ||
    (inPath && /^(?:object )?key$/.test(word))
  );
}

/** "from hi@acme.dev (Acme)": what leads to an address leads to whose it is. */
function leadOfAddress({ start }: Value, { text, values }: Wish): string | undefined {
  const address = values.find(({ kind, end }) => kind === "email" && text.slice(end, start) === " (");
  return address === undefined ? undefined : text.slice(0, address.start);
}

/** 0 to 1; `word` is the slot's name, spelled. */
export function kindScore(slot: Slot, word: string, value: Value, said: Wish): number {
  const { schema } = slot;
  const { kind } = value;
  const before = said.text.slice(0, value.start);
  switch (kind) {
    case "email":
      if (/^(?:bcc|cc)\b/.test(word)) return 0; // Nobody is copied in who was not said to be.
      if (/\be ?mail (?:message|subject|body|text|template|content|type|format|notifications?)\b/.test(word)) return 0;
      if (isSender(word)) return /\bfrom\s+$/i.test(before) ? NAMED : 0;
      if (/^to\b|recipient/.test(word) && /\bto\s+$/i.test(before)) return PARTLY;
      if (/\be ?mail\b|^to\b|recipient|\blogin$/.test(word) || schema.format === "email")
        return /\bfrom\s+$/i.test(before) ? 0 : OF_KIND - (isOfOtherMail(word, said.text) ? BESIDES : 0);
      return 0;
    case "phone":
      if (isSender(word)) return 0;
      if (/\baddress$/.test(word) && /\bphone number/i.test(textOf(schema.description))) return OF_KIND;
      return /phone|mobile|msisdn|\btel\b|^(?:to|number|num|recipients?|destinations?|query)$/.test(word) ? OF_KIND : 0;
    case "url":
      if (OF_OTHER_PAGE.test(word)) return 0;
      if (/\b(?:url|uri|link|website|href|endpoint)s?\b/.test(word) || schema.format === "uri")
        return OF_KIND - 0.03 * word.split(" ").length;
      // What is made of any text is made of an address, too.
      return /^(?:text|data|content|input)$/.test(word) ? LEAST_POSSIBLE : 0;
    case "domain":
      if (/\b(?:domain|domain name|host|hostname|site)\b/.test(word)) return OF_KIND;
      if (OF_OTHER_PAGE.test(word)) return 0;
      return /\b(?:url|uri|link|website)\b/.test(word) ? OF_KIND - 0.1 : 0;
    case "ip":
      if (/\bip\b|\bipv[46]\b|\bhost\b|\bquery\b/.test(word)) return OF_KIND;
      if (/\baddress$/.test(word) && /\bIP\b/.test(textOf(schema.description))) return OF_KIND;
      // "to 10.1.2.3": machines have no streets.
      return /\b(?:destination|source|remote|target|peer|server|network|gateway) address$/.test(word)
        ? OF_KIND - 0.1
        : 0;
    case "date":
      return dayScore(slot, word, value, said);
    case "time":
      return /\b(?:time|hour|clock|deadline)\b/.test(word) &&
        !OF_ZONE.test(word) &&
        schema.format !== "date-time" &&
        schema.format !== "date"
        ? OF_KIND
        : 0;
    case "point":
      if (isLatitude(word) || isLongitude(word)) return OF_KIND;
      if (/^(?:q|query|search|address|place)$/.test(word)) return 0.3;
      return /^(?:ll|latlng|lat ?lo?ng?|point|position|coordinates?|coords?|location|locations|geo|near|origin|destination|center|via|waypoints?)$|lat ?lo?ng?$/.test(
        word,
      )
        ? OF_KIND - 0.1
        : 0;
    case "address":
      return addressScore(word);
    case "extent":
      return extentScore(word);
    case "repository":
      if (isOfFile(slot, word, value)) return OF_KIND;
      if (
        slot.inPath &&
        /^(?:owner|user ?name|account|workspace|namespace|organization|org)\b/.test(spellOut(slot.behind ?? ""))
      )
        return OF_KIND;
      return /^(?:(?:repo(?:sitory)? )?(?:owner|account)(?: name)?|user ?name|workspace|namespace|org|(?:repo|repository)(?: slug| name)?|project slug)$/.test(
        word,
      )
        ? OF_KIND
        : /^(?:project|project id|id|repo id|model|path)$/.test(word)
          ? POSSIBLE
          : 0;
    case "hashtag":
      if (/\btags?\b|hashtag/.test(word)) return OF_KIND;
      if (/colou?r/.test(word) && /^(?:[\da-f]{6}|[\da-f]{3})$/i.test(value.text)) return OF_KIND;
      // Where teams talk, "#general" is a channel.
      if (/^(?:channel|room)(?: (?:id|name))?$/.test(word)) return OF_KIND - 0.01;
      return /^(?:q|query|search)$/.test(word) ? POSSIBLE : 0;
    case "handle":
      return isWithSign(slot) || /\b(?:user ?name|screen name|handle|user|login|profile)\b/.test(word) ? OF_KIND : 0;
    case "color":
      return /colou?r|\bhex\b/.test(word) ? OF_KIND : 0;
    case "amount":
      // Money that is another's share is said to be it.
      if (OF_SHARE.test(word) && !said.text.toLowerCase().includes(OF_SHARE.exec(word)?.[0] ?? "")) return 0;
      return /^(?:amount|value|price|sum|total|from amount|from value)\b|\bamount$/.test(word) ? OF_KIND : 0;
    case "currency":
      return currencyScore(word, before, said, value);
    case "percent":
      if (/\b(?:fix(?:ed)?|flat|amount)$/.test(word)) return 0;
      return /percent|percentage|\brate\b|\bpct\b|discount|progress|\bratio\b|\bshare\b|volume|brightness|opacity/.test(
        word,
      )
        ? OF_KIND
        : 0;
    case "unit":
      return unitScore(word, before, said.values.filter((one) => one.kind === "unit").length > 1);
    case "number":
      return countScore(slot, word, value, said);
    case "code":
      return codeScore(slot, word, before, said, value);
    case "id":
      if (ZONE.test(value.text)) return OF_ZONE.test(word) ? OF_KIND : 0;
      if (/^(?:region|zone|location|datacenter|data center)(?: (?:id|name|slug|code))?$/.test(word))
        return /\b(?:in|into|to|region|zone|location)\s+$/i.test(before) ? OF_KIND : 0;
      if (/\b(?:zip|postcode|postal code)\b/.test(word) && /^\d{5}$/.test(value.text) && WHERE.test(before))
        return OF_KIND;
      if (isOfFile(slot, word, value)) return OF_KIND;
      if (isVersionOf(word, value.text)) return OF_KIND;
      if (isBranch(value.text, before) && OF_BRANCH.test(textOf(schema.description).slice(0, MAX_READ))) return OF_KIND;
      // "photos/" begins the names of files.
      if (value.text.endsWith("/")) return /\bprefix$|^(?:path|folder|directory)\b/.test(word) ? OF_KIND : 0;
      if (schema.enum === undefined && isOfPrefix(word, value.text)) return OF_KIND;
      return Math.max(idScore(slot, word, value.text), isNumber(value) ? countScore(slot, word, value, said) : 0);
    case "quoted":
      return isPlace(value.text)
        ? Math.max(quotedScore(slot, word, value), nameOfPlaceScore(slot, word, before, value.text))
        : quotedScore(slot, word, value);
    case "name": {
      const lead = leadOfAddress(value, said);
      if (lead !== undefined && /\bfrom\s+$/i.test(lead) && !isSender(word)) return 0;
      return nameOfPlaceScore(slot, word, lead ?? before, value.text, said.text.slice(value.end, value.end + 12));
    }
    case "word":
      return 0;
  }
}
