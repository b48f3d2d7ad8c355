/**
 * What people ask in words that no description uses, in those that they do: "what time is it in Tokyo" asks for the current
 * time there, "is acme.io still free" for a domain's availability. English, German, Spanish, French and Portuguese, chosen
 * by hand.
 */

import { byFirstRuleBehindService, type Rule } from "../rules.ts";

const WORD = `["“„«]?(\\p{L}[\\p{L}-]{2,30})["”“»]?`;
const PHRASE = `["“„«]?(\\p{L}[\\p{L} ,'’-]{0,80}?)["”“»]?`;
const DOMAIN = "((?:[a-z0-9-]{1,63}\\.){1,4}[a-z]{2,20})";
const PLACE = "(\\p{L}[\\p{L} .'’-]{1,40}?)";
const IP = "(\\d{1,3}(?:\\.\\d{1,3}){3})";
const END = "\\s?[?.!]{0,3}$";
const NOW = "(?: (?:now|right now|currently|jetzt|gerade|ahora|maintenant|agora))?";

const QUESTIONS: readonly Rule[] = [
  [/^is (\S{1,60}) (?:the |a )?(?:right|correct|valid) (code|pin|otp|password)(?= )/iu, "check the $2 $1"],
  [
    new RegExp(
      `^[¿]?(?:what time is it|what(?:['’]s| is) the (?:current |local )?time|wie (?:sp[äa]t|viel uhr) ist es|qu[ée] hora es|quelle heure est-il|que horas s[ãa]o)${NOW} (?:in|en|à|em) ${PLACE}${NOW}${END}`,
      "iu",
    ),
    "current time in $1",
  ],
  [
    new RegExp(
      `^[¿]?(?:(?:the )?(?:definition|meaning) of (?:the word )|(?:the )?definition of |define (?:the word )?|definition (?:von|des wortes) |definici[óo]n de (?:la palabra )?|d[ée]finition (?:de |du mot )|defini[çc][ãa]o (?:de |da palavra )|was bedeutet (?:das wort )?|qu[ée] significa (?:la palabra )?|que signifie (?:le mot )?|o que significa (?:a palavra )?)${WORD}${END}`,
      "iu",
    ),
    "definitions of the word $1",
  ],
  [new RegExp(`^what does (?:the word )?${WORD} mean${END}`, "iu"), "definitions of the word $1"],
  [
    new RegExp(`^(?:words that rhyme with|what rhymes with|rhymes (?:for|with)) ${WORD}${END}`, "iu"),
    "rhymes: words related to $1",
  ],
  [
    new RegExp(
      `^[¿]?(?:is|ist|est[áa]|) ?(?:the domain |die domain |el dominio |le domaine |o dom[íi]nio )?${DOMAIN} (?:still |noch |a[úu]n |encore |ainda )?(?:est-il |est[áa] )?(?:available|free|taken|registered|frei|verf[üu]gbar|vergeben|disponible|libre|dispon[íi]vel|livre)${END}`,
      "iu",
    ),
    "check whether the domain $1 is available",
  ],
  [
    new RegExp(
      `^(?:who (?:owns|registered)|wem geh[öo]rt|de qui[ée]n es|[àa] qui appartient|de quem [ée]) (?:the domain |die domain |el dominio |le domaine |o dom[íi]nio )?${DOMAIN}${END}`,
      "iu",
    ),
    "whois $1",
  ],
  [
    new RegExp(
      `^[¿]?(?:how (?:do (?:you|i|we) say|to say)|wie sagt man|c[óo]mo se dice|comment (?:dit-on|on dit)|como se diz) ${PHRASE} (?:in|auf|en|em) (\\p{L}{4,20})${END}`,
      "iu",
    ),
    'translate "$1" to $2',
  ],
  [
    new RegExp(
      `^[¿]?(?:wo (?:liegt|ist|steht|befindet sich)|d[óo]nde est[áa](?: ubicada)?|o[ùu] (?:se trouve|est)|onde (?:fica|est[áa])) (?:die |la |l['’]|o )?(?:ip(?:-adresse)?|direcci[óo]n ip|adresse ip|endere[çc]o ip) ${IP}${END}`,
      "iu",
    ),
    "where is the ip address $1 located",
  ],
];

export function withPlainQuestion(text: string): string {
  return byFirstRuleBehindService(text, QUESTIONS) ?? text;
}
