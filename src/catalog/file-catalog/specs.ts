/** Specifications of entries, each put together once; a large one in turns. */
import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import type { Access } from "../../runtime/access.ts";
import { intern } from "../../text/interned.ts";
import { inTurns, ownTurn } from "../../text/long-work.ts";
import { buildFragment, type Subject } from "../spec/fragment.ts";
import type { PartsReader } from "../spec/parts-reader.ts";

export interface SpecSubject extends Subject {
  /** Asked anew each time: what upstreams ask for is learned while the file stays as it is. */
  readonly access: () => Access;
}

interface KeptSpec {
  readonly spec: Spec;
  readonly access: SpecSubject["access"];
  /** As it is told in the specification. */
  readonly told: Access;
}

type Spec = Readonly<Record<string, unknown>>;

/** That are kept: the same few are asked for again and again, and the largest take a while to put together. */
const MAX_SPECS = 64;

export function createSpecs(
  subjectOf: (slug: string) => SpecSubject | undefined,
  parts: PartsReader,
): (slug: string) => Spec | Promise<Spec> | undefined {
  const specs = new LRUCache<string, KeptSpec>({ max: MAX_SPECS });
  /** Those that are built in turns at present: whoever asks meanwhile waits for the same one. */
  const coming = new Map<string, Promise<Spec>>();

  return (slug) => {
    const kept = specs.get(slug);
    const known = kept !== undefined && isPresent(kept) ? kept.spec : coming.get(slug);
    if (known !== undefined) return known;
    const subject = subjectOf(slug);
    if (subject === undefined) return undefined;
    const { access } = subject;
    const told = access();
    const keep = (fragment: Spec): Spec => {
      const spec = intern({ ...fragment, "x-access": told });
      specs.set(slug, { spec, access, told });
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

function isPresent({ access, told }: KeptSpec): boolean {
  const now = access();
  return now === told || isDeepStrictEqual(now, told);
}
