/** Field names in snake_case, with no two of one object falling together. */

/** "First Name", "firstName" and "FIRST-NAME" as "first_name"; one leading "_" has a meaning to many and stays. */
export function snakeCase(name: string): string {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .toLowerCase()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");
  if (words === "") return "field";
  return /^_/.test(name) ? `_${words}` : words;
}

/** Names for the fields of one object: who has a clean name already keeps it, others step aside with a number. */
export function distinctNames(wanted: readonly string[], given: readonly string[]): string[] {
  const taken = new Set(wanted.filter((name, index) => name === given[index]));
  return wanted.map((name, index) => {
    if (name === given[index]) return name;
    let distinct = name;
    for (let count = 2; taken.has(distinct); count++) distinct = `${name}_${count}`;
    taken.add(distinct);
    return distinct;
  });
}
