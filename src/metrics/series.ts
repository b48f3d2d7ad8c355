/**
 * Numbers that a monitoring system reads: counters, histograms and gauges, each with its labels bound once, so that to
 * count costs no look-up.
 */
import type { Family, Labels, Sample } from "./family.ts";

export interface Counter {
  add(amount?: number): void;
}

export interface Histogram {
  /** @param value in the unit that the name ends with */
  observe(value: number): void;
}

export interface Metrics {
  /** The counter of these labels; the same one whenever it is asked for. */
  counter(name: string, help: string, labels?: Labels): Counter;
  /** `bounds` are the upper ends of the buckets, in ascending order. */
  histogram(name: string, help: string, bounds: readonly number[], labels?: Labels): Histogram;
  /** Read whenever the text is asked for. A value that is `undefined` is left out. */
  gauge(name: string, help: string, read: () => readonly (readonly [Labels, number | undefined])[]): void;
  /** All of it, in the order in which the names were first used. */
  families(): Family[];
}

interface MeasuredFamily extends Pick<Family, "type" | "help"> {
  readonly read: () => Sample[];
}

export function createMetrics(): Metrics {
  const measured = new Map<string, MeasuredFamily>();

  /** A name has one meaning: its series are added to it as their labels come up. */
  function familyOf<Series>(
    name: string,
    { type, help }: Pick<Family, "type" | "help">,
    samplesOf: (labels: Labels, series: Series) => Sample[],
  ): Map<string, readonly [Labels, Series]> {
    const known = seriesOf.get(name);
    if (known !== undefined) return known as Map<string, readonly [Labels, Series]>; // A name keeps its type.
    const series = new Map<string, readonly [Labels, Series]>();
    seriesOf.set(name, series);
    measured.set(name, {
      type,
      help,
      read: () => [...series.values()].flatMap(([labels, each]) => samplesOf(labels, each)),
    });
    return series;
  }
  const seriesOf = new Map<string, Map<string, readonly [Labels, unknown]>>();

  return {
    counter(name, help, labels = {}) {
      const series = familyOf<{ value: number }>(name, { type: "counter", help }, (each, { value }) => [
        { name, labels: each, value },
      ]);
      const [, counted] = bound(series, labels, () => ({ value: 0 }));
      return { add: (amount = 1) => void (counted.value += amount) };
    },

    histogram(name, help, bounds, labels = {}) {
      const series = familyOf<Buckets>(name, { type: "histogram", help }, (each, buckets) =>
        bucketSamples(name, each, bounds, buckets),
      );
      const [, buckets] = bound(series, labels, () => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }));
      return {
        observe(value) {
          buckets.count++;
          buckets.sum += value;
          for (let at = 0; at < bounds.length; at++) {
            if (value > (bounds[at] ?? Infinity)) continue;
            buckets.counts[at] = (buckets.counts[at] ?? 0) + 1;
            return;
          }
        },
      };
    },

    gauge(name, help, read) {
      measured.set(name, {
        type: "gauge",
        help,
        read: () => read().flatMap(([labels, value]) => (value === undefined ? [] : [{ name, labels, value }])),
      });
    },

    families: () => [...measured].map(([name, { type, help, read }]) => ({ name, type, help, samples: read() })),
  };
}

interface Buckets {
  /** Of values in this bucket alone. */
  readonly counts: number[];
  count: number;
  sum: number;
}

function bound<Series>(
  series: Map<string, readonly [Labels, Series]>,
  labels: Labels,
  make: () => Series,
): readonly [Labels, Series] {
  const key = JSON.stringify(labels);
  const found = series.get(key) ?? ([labels, make()] as const);
  series.set(key, found);
  return found;
}

function bucketSamples(name: string, labels: Labels, bounds: readonly number[], buckets: Buckets): Sample[] {
  let below = 0;
  const upTo = bounds.map((end, at): Sample => {
    below += buckets.counts[at] ?? 0;
    return { name: `${name}_bucket`, labels: { ...labels, le: String(end) }, value: below };
  });
  return [
    ...upTo,
    { name: `${name}_bucket`, labels: { ...labels, le: "+Inf" }, value: buckets.count },
    { name: `${name}_sum`, labels, value: buckets.sum },
    { name: `${name}_count`, labels, value: buckets.count },
  ];
}
