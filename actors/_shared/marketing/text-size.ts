/** How long a text is to those who send it: text messages count by their alphabet, X by weight. */

/** The letters of a text message (3GPP TS 23.038, GSM 7-bit); those of its extension take two places. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/u;
const GSM_EXTENSION = /^[\f^{}\\[~\]|€]$/;
const GSM_PLACES = 160;
/** Where one letter is beyond that alphabet, all of them are UTF-16. */
const WIDE_PLACES = 70;

/** Marks that models like to write, by those that the alphabet has. */
const PLAIN: Readonly<Record<string, string>> = {
  "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-", "…": "...", "\u00a0": " ", "\u202f": " ",
}; // prettier-ignore

/** With the marks of a text message: a single "’" would leave it room for 70 letters. */
export function withPlainMarks(text: string): string {
  return text.replace(/[‘’“”„«»–—…\u00a0\u202f]/g, (mark) => PLAIN[mark] ?? mark);
}

export interface MessageSize {
  readonly places: number;
  /** How many there are in one message. */
  readonly most: number;
  /** The first letter that takes the room of the others. */
  readonly beyond?: string;
}

export function messageSize(text: string): MessageSize {
  let places = 0;
  for (const letter of text) {
    if (GSM.test(letter)) places++;
    else if (GSM_EXTENSION.test(letter)) places += 2;
    else return { places: text.length, most: WIDE_PLACES, beyond: letter };
  }
  return { places, most: GSM_PLACES };
}

const LINK = /https?:\/\/\S+/g;
const LINK_WEIGHT = 23;
/** What weighs one; all else weighs two (twitter-text, configuration 3). */
const LIGHT = /^[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]$/u;
const EMOJI = /\p{Extended_Pictographic}\ufe0f?|\p{Regional_Indicator}|\u20e3/u;
const LIGHT_PICTURE = /^[\0-\u10ff]$/u;

/** Of 280. An emoji weighs two, whatever it is made of. */
export function postWeight(text: string): number {
  const links = text.match(LINK)?.length ?? 0;
  let weight = links * LINK_WEIGHT;
  for (const { segment } of new Intl.Segmenter("en").segment(text.replace(LINK, "").normalize("NFC"))) {
    if (EMOJI.test(segment) && !LIGHT_PICTURE.test(segment)) weight += 2;
    else for (const letter of segment) weight += LIGHT.test(letter) ? 1 : 2;
  }
  return weight;
}
