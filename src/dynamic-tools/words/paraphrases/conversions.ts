/**
 * Money and measures that are to be told in others, in the words of descriptions: "usd to eur" asks for the rate between the
 * two, "what's 5 miles in km" for miles converted into kilometers.
 */
import { currencyOf, isCurrencyCode } from "../numbers/currencies.ts";

const INTO = "(?:to|in|into|nach|zu|a|en|à|em|para|y|and|e|und|et|vs|[/-])";
const RATE =
  "(?:the )?(?:(?:current|live|latest) )?(?:(?:exchange|conversion|currency|fx) rate|wechselkurs|tipo de cambio|taux de change|taxa de c[âa]mbio)(?: (?:of|from|for|between|von|zwischen|de|entre))?";
/** Without a word between them, or one that asks for a rate, "try all" names no money. */
const PAIR = new RegExp(
  `^(?:(?:(?:${RATE}|convert) )(\\p{L}{3,9}) ?${INTO}? ?(\\p{L}{3,9})|(\\p{L}{3,9}) ?${INTO} ?(\\p{L}{3,9}))(?=$| (?:on|for|at|am|el|le|em) |[?.!]{1,3}$)`,
  "iu",
);

const ASKED =
  "(?:(?:convert|what(?:['’]s| is| are)|how (?:much|many) (?:is|are)|wie ?viele? (?:sind|ist)|cu[áa]ntos? (?:es|son)|combien (?:font|fait)|quantos? (?:é|e|s[ãa]o)) )?";
const MEASURE = new RegExp(
  `^[¿]?${ASKED}(\\d[\\d.,]{0,12}) ?(\\p{L}{1,12}) ${INTO} (\\p{L}{1,12})\\s?[?.!]{0,3}$`,
  "iu",
);
/** "how much is 50 dollars in japanese yen", "50 usd in eur". */
const MONEY = new RegExp(
  `^[¿]?${ASKED}([$€£¥₹]?)(\\d[\\d.,]{0,12}) ?(\\p{L}{3,10}(?: \\p{L}{3,10})?|[€£¥₹$])? ${INTO} (\\p{L}{3,10}(?: \\p{L}{3,10})?)\\s?[?.!]{0,3}$`,
  "iu",
);

/** "how many pounds are 20 kg". */
const HOW_MANY = /^how many (\p{L}{1,12}) (?:are|is|in) (\d[\d.,]{0,12}) ?(\p{L}{1,12})\s?[?.!]{0,3}$/iu;

/** Short, in other languages and in the plural, as converters call them. Chosen by hand. */
const MEASURES: ReadonlyMap<string, string> = new Map(
  (
    "kilometers:km,kms,kilometer,kilometre,kilometres,kilometros,quilometros,kilometern miles:mi,mile,meile,meilen,millas,milhas " +
    "meters:m,meter,metre,metres,metros centimeters:cm,centimeter,zentimeter feet:ft,foot,fuss,pies inches:inch,zoll,pulgadas,polegadas " +
    "kilograms:kg,kgs,kilo,kilos,kilogramm,kilogram grams:g,gramm,gramos,gram pounds:lb,lbs,pound,pfund,libras ounces:oz,ounce,unzen,onzas " +
    "liters:l,liter,litre,litres,litros gallons:gal,gallon,gallonen,galones celsius:c,centigrade fahrenheit:f"
  )
    .split(" ")
    .flatMap((line) => {
      const [name = "", others = ""] = line.split(":");
      return [name, ...others.split(",")].map((one) => [one, name] as const);
    }),
);

export function withConversion(text: string): string {
  return measureIn(text) ?? moneyIn(text) ?? rateIn(text) ?? text;
}

function measureIn(text: string): string | undefined {
  const [, amount = "", from = "", into = ""] = MEASURE.exec(text) ?? turned(HOW_MANY.exec(text)) ?? [];
  const [measure, other] = [from, into].map((one) => MEASURES.get(one.toLowerCase()));
  return measure === undefined || other === undefined ? undefined : `convert ${amount} ${measure} into ${other}`;
}

function moneyIn(text: string): string | undefined {
  const [, sign = "", amount = "", money = sign, wanted = ""] = MONEY.exec(text) ?? [];
  const [from, into] = [money, wanted].map(codeOf);
  return from === undefined || into === undefined ? undefined : `convert ${amount} ${from} to ${into}`;
}

function rateIn(text: string): string | undefined {
  const [pair, ...names] = PAIR.exec(text) ?? [];
  const [base, target] = names.filter((one) => one !== undefined).map(codeOf);
  if (pair === undefined || base === undefined || target === undefined) return undefined;
  const rest = text.slice(pair.length);
  return `${rest.startsWith(" ") ? "historical" : "live"} currency exchange rate between ${base} and ${target}${rest}`;
}

function turned(found: RegExpExecArray | null): readonly string[] | undefined {
  if (found === null) return undefined;
  const [whole, into = "", amount = "", from = ""] = found;
  return [whole, amount, from, into];
}

function codeOf(name: string): string | undefined {
  const code = name.toUpperCase();
  return isCurrencyCode(code) ? code : currencyOf(name);
}
