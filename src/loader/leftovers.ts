/**
 * The timers and process listeners that the modules of actors start, so that a version that was replaced does not go on
 * firing. Each module calls functions of its own by the usual names, which `tracked` puts at its top; what a package, a
 * socket or a file watcher keeps going is the actor's to end, with `context.onDispose`.
 */
export interface Leftovers {
  /** Ends what is still going on. Returns how much that was. */
  end(): { readonly timers: number; readonly listeners: number };
}

/** What one evaluation of one module has started. */
interface LeftoverScope extends Leftovers {
  readonly functions: Readonly<Record<string, unknown>>;
}

const KEY = "agent-api-hub leftovers";
const NAMES = ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "process"] as const;
const scopes = new Map<string, LeftoverScope>();

Object.defineProperty(globalThis, Symbol.for(KEY), {
  value: (path: string): LeftoverScope["functions"] => {
    const scope = createScope();
    scopes.set(path, scope);
    return scope.functions;
  },
  configurable: true, // A second copy of this module takes over.
});

/** The text of a module that starts nothing unseen. It keeps its lines, so that errors name the right one. */
export function trackModule(source: string, path: string): string {
  const used = NAMES.filter((name) => isUsed(source, name) && !isBound(source, name));
  if (!used.some((name) => name.startsWith("set") || name === "process")) return source;
  return `var { ${used.join(", ")} } = globalThis[Symbol.for("${KEY}")](${JSON.stringify(path)}); ${source}`;
}

/** Takes what the modules at these paths have started so far; what is imported anew begins with nothing. */
export function takeLeftovers(paths: readonly string[]): ReadonlyMap<string, Leftovers> {
  const taken = new Map<string, LeftoverScope>();
  for (const path of paths) {
    const scope = scopes.get(path);
    if (scope === undefined) continue;
    taken.set(path, scope);
    scopes.delete(path);
  }
  return taken;
}

/** Puts back what was taken, where the version it belongs to serves on. */
export function giveBack(taken: ReadonlyMap<string, Leftovers>): void {
  for (const [path, scope] of taken) scopes.set(path, scope as LeftoverScope); // As it was taken.
}

function isUsed(source: string, name: string): boolean {
  const call = name === "process" ? "process\\s*\\.\\s*(?:on|once|addListener)" : name;
  return new RegExp(`(?<![.\\w$])${call}\\s*\\(`).test(source);
}

/** Whether the module has something of its own by that name. */
function isBound(source: string, name: string): boolean {
  return new RegExp(
    `\\b(?:function|const|let|var|import|as)\\s+${name}\\b|[{,]\\s*${name}\\s*[,}](?=[^;]*\\bfrom\\b|\\s*=)`,
  ).test(source);
}

function createScope(): LeftoverScope {
  const timers = new Set<unknown>();
  const listeners = new Set<() => void>();
  const clear =
    (native: (timer: never) => void) =>
    (timer: unknown): void => {
      timers.delete(timer);
      native(timer as never); // Whatever it is, the native one judges it.
    };
  const functions = {
    setTimeout(callback: (...args: unknown[]) => void, ...rest: [number?, ...unknown[]]) {
      const fire = (...args: unknown[]): void => {
        timers.delete(timer);
        callback(...args);
      };
      const timer: unknown = setTimeout(fire, ...rest);
      timers.add(timer);
      return timer;
    },
    setInterval(...args: Parameters<typeof setInterval>) {
      const timer = setInterval(...args);
      timers.add(timer);
      return timer;
    },
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
    process: trackedProcess(listeners),
  };
  return {
    functions,
    end() {
      const left = { timers: timers.size, listeners: listeners.size };
      for (const timer of timers) clearTimeout(timer as never); // Clears intervals as well.
      for (const remove of listeners) remove();
      timers.clear();
      listeners.clear();
      return left;
    },
  };
}

/** The process, except that what listens to it is written down. */
function trackedProcess(listeners: Set<() => void>): typeof process {
  const adders = new Set<string | symbol>(["on", "once", "addListener"]);
  return new Proxy(process, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!adders.has(name)) return value.bind(target);
      return (event: string, listener: () => void) => {
        value.call(target, event, listener);
        listeners.add(() => void target.removeListener(event, listener));
        return target;
      };
    },
  });
}
