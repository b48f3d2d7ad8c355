/**
 * How far the heap may grow before the engine collects it. By itself JavaScriptCore lets a small heap become four times what
 * was alive after the last full collection, and collects in full again when what is new is less than a third of all: a hub
 * that answers nothing but new searches needs 70 MB and took 450 MiB so. Source: `proportionalHeapSize` and
 * `updateAllocationLimits` in WebKit's `Source/JavaScriptCore/heap/Heap.cpp`.
 */

/**
 * Read by the engine as it starts, and never again. So much more than is alive, and in full again only where what is new is
 * less than a quarter of all. While new searches are answered, in the same hour: 0.5 takes 298 MiB, 0.42 takes 271 and 0.35
 * takes 258 with a tenth more processor time; a keyed run takes 4 % more by 0.42 than by 0.5.
 */
const SETTINGS = { BUN_JSC_heapGrowthMaxIncrease: "0.42", BUN_JSC_minEdenToOldGenerationRatio: "0.25" } as const;

/**
 * Starts this process over, with the same id, arguments and files, where a setting is missing: that takes some ten
 * milliseconds as long as nothing else is loaded. An operator's own setting stands.
 */
export function boundHeapGrowth(): void {
  const isSet = Object.keys(SETTINGS).every((name) => process.env[name] !== undefined);
  if (isSet || process.platform === "win32") return;
  const { execPath, execArgv, argv } = process;
  try {
    process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...SETTINGS, ...process.env });
  } catch {
    // Where nothing may be executed, it serves as well with a larger heap.
  }
}
