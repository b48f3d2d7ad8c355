/** The words that stand before what a thing is called, titled or says, in the languages of wishes; for patterns without case. */

export const CALLED = "called|named|namens|genannt|llamad[oa]s?|appel[ée]e?s?|nomm[ée]e?s?|chamad[oa]s?|chiamat[oa]";
export const TITLED = "titled|betitelt|titulad[oa]s?|intitul[ée]e?s?|intitulad[oa]s?|intitolat[oa]";
export const SAYING =
  "saying|says?|diciendo|disant|dizendo|dicendo|que dig[ao]|que dice|qui dit|que diz|che dic[ae]|que ponga";

const INTRODUCING = new RegExp(`^(?:${CALLED}|${TITLED}|${SAYING})$`, "iu");

/** Whether a word only introduces what something is called, titled or says. */
export function isIntroducing(word: string): boolean {
  return INTRODUCING.test(word);
}

/** "with the", "mit dem", "con el", "avec l'", "com o", "con un". */
export const WITH =
  "(?:with|and|mit|und|con|avec|et|com)(?: the| an?| de[mrn]| einem| einer| el| la| une?| le| o| um| uma| il| lo)?(?: l['’]| )";
/** What something is called or is about, as people name it. */
export const NAMES =
  "title|name|subject|titel|namen?|betreff|thema|t[ií]tulo|nombre|asunto|tema|titre|nom|objet|sujet|nome|assunto|titolo|oggetto";
/** What stands before another name of a thing. */
export const RENAMED_TO = 'rename\\b[^"“”]{1,80}\\sto';
/** What is said to somebody. */
export const TEXTS = "text|message|body|nachricht|inhalt|mensaje|texto|texte|mensagem|testo|messaggio";
/** The service that a request may begin with: "GitHub: ". */
export const OF_SERVICE = "\\W{0,3}(?:[\\p{L}\\d.&'-]{2,30}(?: [\\p{L}\\d.&'-]{2,20}){0,4}: ?)?";
/** What may stand before the verb of a request, as a group of its own. */
export const LEAD = `^(${OF_SERVICE}(?:please |just |now |then )?)`;
