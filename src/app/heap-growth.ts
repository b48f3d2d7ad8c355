/**
 * How far the heap may grow before the engine collects it. JavaScriptCore lets a small heap become four times what was alive
 * after the last full collection: `heap · (1 + 3 · e^(−2 · heap / 16 GiB))`. A hub that answers nothing but new searches
 * needs 70 MB and took 450 MiB so. Source: `proportionalHeapSize` in WebKit's `Source/JavaScriptCore/heap/Heap.cpp`.
 */

/** What stands in place of the 3. */
const INCREASE = "0.6";
/** Read by the engine as it starts, and never again. */
const SETTING = "BUN_JSC_heapGrowthMaxIncrease";

/**
 * Starts this process over, with the same id, arguments and files, where the setting is missing: that takes some ten
 * milliseconds as long as nothing else is loaded. An operator's own setting stands.
 */
export function boundHeapGrowth(): void {
  if (process.env[SETTING] !== undefined || process.platform === "win32") return;
  const { execPath, execArgv, argv } = process;
  try {
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...process.env, [SETTING]: INCREASE });
  } catch {
    // Where nothing may be executed, it serves as well with a larger heap.
  }
}
