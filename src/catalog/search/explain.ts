/** Says in sentences which words of a query an entry says, and where. */
import { stemmer } from "stemmer";
import type { Entry } from "../../runtime/catalog.ts";
import { splitIdentifier, wordsOf } from "../words/words.ts";
import type { Query } from "./query.ts";

export function reasonsFor(entry: Entry, query: Query): string[] {
  const fields = [
    ["name", entry.name],
    ["provider", splitIdentifier(entry.api)],
    ["API title", entry.apiTitle],
    ["operation", splitIdentifier(entry.slug)],
    ["path", splitIdentifier(`${entry.method} ${entry.path}`)],
    ["description", entry.description],
  ] as const;
  const reasons = fields.flatMap(([field, text]) => {
    const stems = new Set(wordsOf(text).map((word) => stemmer(word)));
    const said = query.terms.filter(({ stem }) => stems.has(stem)).map(({ word }) => `"${word}"`);
    const meant = [...query.kinds, ...query.synonyms]
      .filter(({ stem }) => stems.has(stem))
      .map(({ word }) => `"${word}"`);
    return [
      ...(said.length > 0 ? [`${field} says ${said.join(", ")}`] : []),
      ...(said.length === 0 && meant.length > 0 ? [`${field} says ${meant.join(", ")}, which may mean the same`] : []),
    ];
  });
  for (const [word, others] of query.readAs)
    reasons.push(`"${word}" was read as ${others.map((one) => `"${one}"`).join(", ")}`);
  return reasons;
}
