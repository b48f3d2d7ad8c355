/** Why a module cannot be imported, in one line: where, what stands there, and what is wrong with it. */

const MAX_CHARS = 300;

/** What Bun says of a text that it cannot parse or of a name that it cannot resolve. */
interface Position {
  readonly file: string;
  readonly line: number;
  readonly lineText: string;
}

export function importFault(error: unknown): string {
  const faults = error instanceof AggregateError ? error.errors : [error];
  const [first] = faults;
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return oneLine(`${placeOf(first)}${messageOf(first)}${more}`) || "it threw";
}

function placeOf(error: unknown): string {
  const position = (error as { position?: Partial<Position> | null } | null | undefined)?.position;
  if (typeof position?.line === "number") {
    const text = position.lineText?.trim() ?? "";
    return `${position.file ?? ""}:${position.line}${text === "" ? "" : ` "${text.slice(0, 80)}"`}: `;
  }
  const [, file, line] =
    /\(?(\/[^\s():]{1,500}\.[cm]?[jt]sx?)(?:\?[^\s():]{0,99})?:(\d{1,7}):\d{1,7}\)?/.exec(stackOf(error)) ?? [];
  return file === undefined ? "" : `${file}:${line}: `;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? String(error.stack ?? "").slice(0, 4_000) : "";
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  const text = error.name === "BuildMessage" ? error.message : String(error);
  return text.split("\n")[0] ?? "";
}

function oneLine(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, MAX_CHARS);
}
