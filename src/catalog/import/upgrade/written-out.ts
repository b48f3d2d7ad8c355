/** How much YAML is once its aliases are written out: a few of them, each within the other or of a long text, are gigabytes. */

/** What aliases may add to the text they stand in, in characters. */
const MAX_ADDED = 64 * 1024 * 1024;
/** Of 2,639 real descriptions the deepest has 34 levels. Whoever reads thousands of them runs out of stack. */
const MAX_DEPTH = 500;

/** @throws {SyntaxError} when nobody could write it out. */
export function assertWritable(value: unknown, source: string): void {
  const sizes = new Map<object, number>();
  const open = new Set<object>();
  const most = source.length + MAX_ADDED;
  if (sizeOf(value) > most) throw new SyntaxError(`its aliases make more than ${most} characters of it`);

  /** Each part is counted once, however often it is meant. */
  function sizeOf(part: unknown): number {
    if (typeof part === "string") return part.length;
    if (typeof part !== "object" || part === null) return 1;
    const known = sizes.get(part);
    if (known !== undefined) return known;
    if (open.has(part)) throw new SyntaxError("an alias leads to what holds it");
    if (open.size === MAX_DEPTH) throw new SyntaxError(`it is more than ${MAX_DEPTH} levels deep`);
    open.add(part);
    let size = 1;
    for (const [key, one] of Object.entries(part)) size += key.length + sizeOf(one);
    open.delete(part);
    sizes.set(part, size);
    return size;
  }
}
