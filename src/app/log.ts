/** The log: lines for a person on a terminal, JSON for a machine. No key and no proof is ever handed to it. */
import pino from "pino";
import type Pretty from "pino-pretty";
import type { Logger } from "../runtime/actor.ts";
import { lazyPackage } from "../runtime/lazy-package.ts";

const pretty = lazyPackage<typeof Pretty>("pino-pretty");

export interface Log extends Logger {
  child(facts: Readonly<Record<string, string>>): Log;
  /** An error of ours, with its stack. */
  failure(message: string, cause: unknown): void;
}

/** `to` is a descriptor: 1 for a server, 2 for a command whose output is somebody's input. */
export function createLog(level: string, format: "pretty" | "json", to: 1 | 2 = 1): Log {
  const stream =
    format === "pretty"
      ? pretty()({ sync: true, ignore: "pid,hostname", translateTime: "HH:MM:ss", destination: to })
      : pino.destination(to);
  return wrap(
    pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
      },
      stream,
    ),
  );
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
