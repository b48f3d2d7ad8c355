/**
 * What small words of German, Spanish, French and Portuguese say beside the name of a field or a flag: with, without, only,
 * not, and. Articles say nothing. Chosen from the function words of `loans/function-words.ts`; in the same order.
 */

const LINES: readonly string[] = [
  // English | German | Spanish | French | Portuguese
  "with | mit samt inklusive einschliesslich | con incluyendo incluido incluidos | avec incluant inclus | com incluindo inclusive",
  "without | ohne | sin | sans | sem",
  "not | nicht | no | pas | nao",
  "no | kein keine keinen keiner keinerlei | ningun ninguna | aucun aucune | nenhum nenhuma",
  "only | nur ausschliesslich lediglich | solo solamente unicamente | seulement uniquement juste | so somente apenas",
  "also | auch | tambien | aussi | tambem",
  "and | und | y e | et | e",
  "or | oder | o u | ou | ou",
  "for | fur | para | pour | para",
  "as | als | como | comme | como",
  "by | nach durch von | por | par | por pelo pela",
  " | der die das den dem des ein eine einen einem einer eines | el la los las un una unos unas lo | le la les l un une | o a os as um uma",
  "of | | de del | de du des d | de do da dos das",
];

/** For each language, its words and the English ones. */
export const FRAME_WORDS: readonly ReadonlyMap<string, string>[] = [1, 2, 3, 4].map(
  (place) =>
    new Map(
      LINES.flatMap((line) => {
        const [english = "", ...languages] = line.split("|").map((words) => words.trim());
        return (languages[place - 1] ?? "")
          .split(" ")
          .filter(Boolean)
          .map((word) => [word, english] as const);
      }),
    ),
);
