/** What shall not be done: "don't delete anything, only show my boards" asks to see them, and "lösche das nicht" for nothing. */
import { foldLetters } from "../../../text/fold-letters.ts";

/** As a wish begins, accents and umlauts dropped; German says it behind the verb, and of nothing else within the clause. */
const BEGINNINGS: readonly RegExp[] = [
  /^\W{0,3}(?:please\s|but\s)?(?:do not|don['’]?t|never)\s(?!forget\b|hesitate\b)/,
  /^\W{0,3}(?:please\s)?(?:stop|quit)\s(?:delet|remov|cancel|eras|wip|purg|revok|clear|dropp|terminat|destroy|archiv)\p{L}{0,3}ing\s/u,
  /^\W{0,3}(?:please\s)?\p{L}{3,20}\s(?:nothing|none)\b(?!\sbut\b)/u,
  /^\W{0,3}(?:por favor,?\s)?(?:no|nao|non)\s(?:me\s|lo\s|la\s|o\s|a\s)?\p{L}{3,20}(?:[ae]s?|i|are|ere|ire|em|en)\s/u,
  /^\W{0,3}(?:ne\s|n['’])(?:(?:me|te|le|la|les|lui)\s|l['’])?\p{L}{2,20}\s(?:pas|rien|jamais|aucune?)\b/u,
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:bitte\s|mir\s)?(?:nichts|keine?[nmrs]?)\b/u,
  // "lösche nicht bezahlte Rechnungen" says which ones.
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:bitte\s|mir\s)?nicht\s(?:das|die|den|dem|der|dies\p{L}{1,2}|jen\p{L}{1,2}|alles?|(?:m|d|s)eine?[nmrs]?|unsere?[nmrs]?)\s/u,
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:[^,;.!?]{1,60}\s)?nicht(?:\s(?:ab|an|auf|aus|ein|los|weg|zu|um|frei))?\s?(?:[,;.!?]|$)/u,
  // "setze die Rechnung nicht auf bezahlt": what it shall not become.
  /^\W{0,3}(?:bitte\s)?\p{L}{3,20}\s(?:[^,;.!?]{1,60}\s)?nicht\s(?:auf|als|zu[mr]?)\s/u,
  // Of whom it is said: "nobody wants …", "ich will nicht, dass …"; German with its verb at the end, "die Karte 5 nicht löschen"; and what is only thought of: "maybe we should …".
  /^\W{0,3}(?:under no circumstances?|on no account|auf keinen fall|unter keinen umstanden|blo(?:ss|ß) nicht|bajo ningun(?:a circunstancia| concepto)|en ningun caso|en aucun cas|sous aucun pretexte|de jeito nenhum|em hipotese alguma|in nessun caso)(?!\p{L})/u,
  /^\W{0,3}(?:there(?:['’]s| is) )?no need (?:to|for)\s/,
  /^\W{0,3}(?:es ist )?nicht (?:notig|notwendig|erforderlich)(?!\p{L})/u,
  /^\W{0,3}(?:no hace falta|no es necesario|(?:il n['’]y a )?pas besoin de|(?:ce )?n['’]est pas necessaire|nao (?:e )?(?:precisa|necessario))(?!\p{L})/u,
  /^\W{0,3}(?:you|we|they|one)\s(?:should|must|may|can)(?:n['’]?t| ?not)\s/,
  // A task that is done, and what was done.
  /^\W{0,3}\[x\]\s/i,
  /^\W{0,3}(?:the |my )?\p{L}{3,20}\s(?:[\w-]{1,40}\s|\s+)(?:was |has been |is |got )?(?:deleted|removed|cancell?ed|terminated|archived|banned|blocked|voided|revoked|erased|purged|geloscht|entfernt|storniert|(?:cancelad|eliminad|borrad|apagad)[oa]|(?:annule|supprime)e?)[.!]?$/u,
  /^\W{0,3}(?:(?:maybe|perhaps|vielleicht|eventuell|quizas?|tal vez|talvez|peut-etre|forse)\s(?:i|we|you|sollten?|konnten?|wir|ich|deb[ei]\p{L}{2,8}|pod[re]\p{L}{2,8}|on|nous|dev[re]\p{L}{2,8})|on devrait|nous devrions|sollten wir|deberiamos|deveriamos|devriamos|dovremmo)(?!\p{L})/u,
  /^\W{0,3}(?:nobody|no one|niemand|keiner|nadie|personne ne|ninguem|nessuno)\s/,
  /^\W{0,3}(?:i|we)\s(?:do not|don['’]?t|never)\s(?:want|need|wish)\b/,
  /^\W{0,3}(?:ich|wir)\s(?:will|wollen|mochten?)\s(?:nicht|keine?[nmrs]?)\b/,
  /^\W{0,3}(?:je|nous|on)\s(?:ne\s|n['’])\p{L}{2,20}\spas\b/u,
  /^\W{0,3}(?:yo\s|eu\s)?(?:no|nao|non)\s(?:quiero|queremos|quero|voglio)\b/,
  /^\W{0,3}(?:bitte\s)?(?:die|das|den|dem|der|meine?n?)\s[^,;.!?]{2,80}\snicht\s\p{Ll}{3,20}n\s?(?:[,;.!]|$)/u,
];
/** Where what shall be done instead begins. */
const INSTEAD =
  /[,;.!?]\s(?!(?:dass|que|that)\s|[^,;.!?]{2,80}\szu\s\p{Ll}{3,20}n\b)(?:(?:but|only|just|sondern|aber|nur|pero|sino|solo|mais|mas|ma)\s)?|\s(?:but|only|just|sondern|aber|nur|pero|sino|solo|mais|mas|ma|seulement|apenas)\s/u;

/** What is said behind it, "" where nothing is; `undefined` where a wish begins with no such thing. */
export function behindNegation(wish: string): string | undefined {
  const folded = foldLetters(wish);
  if (folded.length !== wish.length || !BEGINNINGS.some((beginning) => beginning.test(folded))) return undefined;
  const instead = INSTEAD.exec(folded);
  return instead === null ? "" : wish.slice(instead.index + instead[0].length);
}

/** "refund the charge 5, no wait, don't": nothing is to be done any more. */
export function isTakenBack(wish: string): boolean {
  const folded = foldLetters(wish);
  return NOT_ANY_MORE.test(folded) || ANSWERED_NO.test(folded);
}

const ANSWERED_NO = /\?\s?(?:no|nope|nein|non|nao)(?:\s?[.!]{0,3}$|,\s)/;
const NOT_ANY_MORE =
  /[,.;!?…–-]\s?(?:(?:no|wait|sorry|actually|hmm|ach|nein)[,.!]?\s){0,3}(?:don['’]?t|do not|never ?mind|forget (?:it|that)|scratch that|leave it|just kidding|lieber nicht|doch nicht|vergiss es|mejor no|olvidalo|laisse tomber|deixa pra la)\s?[.!]{0,3}$/;

/** Where a clause begins that says what shall not be done, or to what; accents dropped. */
const NOT: readonly RegExp[] = [
  /\b(?:do not|don['’]?t|never|without|ohne|sin|sans|sem|senza)\s/g,
  /(?:^|[,;.!]\s|\b(?:but|pero|mas|ma|e|y)\s)(?:por favor,?\s)?(?:no|nao|non)\s/g,
  /(?:^|\s)(?:ne\s|n['’])(?:(?:me|te|le|la|les|lui)\s|l['’])?(?=\p{L}{2,20}\s(?:(?:pas|rien|jamais)\b))/gu,
  /\b(?:not|nicht|pas|nao|non|no)\s(?=(?:the|my|our|its|das|die|den|dem|el|la|los|las|le|les|il|lo|gli|os?|as?)\s|l['’])/g,
  // Who keeps the tag has none deleted.
  /\b(?:but|and|aber|und|pero|y|mais|et|mas|e|ma)\s(?:keep|leave|behalte|conserva|garde|conserve|mantem|mantenha|mantieni)\s/g,
  // "neu starten, aber nicht löschen".
  /(?:\b(?:aber|und|doch|jedoch)|,)\s(?:bitte\s)?(?:nicht|keinesfalls|niemals|auf keinen fall)\s/g,
  /\b(?:instead of|rather than|anything but|everything but|(?:an)?statt|en (?:vez|lugar) de|au lieu de|plutot que|em vez de|ao inves de|invece di)\s/g,
  /\b(?:can['’]?t|cannot|must not|mustn['’]?t|should not|shouldn['’]?t|may not|won['’]?t|will not) (?:be |get )?/g,
  /\bnot (?=\p{L}{3,20}ing\b)/gu,
  // "make sure nobody deletes the backup", "ich will nicht, dass …", "je ne veux pas que …".
  /\b(?:nobody|no one|niemand|keiner|nadie|personne ne|ninguem|nessuno)\s/g,
  /\b(?:nicht|pas|nao|no),?\s(?:dass|que|qu['’])\s?/g,
  /\bne pas (?=\p{L})/gu,
  // Of a deed that is only told of, done for show or taken back, and of what does it: "a script that deletes …".
  /\b(?:log|record|note|announce|report|track|verify|check|review|audit|view|reject|deny|decline|undo|revert|reverse|cancel|stop|prevent|block|postpone|delay) (?:the |any |all )?(?=(?:deletion|removal|cancellation|termination)\b)/g,
  /\b(?:simulate|pretend(?: to be)?|imagine|suppose) (?=\p{L}{3,20}ing\b)/gu,
  /\b(?:that|which) (?=(?:delet|remov|cancel|eras|wip|purg|revok|terminat|destroy|archiv)\p{L}{0,3}s\b)/gu,
  /\b(?:against|from) (?:being |getting |accidental(?:ly)? )?(?=(?:delet|remov|terminat|destr|eras))/g,
  // What comes first is done first.
  /\b(?:before (?:you|we|i|they)?\s?|antes (?:de|que) |avant (?:de|que) |prima di )(?=\p{L})/gu,
];
/** "lösche das Repo nicht", "das Repo nicht löschen": the clause that ends with it, or with its verb. */
const NOT_BEHIND = /(?:^|[,;.!]\s)([^,;.!?]{3,80}?)\snicht(?:\s\p{Ll}{3,20}n)?\s?(?=[,;.!?]|$)/gu;
const CLAUSE_END = /[,;.!?](?:\s|$)|\s(?:but|only|just|sondern|aber|nur|pero|sino|solo|mais|mas|ma|seulement|apenas)\s/;

/** "the server 5, not 6": what stands right behind a negation is not meant. */
export function isNegated({ start }: { readonly start: number }, text: string): boolean {
  return DENIED.test(text.slice(Math.max(0, start - LONGEST_DENIAL), start));
}

const LONGEST_DENIAL = 40;
const DENIED =
  /(?<!\p{L})(?:not|nicht|kein\p{L}{0,2}|(?<=[,;] )no|non|pas|n[ãa]o|never) (?:(?:of|for|in|to|on|from|the|der|die|das|den|dem|el|la|le|l|o|a|de|del|du|da|do) ){0,2}\p{L}{0,15} ?$/iu;

/** The text with what it forbids blank; as it was where its letters cannot be told one by one. */
export function withoutForbidden(wish: string): string {
  const { rest } = forbiddenIn(wish);
  const folded = foldLetters(wish);
  if (folded.length !== wish.length) return wish;
  return wish
    .split("")
    .map((letter, at) => (rest[at] === " " && folded[at] !== " " ? " " : letter))
    .join("");
}

/** The clauses that forbid something, and what is said without them. */
export function forbiddenIn(wish: string): { readonly clauses: readonly string[]; readonly rest: string } {
  const folded = foldLetters(wish);
  const clauses: string[] = [];
  let rest = folded;
  const take = (from: number, clause: string) => {
    clauses.push(clause);
    rest = rest.slice(0, from) + " ".repeat(clause.length) + rest.slice(from + clause.length);
  };
  for (const pattern of NOT)
    for (const { index, 0: beginning } of folded.matchAll(pattern)) {
      const from = index + beginning.length;
      const [clause = ""] = folded.slice(from).split(CLAUSE_END, 1);
      take(from, clause);
    }
  for (const { index, 0: whole, 1: clause = "" } of folded.matchAll(NOT_BEHIND)) {
    const from = index + whole.indexOf(clause);
    take(from, folded.slice(from, index + whole.length));
  }
  return { clauses, rest };
}
