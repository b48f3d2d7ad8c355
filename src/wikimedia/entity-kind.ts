/** What kind of thing an item is, by the classes Wikidata puts it in, never by words about it. */
import { type ActorContext, OneOf, type Static } from "../runtime/actor.ts";
import { type Claims, classClaims, itemIn } from "./wikidata.ts";

export const EntityKind = OneOf(["company", "person", "place", "product", "event", "other"]);
export type EntityKind = Static<typeof EntityKind>;

const INSTANCE_OF = "P31";
const SUBCLASS_OF = "P279";
/** How many levels above an item's own classes are asked for, and how many classes at each. */
const MAX_LEVELS = 4;
const MAX_CLASSES = 50;

/**
 * Classes that settle it. Those of "other" stand here because a walk past them would end in a building, a product or
 * an occurrence: a university has premises, a novel is made, a comet passes.
 */
const CLASSES: Readonly<Record<EntityKind, string>> = {
  person: "Q5",
  company:
    "Q4830453 Q783794 Q6881511 Q891723 Q167037 Q161726 Q658255 Q18388277 Q1058914 Q22687 Q46970 Q786820 Q219577 " +
    "Q507619 Q740752 Q249556 Q1331793 Q210167 Q1137109 Q18127 Q2085381 Q10689397 Q1762059 Q270791 Q778575 " +
    "Q134161 Q1589009",
  place:
    "Q618123 Q2221906 Q27096213 Q486972 Q515 Q6256 Q3624078 Q5107 Q56061 Q10864048 Q1549591 Q1637706 Q3957 Q532 Q5119 " +
    "Q41176 Q811979 Q8502 Q4022 Q23442 Q23397 Q165 Q46831 Q35657 Q82794 Q271669 Q55818 Q3240715 Q12280 Q33506 " +
    "Q570116 Q13226383 Q1248784 Q839954 Q22698 Q123705 Q1093829 Q62049 Q484170",
  product:
    "Q2424752 Q28877 Q7397 Q7889 Q166142 Q9135 Q9143 Q431289 Q167270 Q3231690 Q22999537 Q20741022 Q1668024 " +
    "Q35127 Q15056993 Q17517 Q68 Q12140 Q2095 Q40218 Q19832486 Q811704",
  event:
    "Q1656682 Q1190554 Q198 Q178561 Q8065 Q40231 Q27020041 Q132241 Q464980 Q15275719 Q5389 Q180684 Q10931 " +
    "Q2656967 Q18608583 Q16510064 Q7944 Q3839081 Q744913 Q2223653 Q159821 Q27968055 Q645883 Q103495",
  other:
    "Q43229 Q17537576 Q7725634 Q11424 Q482994 Q5398426 Q838948 Q571 Q47461344 Q6999 Q634 Q523 Q95074 Q15632617 Q16521 " +
    "Q35120 Q4167410 Q13406463 Q3918 Q38723 Q9826 Q7278 Q476028 Q215380 Q163740 Q157031 Q11173 Q11344 Q12136 Q34770 " +
    "Q178885 Q4271324 Q9174 Q327333 Q245065 Q484652 Q12737077 Q28640 Q11862829 Q151885 Q101352 Q202444 Q41710",
};
/** Of several classes on one level, the kind that says most. */
const RANKED: readonly EntityKind[] = ["person", "company", "event", "place", "product", "other"];

const KIND_OF: ReadonlyMap<string, EntityKind> = new Map(
  RANKED.toReversed().flatMap((kind) => CLASSES[kind].split(" ").map((id) => [id, kind] as const)),
);

/** The kinds of items by their statements: their own classes, then those above, level by level, all at once. */
export async function kindsOf(
  items: ReadonlyMap<string, Claims>,
  context: ActorContext,
): Promise<ReadonlyMap<string, EntityKind>> {
  const kinds = new Map<string, EntityKind>();
  let open = new Map([...items].map(([id, claims]) => [id, pointedTo(claims, INSTANCE_OF)]));
  const seen = new Set<string>();
  for (let level = 0; open.size > 0; level++) {
    for (const [id, classes] of open) {
      const kind = kindAmong(classes);
      if (kind !== undefined) kinds.set(id, kind);
      if (kind !== undefined || classes.length === 0) open.delete(id);
    }
    if (level === MAX_LEVELS) break;
    const asked = [...new Set([...open.values()].flat())].filter((id) => !seen.has(id)).slice(0, MAX_CLASSES);
    if (asked.length === 0) break;
    asked.forEach((id) => seen.add(id));
    const above = await classClaims(asked, context);
    const parents = (id: string): string[] => pointedTo(above.get(id), SUBCLASS_OF);
    open = new Map([...open].map(([id, classes]) => [id, [...new Set(classes.flatMap(parents))]]));
  }
  return kinds;
}

function kindAmong(classes: readonly string[]): EntityKind | undefined {
  const found = new Set(classes.map((id) => KIND_OF.get(id)));
  return RANKED.find((kind) => found.has(kind));
}

function pointedTo(claims: Claims | undefined, property: string): string[] {
  const items = claims?.best(property).map(({ mainsnak }) => itemIn(mainsnak)) ?? [];
  return items.filter((id) => id !== undefined);
}
