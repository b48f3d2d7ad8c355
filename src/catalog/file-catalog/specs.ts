/** Specifications of entries, each put together once; a large one in turns. */
import { LRUCache } from "lru-cache";
import type { Entry } from "../../runtime/catalog.ts";
import { intern } from "../../text/interned.ts";
import { inTurns, ownTurn } from "../../text/long-work.ts";
import { buildFragment, type Subject } from "../spec/fragment.ts";
import type { PartsReader } from "../spec/parts-reader.ts";

export type SpecSubject = Subject & Pick<Entry, "access">;
type Spec = Readonly<Record<string, unknown>>;

/** That are kept: the same few are asked for again and again, and the largest take a while to put together. */
const MAX_SPECS = 64;

export function createSpecs(
  subjectOf: (slug: string) => SpecSubject | undefined,
  parts: PartsReader,
): (slug: string) => Spec | Promise<Spec> | undefined {
  const specs = new LRUCache<string, Spec>({ max: MAX_SPECS });
  /** Those that are built in turns at present: whoever asks meanwhile waits for the same one. */
  const coming = new Map<string, Promise<Spec>>();

  return (slug) => {
    const known = specs.get(slug) ?? coming.get(slug);
    if (known !== undefined) return known;
    const subject = subjectOf(slug);
    if (subject === undefined) return undefined;
    const keep = (fragment: Spec): Spec => {
      const spec = intern({ ...fragment, "x-access": subject.access });
      specs.set(slug, spec);
      return spec;
    };
    const building = buildFragment(subject, parts);
    const first = building.next();
    if (first.done === true) return keep(first.value);
    const whole = ownTurn()
      .then(() => inTurns(building))
      .then(keep)
      .finally(() => coming.delete(slug));
    coming.set(slug, whole);
    return whole;
  };
}
