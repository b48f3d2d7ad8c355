/** The log: lines for a person on a terminal, JSON for a machine. No key and no proof is ever handed to it. */
import pino from "pino";
import type Pretty from "pino-pretty";
import type { Logger } from "../../runtime/actor.ts";
import { lazyPackage } from "../../runtime/lazy-package.ts";

const pretty = lazyPackage<typeof Pretty>("pino-pretty");

export interface Log extends Logger {
  child(facts: Readonly<Record<string, string>>): Log;
  /** An error of ours, with its stack. */
  failure(message: string, cause: unknown): void;
}

/** In bytes: some ten thousand lines. Whoever has stopped reading them shall not fill the memory of the hub. */
const MAX_HELD = 4 * 1024 * 1024;

/** `to` is a descriptor: 1 for a server, 2 for a command whose output is somebody's input. */
export function createLog(level: string, format: "pretty" | "json", to: 1 | 2 = 1): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if (format === "pretty") {
    const shown = { sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss", destination: to };
    return wrap(pino(options, pretty()(shown)));
  }
  const lines = pino.destination({ dest: to, maxLength: MAX_HELD });
  const log = wrap(pino(options, lines));
  tellDropped(lines, log);
  return log;
}

/** Says how many lines are missing as soon as there is room to say so. */
function tellDropped(lines: ReturnType<typeof pino.destination>, log: Log): void {
  let dropped = 0;
  lines.on("drop", () => dropped++);
  lines.on("drain", () => {
    if (dropped === 0) return;
    const missing = dropped;
    dropped = 0;
    log.warn(`${missing} lines of this log were dropped: nobody was reading it`);
  });
}

function wrap(logger: pino.Logger): Log {
  return {
    debug: (message) => logger.debug(message),
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message) => logger.error(message),
    failure: (message, cause) => logger.error({ err: cause }, message),
    child: (facts) => wrap(logger.child(facts)),
  };
}
