/** What newer descriptions would take away: a provider that would lose much of what it offers waits for the operator. */
import type { DescriptionFacts } from "./facts.ts";

export interface Change {
  readonly api: string;
  readonly provider: string;
  /** What there is now; none of a new one. */
  readonly before: DescriptionFacts;
  /** None of one that is gone. */
  readonly after: DescriptionFacts;
}

export interface Held {
  readonly provider: string;
  /** Operations of all its descriptions. */
  readonly before: number;
  readonly after: number;
  readonly apis: readonly string[];
}

export interface ApiMove {
  readonly api: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface Judgement {
  readonly accepted: ReadonlySet<string>;
  readonly held: readonly Held[];
  /** Those accepted whose operations, or whose logins, are at other places than before. */
  readonly moved: readonly ApiMove[];
}

const MAX_LOSS = 0.2;

/** `unchanged` says how many operations a provider has in descriptions that stay as they are. */
export function judge(
  changes: readonly Change[],
  { unchanged, acceptLoss }: { readonly unchanged: (provider: string) => number; readonly acceptLoss: boolean },
): Judgement {
  const accepted = new Set<string>();
  const held: Held[] = [];
  for (const [provider, own] of Map.groupBy(changes, (change) => change.provider)) {
    const rest = unchanged(provider);
    const before = rest + sum(own.map((change) => change.before.operations));
    const after = rest + sum(own.map((change) => change.after.operations));
    const isLoss = !acceptLoss && after < before * (1 - MAX_LOSS);
    const less = own.filter((change) => isLoss && change.after.operations < change.before.operations);
    for (const change of own) if (!less.includes(change)) accepted.add(change.api);
    if (less.length > 0) held.push({ provider, before, after, apis: less.map(({ api }) => api) });
  }
  const moved = changes
    .filter(({ api, before, after }) => accepted.has(api) && before.operations > 0 && after.operations > 0)
    .flatMap(({ api, before, after }) => [
      ...movedFrom(api, before.hosts, after.hosts),
      ...movedFrom(api, before.logins, after.logins),
    ]);
  return { accepted, held, moved };
}

function movedFrom(api: string, before: ReadonlySet<string>, after: ReadonlySet<string>): ApiMove[] {
  const to = [...after.difference(before)];
  return to.length === 0 || before.size === 0 ? [] : [{ api, from: [...before.difference(after)], to }];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
