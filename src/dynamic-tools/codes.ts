/** The codes that machines call countries and languages by, from the names that people call them by. */

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** "Germany" → "DE"; `undefined` for what is no country. ISO 3166-1 alpha-2. */
export const countryCode = lazily("region", PAIRS);

/** "German" → "de"; `undefined` for what is no language. ISO 639-1. */
export const languageCode = lazily(
  "language",
  PAIRS.map((pair) => pair.toLowerCase()),
);

/** Naming every code takes milliseconds, which only who asks shall wait for. */
function lazily(type: "region" | "language", codes: readonly string[]): (name: string) => string | undefined {
  let byName: ReadonlyMap<string, string> | undefined;
  return (name) => {
    byName ??= readNames(type, codes);
    return byName.get(name.toLowerCase());
  };
}

function readNames(type: "region" | "language", codes: readonly string[]): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type, fallback: "none" });
  const current = codes.filter((code) => !RETIRED.has(code));
  return new Map(current.flatMap((code) => [[names.of(code)?.toLowerCase() ?? "", code] as const]));
}

/** They would have the names of those that came after them: "DD" that of Germany. */
const RETIRED: ReadonlySet<string> = new Set(
  "AN BU CS DD DY FX HV NH NT RH SU TP UK VD YD YU ZR in iw ji jw mo sh".split(" "),
);
