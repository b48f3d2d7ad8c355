/** What a request asks for by the verb that it begins with: to do something in the world, or to change, make or show something. */
import type { Utterance } from "../runtime/intents.ts";

/**
 * Verbs by what they ask for, as one asks in English, German, Spanish, French, Italian and Portuguese. Chosen by hand;
 * accents dropped.
 */
const VERBS = {
  /** Something is done in the world. */
  act: set(
    "add approve archive assign bill block book borrow buy call charge close deactivate deploy deposit disable",
    "dispatch donate drop email enable erase exchange forward hire install invite invoice kill launch lend lock log mail message",
    "mine mint monitor mute notify order park pay phone ping play print purchase record redirect refund register remind",
    "rent reply reschedule reserve reset restart ring schedule screenshot sell send set share ship shorten",
    "shut sign stake start stream submit subscribe swap switch text tip track trade transfer translate turn tweet",
    "unlock unsubscribe upload verify vote wire withdraw",
    "bestelle buche kaufe kauf miete reserviere rufe ruf schicke schick sende sperre storniere uberweise",
    "verkaufe verschicke zahle bezahle ubersetze kurze",
    "alquila anade compra envia llama manda paga reserva suscribe transfiere traduce vende",
    "achete appelle commande envoie loue paie paye reserve transfere traduis vends raccourcis raccourcir",
    "acquista affitta chiama ordina prenota spedisci invia traduci vendi",
    "alugue compre envie ligue pague reserve venda encurta encurte encurtar acorta acortar",
  ),
  /** The same of what is there: it is ended, or gets another place or name. */
  end: set(
    "cancel delete move pause remove rename stop",
    "losche borra cancela elimina annule supprime annulla apague cancele exclua",
  ),
  /** What is there becomes another. */
  change: set(
    "set update change edit modify replace",
    "setz setze aendere andere aktualisiere benenne cambia actualiza modifie altere mude atualize",
  ),
  /** It is put somewhere, or tied to something. */
  place: set(
    "bookmark pin embed publish connect clone fork follow join star like",
    "verknupfe veroffentliche folge publica enlaza sigue publie relie suis publique siga",
  ),
  make: set(
    "create make generate build configure import save store use",
    "erstelle erzeuge importiere speichere nutze",
    "crea genera importa guarda usa",
    "cree genere importe enregistre utilise",
    "crie gere importe salve use",
  ),
  /** Something is worked out of what the request brings. */
  compute: set("compute convert export"),
  /** What is there is looked at. */
  show: set("list show get fetch find search look read check count describe", "zeig zeige liste muestra montre"),
  /** What was paused goes on. To a reader of pages it may be Spanish, and mean to sum up. */
  resume: set("resume"),
} as const;

/** What may stand before the verb. */
const BEFORE = set(
  "please pls kindly now just can could will would you i we want wanna need to d ll let me us help go and hey hi hello",
  "bitte kannst du ich mochte will por favor puedes quiero s il te vous plait peux tu pouvez je veux voudrais per favore puoi voglio quero podes pode",
);

/** These two only behind such a word: else they are verbs. */
const BEFORE_IN_PAIRS: ReadonlySet<string> = new Set(["would like", "d like", "je suis"]);

/** "Adafruit IO: add …": whose it is stands before the verb. */
const LABEL = /^[^:]{1,40}:\s+/;

type Said = Pick<Utterance, "said" | "words">;

/** Something is to be done in the world: an address, a coin or a place in such a request is what it is done to. */
export function asksForDeed(utterance: Said): boolean {
  return asksTo(["act", "end"], utterance);
}

/** Whether one of these is asked for, of whomever. */
export function asksTo(deeds: readonly (keyof typeof VERBS)[], { said, words }: Said): boolean {
  return beginsWith(deeds, words) || (LABEL.test(said) && beginsWith(deeds, wordsOf(said.replace(LABEL, ""))));
}

/** The same, where nobody is named before the verb. */
export function beginsWith(deeds: readonly (keyof typeof VERBS)[], words: readonly string[]): boolean {
  const verb = words.find((word, at) => !BEFORE.has(word) && !BEFORE_IN_PAIRS.has(`${words[at - 1]} ${word}`));
  return verb !== undefined && deeds.some((deed) => VERBS[deed].has(verb)) && !isAnother(verb, words);
}

/** "Turn ... into" makes something of it, and "track" of a price only looks. */
function isAnother(verb: string, words: readonly string[]): boolean {
  if (verb === "turn") return words.includes("into");
  return verb === "track" && words.some((word) => /^(?:pric|market|rate|value|news)/.test(word));
}

function set(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

function wordsOf(said: string): readonly string[] {
  return said.match(/[a-z0-9$]+/g) ?? [];
}
