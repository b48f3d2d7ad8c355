/** The names of months as feeds write them. */
import { foldLetters } from "../text/fold-letters.ts";

/** By month, the ways its name begins, in lower case without accents. */
const MONTHS: readonly string[] = [
  "jan gen ene ιαν янв яну јан січ 一月 jän tam led sty sij oca ian xan jaan يناير ינו",
  "feb fev φεβ фев феб лют 二月 uno luty lut sub helmi velj veebr فبراير פבר",
  "mar mrt maa μαρ мар бер 三月 mär bre ozu مارس מרץ",
  "apr avr abr απρ апр кві 四月 dub kwi nis huht trav أبريل אפר",
  "may mai mei mag maj μαι μαϊ май мая мај тра 五月 kve touko svi مايو מאי",
  "jun juin jui giu iun xun juun ιουν июн юни јун чер 六月 cze haz kesa cerven cervn cvn lipan lipnj يونيو יוני",
  "jul juil lug iul xul juul ιουλ июл юли јул лип 七月 lip tem heina cervenec cervenc cvc srpan srpnj يوليو יולי",
  "aug aou ago agu avg αυγ авг сер 八月 srp sie elo aou kol أغسطس אוג",
  "sep set szep wrz σεπ сен сеп вер 九月 zar eyl syys ruj سبتمبر ספט",
  "oct okt out ott οκτ окт жов 十月 rij paz eki loka أكتوبر אוק",
  "nov noi νοε νοέ ноя нов ное лис 十一月 lis kas marras stu نوفمبر נוב",
  "dec dez dic des dets δεκ дек дец гру 十二月 pro gru ara joulu ديسمبر דצמ",
];

const BY_PREFIX = MONTHS.flatMap((names, index) =>
  names.split(" ").map((name) => [foldLetters(name), index + 1] as const),
)
  // "juil" before "jui", "cervenec" before "cerven", "lipnj" of Croatia before "lip" of Poland.
  .toSorted(([a], [b]) => b.length - a.length);

/** 1 to 12 for the name of a month, whole or cut short, in the languages that feeds use. */
export function monthOf(name: string): number | undefined {
  const numeral = /^(\d{1,2})[月월]?$/.exec(name)?.[1];
  if (numeral !== undefined) return Number(numeral);
  const word = foldLetters(name);
  return BY_PREFIX.find(([start]) => word.startsWith(start))?.[1];
}
