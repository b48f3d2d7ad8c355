/** What shall not be done at once: "at period end", "zum Monatsende", "al final del periodo", "not right now". */

/** In the words of a text, accents dropped. */
const LATER = [
  // "at the end of the month", "when the trial ends", "once it is paid", "in 3 days".
  /\bat (?:the )?end\b/,
  /\bat (?:the )?[a-z]{2,20} end\b/,
  /\b(?:when|once|as soon as|unless) (?:it|he|she|they|the|my|our|its|this|that|we|i)\b/,
  // Nobody knows yet whether: "if the build fails, delete …", but not "if it exists".
  /\b(?:if|falls|sofern) (?!(?:it |they |this |that |er |sie |es )?(?:exist|is there|are there|possible|needed|necessary|any|present|you can|vorhanden|existier|moglich|notig))/,
  /^(?:wenn|si|se) /,
  /\bsi (?:es|esta|hay|no|el|la|tiene) |\bs (?:il|elle|ils) (?!existe|est possible)|\bse (?:estiver|for|nao|tiver|houver) |\bwenn (?:er|sie|es|der|die|das) (?!existier|moglich)/,
  /\bwhen [a-z]{2,20} (?:says|confirms|agrees|approves|is|are|has|have)\b/,
  /\bafter (?:the|my|its|this) (?:[a-z]{2,20} )?(?:period|trial|term|month|year|cycle|week)\b/,
  /\bin \d{1,4} (?:minute|hour|day|week|month)s?$/,
  /\b(?:zum|am) (?:[a-z]{0,20}ende|ablauf|schluss)\b|\b(?:nach ablauf|sobald)\b/,
  /\b(?:al?|en) (?:el )?(?:final|fin|termino|vencimiento) del?\b|\bcuando (?:termine|acabe|venza|finalice)\b/,
  /\b(?:a la fin d|a l (?:expiration|echeance|issue) d|en fin d)(?:e|es|u)?\b|\b(?:des que|lorsque)\b/,
  /\b(?:n|a)?o (?:fim|final|termino) d[aeo]s?\b|\b(?:assim que|quando) (?:terminar|acabar|vencer)\b/,
  /\balla (?:fine|scadenza) d/,
  /\b(?:not|no|nicht|pas|nao|non) (?:right )?(?:now|yet|immediately|at once|sofort|jetzt|gleich|ahora|inmediatamente|tout de suite|maintenant|immediatement|agora|imediatamente|subito|adesso)\b/,
];
/** "the webhook that fires when …" says which one. */
const WHICH = /\b(?:that|which)\b/;

/** `words` are those of a text, in lower case. */
export function isForLater(words: readonly string[]): boolean {
  const text = words.join(" ");
  return LATER.some((pattern) => {
    const found = pattern.exec(text);
    return found !== null && !WHICH.test(text.slice(Math.max(0, found.index - 30), found.index));
  });
}
