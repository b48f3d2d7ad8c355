/**
 * The words of politeness around a request: "could you please …, thanks" says nothing of what is wanted, and the request
 * is read as if it were said without them. English, German, Spanish, French and Portuguese, chosen by hand.
 */
import { contentStems } from "../../../catalog/words/stems.ts";

const GREETINGS =
  "hi|hello|hey|hallo|hola|bonjour|salut|ol[áa]|oi|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)|" +
  "buenos d[íi]as|buenas (?:tardes|noches)|bom dia|boa (?:tarde|noite)";
const PLEASE = "please|pls|kindly|bitte|por favor|s['’]il (?:te|vous) pla[îi]t";

/** How one begins to ask somebody to do something. */
const ASKING = [
  "(?:could|can|would|will) you(?: (?:maybe|possibly|just|quickly|be (?:able|so kind as|kind enough) to))?",
  "i was wondering (?:if|whether) you (?:could|can|would)",
  "would it be possible to|is it possible to|is there a way to",
  "(?:i['’]d|i would) (?:really )?(?:like|love|need)(?: (?:you|for you))? to",
  "i (?:really )?(?:want|need|wish)(?: you)? to",
  "help me(?: to)?",
  "(?:k[öo]nn(?:t?est du|ten sie|en sie)|kannst du|w[üu]rde(?:st du|n sie))(?: (?:mir|uns|mal|eben|f[üu]r mich))*",
  "ich (?:m[öo]chte|w[üu]rde|h[äa]tte|will)(?: (?:gern|gerne|bitte))?",
  "(?:me )?(?:podr[íi]as?|puedes?|podr[íi]a usted|puede usted)",
  "(?:me gustar[íi]a|quisiera|quiero|necesito)(?: que)?",
  "(?:tu )?(?:pourrais-tu|pourriez-vous|peux-tu|pouvez-vous)",
  "(?:est-ce que )?(?:tu pourrais|vous pourriez|tu peux|vous pouvez)",
  "je (?:voudrais|veux|souhaite)|j['’]aimerais",
  "(?:voc[êe] )?(?:poderia|podia|pode|podes)",
  "(?:eu )?(?:gostaria de|queria|quero|preciso(?: de)?)",
];

const THANKS =
  "(?:many )?thanks|thank you|thx|cheers|danke|vielen dank|(?:muchas |mil )?gracias|merci|(?:muito )?obrigad[oa]";
const MUCH =
  "(?: (?:(?:so|very) much|a lot|a bunch|in advance|again|sch[öo]n|sehr|im voraus|de antemano|beaucoup|bien|d['’]avance))?";

/** "look up the owner" finds the owner, and no lookup. */
const FIND = /^(?:look|pull|bring|dig) up\s/i;

const GREETING = new RegExp(`^(?:${GREETINGS})(?: (?:there|all|team|zusammen))? ?[,!.:–-]{1,3}\\s`, "iu");
const ASKED = new RegExp(
  `^[¿¡]?(?:(?:hi|hey|hello|hallo|hola|ok|okay) )?(?:${ASKING.join("|")})\\s(?!(?:nicht|kein|not|don['’]t|no|não|nao|pas)\\p{L}{0,3}(?!\\p{L}))`,
  "iu",
);
const PLEASE_FIRST = new RegExp(`^(?:${PLEASE}),?\\s`, "iu");
const PLEASE_LAST = new RegExp(`\\s?,?\\s(?:${PLEASE})\\s?[.!?]{0,3}$`, "iu");
const THANKS_LAST = new RegExp(`\\s?[,.!?;–-]{1,3}\\s(?:${THANKS})${MUCH}\\s?[.!?]{0,3}$`, "iu");
const OPENINGS = [GREETING, ASKED, PLEASE_FIRST];
const CLOSINGS = [THANKS_LAST, PLEASE_LAST];

/** Nobody says more of them. */
const MOST = 4;
/** Characters at the end that a closing may be of. */
const CLOSING_CHARS = 60;

/** The text without them; as it was where nothing else is said. */
export function withoutPoliteness(text: string): string {
  const opened = withoutOpening(text.trim());
  const bare = withoutClosing(opened.text);
  // "could you create a ticket?" asks for a ticket, and no question.
  const request = (opened.isAsked ? bare.replace(/\s?\?{1,3}$/, "") : bare).replace(FIND, "find ");
  if (request === text || contentStems(request).length === 0) return text;
  return request;
}

function withoutOpening(text: string): { readonly text: string; readonly isAsked: boolean } {
  let [left, isAsked] = [text, false];
  for (let times = 0; times < MOST; times++) {
    const opening = OPENINGS.find((one) => one.test(left));
    if (opening === undefined) break;
    if (opening === ASKED) isAsked = true;
    left = left.replace(opening, "").trimStart();
  }
  return { text: left, isAsked };
}

function withoutClosing(text: string): string {
  let left = text;
  for (let times = 0; times < MOST; times++) {
    const end = left.slice(-CLOSING_CHARS);
    const closing = CLOSINGS.find((one) => one.test(end));
    if (closing === undefined) break;
    left = left.slice(0, left.length - end.length) + end.replace(closing, "");
  }
  return left;
}
