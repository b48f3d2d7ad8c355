/**
 * What was measured under one name, its text in the format of Prometheus
 * (https://prometheus.io/docs/instrumenting/exposition_formats/), and what several processes measured as one.
 */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** The family's name, with the ending of a histogram's parts. */
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: "counter" | "histogram" | "gauge";
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Part {
  /** Which process measured it, for example "2". */
  readonly worker: string;
  readonly families: readonly Family[];
}

/** What is counted is added up; what was read at a moment stays each process's own, with the label `worker`. */
export function joinFamilies(parts: readonly Part[]): Family[] {
  const joined = new Map<string, Omit<Family, "samples"> & { readonly samples: Map<string, Sample> }>();
  for (const { worker, families } of parts) {
    for (const { name, type, help, samples } of families) {
      const family = joined.get(name) ?? { name, type, help, samples: new Map<string, Sample>() };
      joined.set(name, family);
      for (const sample of samples) {
        const labels = type === "gauge" ? { ...sample.labels, worker } : sample.labels;
        const key = seriesKey(sample.name, labels);
        const value = (family.samples.get(key)?.value ?? 0) + sample.value;
        family.samples.set(key, { name: sample.name, labels, value });
      }
    }
  }
  return [...joined.values()].map(({ samples, ...family }) => ({ ...family, samples: [...samples.values()] }));
}

/** What is left of a process that has ended: its counts. Without them the sums would fall, and rates be wrong. */
export function countsOf(families: readonly Family[]): Family[] {
  return families.filter(({ type }) => type !== "gauge");
}

export function textOf(families: readonly Family[]): string {
  return families
    .map(({ name, type, help, samples }) =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...samples.map(lineOf), ""].join("\n"),
    )
    .join("");
}

function lineOf({ name, labels, value }: Sample): string {
  const written = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${written.length === 0 ? "" : `{${written.join(",")}}`} ${value}`;
}

/** Labels in the order of their names: processes may have met them in different ones. */
function seriesKey(name: string, labels: Labels): string {
  return JSON.stringify([name, Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
