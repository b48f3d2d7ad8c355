/**
 * Converts 1 MiB and 8 MiB of each format, and prints as JSON how long that took: for a process of its own. By the time of
 * the processor, as others use the machine as well.
 */
import convert from "../../actors/data-convert/index.ts";
import { runLocally } from "./local-actor.ts";

export interface LargeInput {
  readonly format: string;
  readonly detected: unknown;
  readonly smallMs: number;
  readonly wholeMs: number;
}

const row = (index: number) => ({ id: String(index), name: `Name ${index}`, note: "a note, here" });

const INPUTS: Readonly<Record<string, (mib: number) => string>> = {
  json: (mib) => `[${filled(mib, (index) => JSON.stringify(row(index)), ",")}]`,
  ndjson: (mib) => filled(mib, (index) => JSON.stringify(row(index)), "\n"),
  csv: (mib) => `id,name,note\n${filled(mib, (index) => `${index},Name ${index},"a ""note"", here"`, "\r\n")}`,
  xml: (mib) =>
    `<rows>${filled(mib, (index) => `<row id="${index}"><name>N &amp; ${index}</name></row>`, "\n")}</rows>`,
};

export const LARGE_FORMATS = Object.keys(INPUTS);

/** Lines up to so many MiB. */
function filled(mib: number, line: (index: number) => string, separator: string): string {
  const lines: string[] = [];
  for (let size = 0; size < mib * 1024 * 1024 - 200;) {
    const next = line(lines.length);
    size += next.length + separator.length;
    lines.push(next);
  }
  return lines.join(separator);
}

async function timed(payload: string): Promise<{ readonly ms: number; readonly detected: unknown }> {
  const before = process.cpuUsage();
  const { report } = await runLocally(convert, { payload });
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, detected: report?.["format"] };
}

if (import.meta.main) {
  const measured: LargeInput[] = [];
  for (const [format, make] of Object.entries(INPUTS)) {
    const [small, whole] = [make(1), make(8)];
    await timed(small); // Until it is compiled.
    const { ms: wholeMs, detected } = await timed(whole);
    measured.push({ format, detected, wholeMs, smallMs: (await timed(small)).ms });
  }
  console.log(JSON.stringify(measured));
}
