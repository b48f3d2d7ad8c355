/**
 * Verbs made of what is sent: "text +44… that I am late" is "send a text message to +44… saying I am late". Nothing in the
 * catalogue does "texting", and the words that it has are those of the message.
 */

/** What is sent by the verb, and what begins as the verb does. */
const SENT: Readonly<Record<string, string>> = {
  text: "send a text message to",
  sms: "send an SMS to",
  simse: "send an SMS to",
  message: "send a message to",
  dm: "send a direct message to",
  mail: "send an email to",
  maile: "send an email to",
  email: "send an email to",
  emaile: "send an email to",
  slack: "send a slack message to",
  tweet: "post a tweet",
};

const POLITE = "(?:(?:please|bitte|now|just) ){0,2}";
/** Of a name nobody can tell whether it is whom it is sent to: "text classification". */
const WHOM = "(\\+?\\d[\\d ()/.-]{4,20}\\d|[^\\s@\"'“„]{1,64}@[^\\s,:;\"'“„]{2,80}?|[#@][\\p{L}\\p{N}_.-]{1,60}?)";
const SAYS = "(?:,? (?:that|saying|to say|dass) |,? ?: ?|,? (?=[\"'“„«]))";

const VERBS = "(text|sms|simse|message|dm|e-?maile?|maile?|slack)";
const TO_SOMEBODY = new RegExp(`^(\\s*${POLITE})${VERBS} ${WHOM}${SAYS}(?=\\S)`, "iu");
const TWEET = new RegExp(`^(\\s*${POLITE})tweet(?: (?:that|saying) |:? ?(?=["'“„«])|: )(?=\\S)`, "iu");

/** "reply to the tweet 5 with thanks": operations create a reply, and hide one. */
const ANSWER = new RegExp(
  `^(\\s*${POLITE})(reply to|comment on) ([^"“”;\\n]{3,120}?)(?:,? (?:with|that|saying|to say) |,? ?: ?|,? (?=["“„«]))(?=\\S)`,
  "iu",
);

/** "post good morning to #general": no thing that could be sent, but words, before the channel they are for. */
const POSTED = new RegExp(
  `^(\\s*${POLITE})(?:post|say|write|send|schreibe?|poste|escribe|publica|écris|envoie|escreve|manda) ` +
    "(?!(?:the|this|that|an?|my|our|its?|me|us|all|every|to|in|into|on|messages?|files?|images?|photos?|pictures?|documents?|videos?|reminders?|invit\\p{L}+|invoices?|e-?mails?|mails?|sms|text|gifs?|polls?|status|updates?|from|den|das|die|der|ein\\p{L}*|un\\p{L}*|el|la|le|les|los|las|os?|as?)\\b)" +
    '(\\p{L}[^"“”„«»\\n;:#@]{1,150}?) ((?:to|in|into|on|an|auf|en|a|à|dans|no|na|em) (?:(?:the|my|our|den|el|la|le|o) )?(?:\\p{L}{2,15} )?(?:#\\p{L}|channel |kanal |canal )[^"“”„«»\\n;:]{0,80})$',
  "iu",
);

const SAYING = /\b(?:saying|that says|to say|telling)\b/i;

export function withSendingVerb(text: string): string {
  const [posted, lead = "", words = "", where = ""] = POSTED.exec(text) ?? [];
  if (posted !== undefined && !SAYING.test(text)) return `${lead}post a message ${where} saying ${words}`;
  const [answered, start = "", verbOfAnswer = "", thing = ""] = ANSWER.exec(text) ?? [];
  if (answered !== undefined)
    return `${start}create a ${verbOfAnswer.toLowerCase()} ${thing} saying ${text.slice(answered.length)}`;
  const tweet = TWEET.exec(text);
  if (tweet !== null) return `${tweet[1] ?? ""}${SENT["tweet"]} saying ${text.slice(tweet[0].length)}`;
  const [found, before = "", verb = "", whom = ""] = TO_SOMEBODY.exec(text) ?? [];
  const sends = SENT[verb.toLowerCase().replace("-", "")];
  if (found === undefined || sends === undefined) return text;
  return `${before}${sends} ${whom} saying ${text.slice(found.length)}`;
}
