/** Whether a file is the release that it is said to be, and answers: looked at before anybody is served from it. */
import { OperatorError } from "../../runtime/errors.ts";
import { openCatalog } from "../file-catalog/catalog.ts";
import { assertWhole, shapeOf } from "../sqlite.ts";
import { SHAPE_VERSION } from "../tables.ts";
import { wordsOf } from "../words/words.ts";
import type { Release } from "./release.ts";

/** Entries all over the catalogue that have to be found by what they say of themselves. */
const KNOWN_SEARCHES = 20;

/** @throws {OperatorError} that says what is wrong with it */
export function verifyRelease(path: string, { entries }: Pick<Release, "entries">): void {
  assertShape(shapeOf(path));
  assertWhole(path);
  let at = 0;
  const catalog = openCatalog(path, () => at / KNOWN_SEARCHES);
  try {
    const counted = catalog.totals().entries;
    if (counted !== entries)
      throw new OperatorError(`Cannot serve the catalogue: it has ${counted} entries, and ${entries} were announced`);
    for (; at < KNOWN_SEARCHES && entries > 0; at++) {
      const entry = catalog.random();
      if (entry === undefined || catalog.entry(entry.slug)?.slug !== entry.slug)
        throw new OperatorError("Cannot serve the catalogue: an entry of it is not found by its name");
      const text = `${entry.provider} ${entry.name}`;
      // Names of signs alone, such as emoji, are no words that could be looked for.
      if (wordsOf(text).length > 0 && catalog.search({ text }).total === 0)
        throw new OperatorError(`Cannot serve the catalogue: nothing is found for the entry "${entry.slug}"`);
    }
  } finally {
    catalog.close();
  }
}

/** @throws {OperatorError} where this version of the hub cannot read it */
export function assertShape(shape: number): void {
  if (shape !== SHAPE_VERSION)
    throw new OperatorError(
      `Cannot serve the catalogue: it has shape ${shape}, and this version of the hub reads shape ${SHAPE_VERSION}`,
    );
}
