/** The names of months as feeds write them. */
import { foldLetters } from "../text/fold-letters.ts";

/** By month, the ways its name begins, in lower case without accents. */
const MONTHS: readonly string[] = [
  "jan gen ene ιαν янв 一月 jän tam led sty oca ian",
  "feb fev φεβ фев 二月 uno luty lut sub",
  "mar mrt maa μαρ мар 三月 mär brez",
  "apr avr abr απρ апр 四月 dub kwi nis huht",
  "may mai mei mag maj μαι μαϊ май мая 五月 kve touko",
  "jun juin jui giu ιουν июн 六月 cze haz kesa cerven",
  "jul juil lug ιουλ июл 七月 lip tem heina cervenec",
  "aug aou ago agu αυγ авг 八月 srp sie elo aou",
  "sep set szep wrz σεπ сен 九月 zar eyl syys",
  "oct okt out ott οκτ окт 十月 rij paz eki loka",
  "nov νοε νοέ ноя 十一月 lis kas marras",
  "dec dez dic des δεκ дек 十二月 pro gru ara joulu",
];

const BY_PREFIX = MONTHS.flatMap((names, index) =>
  names.split(" ").map((name) => [foldLetters(name), index + 1] as const),
)
  // "juil" before "jui", "cervenec" before "cerven".
  .toSorted(([a], [b]) => b.length - a.length);

/** 1 to 12 for the name of a month, whole or cut short, in the languages that feeds use. */
export function monthOf(name: string): number | undefined {
  const word = foldLetters(name);
  return BY_PREFIX.find(([start]) => word.startsWith(start))?.[1];
}
