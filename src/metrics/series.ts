/**
 * Numbers that a monitoring system reads: counters, histograms and gauges, each with its labels bound once, so that to
 * count costs no look-up. Written in the text format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/).
 */

export type Labels = Readonly<Record<string, string>>;

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
  text(): string;
}

interface Family {
  readonly type: "counter" | "histogram" | "gauge";
  readonly help: string;
  readonly lines: () => string[];
}

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();

  /** A name has one meaning: its series are added to it as their labels come up. */
  function familyOf<Series>(
    name: string,
    { type, help }: Pick<Family, "type" | "help">,
    linesOf: (labels: Labels, series: Series) => string[],
  ): Map<string, readonly [Labels, Series]> {
    const known = seriesOf.get(name);
    if (known !== undefined) return known as Map<string, readonly [Labels, Series]>; // A name keeps its type.
    const series = new Map<string, readonly [Labels, Series]>();
    seriesOf.set(name, series);
    families.set(name, {
      type,
      help,
      lines: () => [...series.values()].flatMap(([labels, each]) => linesOf(labels, each)),
    });
    return series;
  }
  const seriesOf = new Map<string, Map<string, readonly [Labels, unknown]>>();

  return {
    counter(name, help, labels = {}) {
      const series = familyOf<{ value: number }>(name, { type: "counter", help }, (each, { value }) => [
        lineOf(name, each, value),
      ]);
      const [, counted] = bound(series, labels, () => ({ value: 0 }));
      return { add: (amount = 1) => void (counted.value += amount) };
    },

    histogram(name, help, bounds, labels = {}) {
      const series = familyOf<Buckets>(name, { type: "histogram", help }, (each, buckets) =>
        histogramLines(name, each, bounds, buckets),
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
      families.set(name, {
        type: "gauge",
        help,
        lines: () => read().flatMap(([labels, value]) => (value === undefined ? [] : [lineOf(name, labels, value)])),
      });
    },

    text: () =>
      [...families]
        .map(([name, { type, help, lines }]) =>
          [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines(), ""].join("\n"),
        )
        .join(""),
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

function histogramLines(name: string, labels: Labels, bounds: readonly number[], buckets: Buckets): string[] {
  let below = 0;
  const lines = bounds.map((end, at) => {
    below += buckets.counts[at] ?? 0;
    return lineOf(`${name}_bucket`, { ...labels, le: String(end) }, below);
  });
  return [
    ...lines,
    lineOf(`${name}_bucket`, { ...labels, le: "+Inf" }, buckets.count),
    lineOf(`${name}_sum`, labels, buckets.sum),
    lineOf(`${name}_count`, labels, buckets.count),
  ];
}

function lineOf(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${written.length === 0 ? "" : `{${written.join(",")}}`} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
