/** Requests for something to be done in the world, by the verb that they begin with: an address, a coin or a place in them is what it is done to. */
import type { Utterance } from "../runtime/intents.ts";

/** English, German, Spanish, French, Italian and Portuguese, as one asks for it. Chosen by hand; accents dropped. */
const DEEDS: ReadonlySet<string> = new Set(
  (
    "add approve archive assign bill block book borrow buy call cancel charge close deactivate delete deploy deposit disable " +
    "dispatch donate drop email enable erase exchange forward hire install invite invoice kill launch lend lock log mail message " +
    "mine mint monitor move mute notify order park pause pay phone ping play print purchase record redirect refund register remind " +
    "remove rename rent reply reschedule reserve reset restart ring schedule screenshot sell send set share ship shorten " +
    "shut sign stake start stop stream submit subscribe swap switch text tip track trade transfer translate turn tweet " +
    "unlock unsubscribe upload verify vote wire withdraw " +
    "bestelle buche kaufe kauf loesche losche miete reserviere rufe ruf schicke schick sende sperre storniere uberweise " +
    "verkaufe verschicke zahle bezahle ubersetze kurze " +
    "alquila anade borra cancela compra elimina envia llama manda paga reserva suscribe transfiere traduce vende " +
    "achete annule appelle commande envoie loue paie paye reserve supprime transfere traduis vends " +
    "acquista affitta annulla chiama ordina prenota spedisci invia traduci vendi apague alugue cancele compre envie exclua ligue pague reserve venda"
  ).split(" "),
);
/** What may stand before the verb. */
const BEFORE: ReadonlySet<string> = new Set(
  (
    "please pls kindly now just can could would will you i we want wanna need to like d ll let me us help go and hey hi hello " +
    "bitte kannst du ich mochte will por favor puedes quiero s il te vous plait peux tu pouvez je veux voudrais per favore puoi voglio quero podes pode"
  ).split(" "),
);

/** "Adafruit IO: add …": whose it is stands before the verb. */
const LABEL = /^[^:]{1,40}:\s+/;

/** "Turn ... into" makes something of it, and "track" of a price only looks. */
export function asksForDeed({ said, words }: Pick<Utterance, "said" | "words">): boolean {
  return isDeed(words) || (LABEL.test(said) && isDeed(said.replace(LABEL, "").match(/[a-z0-9$]+/g) ?? []));
}

function isDeed(words: readonly string[]): boolean {
  const verb = words.find((word) => !BEFORE.has(word));
  if (verb === undefined || !DEEDS.has(verb)) return false;
  if (verb === "turn") return !words.includes("into");
  return verb !== "track" || !words.some((word) => /^(?:pric|market|rate|value|news)/.test(word));
}
