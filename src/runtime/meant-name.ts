/** The name that somebody meant who wrote another one. */
import { editDistance } from "../text/edit-distance.ts";

/** The name of `names` that `word` most likely meant: at most two edits away, and not more than a third of it. */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(3, Math.floor(word.length / 3) + 1);
  for (const name of names) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** As `nearest`, and the one of which it is the beginning or that is its own: "latitude" means "lat", "q" means "query". */
export function meantBy(word: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const near = nearest(word, known);
  if (near !== undefined) return near;
  const [only, ...others] = known.filter((name) => isStartOf(word, name) || isStartOf(name, word));
  return others.length === 0 ? only : undefined;
}

function isStartOf(start: string, word: string): boolean {
  return start !== "" && word.toLowerCase().startsWith(start.toLowerCase());
}
