/** Numbers to dial: as they were written, or as E.164 has them where a slot takes that and the country was said. */
import { textOf } from "../../../text/foreign.ts";
import type { Slot } from "../../slots/slots.ts";
import type { Wish } from "../../words/wish/wish.ts";
import { codeOf } from "./country.ts";

/** Calling codes of ITU-T E.164, of the countries that most numbers are of. */
const CALLING: ReadonlyMap<string, string> = new Map(
  (
    "US=1 CA=1 GB=44 IE=353 DE=49 AT=43 CH=41 FR=33 BE=32 NL=31 ES=34 PT=351 IT=39 PL=48 CZ=420 SE=46 NO=47 DK=45 FI=358 GR=30 TR=90 " +
    "BR=55 MX=52 AR=54 CL=56 CO=57 IN=91 CN=86 JP=81 KR=82 SG=65 HK=852 AU=61 NZ=64 ZA=27 NG=234 KE=254 EG=20 IL=972 AE=971 SA=966"
  )
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);
/** There the zero before a number is dialled from abroad, too. */
const KEEPS_ZERO = /^(?:IT)$/;
const WANTS_E164 = /\bE\.?\s?164\b|\binternational (?:phone |number )?format/i;

export function phoneForm({ schema }: Slot, text: string, { values }: Pick<Wish, "values">): string {
  if (text.startsWith("+") || !WANTS_E164.test(textOf(schema.description))) return text;
  const country = values
    .filter(({ kind }) => kind === "code" || kind === "name")
    .map((one) => codeOf(one.text))
    .find((code) => code !== undefined && CALLING.has(code));
  if (country === undefined) return text;
  const digits = text.replace(/\D/g, "");
  return `+${CALLING.get(country)}${KEEPS_ZERO.test(country) ? digits : digits.replace(/^0/, "")}`;
}
