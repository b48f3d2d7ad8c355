/** Names of the fields of one row: in snake_case where that is asked for, and never two alike. */

/** A name of which only the case may change: most are. */
const PLAIN = /^_?[A-Za-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** "First Name", "firstName" and "FIRST-NAME" as "first_name"; one leading "_" has a meaning to many and stays. */
export function snakeCase(name: string): string {
  if (PLAIN.test(name)) return name.toLowerCase();
  // CWL: what changes when lower-cased. Some capitals do not, and would be parted anew at every turn.
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{CWL})/gu, "$1_$2")
    .replace(/(\p{CWL})(\p{CWL}\p{Ll})/gu, "$1_$2")
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
  if (words === "") return "field";
  return name.startsWith("_") ? `_${words}` : words;
}

/** The wanted names, told apart by numbers: "a", "a" as "a", "a_2". A name that was given as it is wanted comes first. */
export function distinctNames(wanted: readonly string[], given: readonly string[]): readonly string[] {
  if (new Set(wanted).size === wanted.length) return wanted;
  const reserved = new Set(wanted.filter((name, index) => name === given[index]));
  const used = new Set<string>();
  const counts = new Map<string, number>();
  return wanted.map((name, index) => {
    let distinct = name;
    if (used.has(name) || (name !== given[index] && reserved.has(name))) {
      let count = counts.get(name) ?? 2;
      while (used.has(`${name}_${count}`) || reserved.has(`${name}_${count}`)) count++;
      counts.set(name, count + 1);
      distinct = `${name}_${count}`;
    }
    used.add(distinct);
    return distinct;
  });
}
