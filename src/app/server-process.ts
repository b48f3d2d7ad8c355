/** The process that serves: reads the settings, creates the hub, serves it, and stops when it is told to. */
import { type Config, loadServedConfig } from "./settings/config.ts";
import { misspelt } from "./settings/misspelt-settings.ts";
import { createApp } from "./create-app.ts";
import { createLog, type Log } from "./telemetry/log.ts";
import { machineWorld } from "./machine-world.ts";
import { keepPrivate } from "./process/private-files.ts";
import { announce } from "./announce.ts";
import { serve } from "./process/serve.ts";
import { stopSignals } from "./process/stop-signals.ts";
import { shrinkAfterStart } from "./process/sweep.ts";
import { reportToParent, startWorkers, WORKER } from "./process/workers.ts";
import { shareHubPackages } from "../loader/bun-resolve.ts";
import { asOperatorError } from "../runtime/files/system-faults.ts";

/** For what was accepted before the signal to stop. */
const DRAIN_MS = 10_000;
/** For whoever shares out the load to see in `/ready` that this process is about to stop, while it still serves. */
const LEAVE_MS = 2_000;

/** `main` is what a worker runs. */
export async function runServer(main: string): Promise<void> {
  try {
    await start(main);
  } catch (error) {
    const mendable = asOperatorError(error);
    if (mendable === undefined) throw error;
    process.stderr.write(`${mendable.message}\n`);
    process.exit(2);
  }
}

async function start(main: string): Promise<void> {
  const config = loadServedConfig(process.env);
  keepPrivate(config.HUB_DATA_DIR);
  const log = createLog(config.LOG_LEVEL, config.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"));
  if (process.env[WORKER] === undefined) for (const warning of misspelt(process.env)) log.warn(warning);
  if (config.HUB_WORKERS > 1 && process.env[WORKER] === undefined) return supervise(config, log, main);
  // One actor's slip must not give every object of the others a new field.
  Object.preventExtensions(Object.prototype);
  shareHubPackages();
  const app = await createApp(config, machineWorld(config, log));
  // Before it listens: else who first asks for a tool from plain words waits a second for it, and all others do too.
  await import("../routes/calls/compose-tool.ts");
  // An actor may throw where nobody awaits it; that must not take the others down.
  process.on("uncaughtException", (error) => log.failure("Something threw outside any request", error));
  process.on("unhandledRejection", (error) => log.failure("A promise was rejected and nobody waited for it", error));
  const leave = (): never => process.exit(0);
  // Before it listens: a signal that nobody takes ends the process in the middle of a call.
  const stopBy = onStop((why) => {
    log.info(`${why}: finishing what was accepted.`);
    app.leave();
    // Who presses keys, or closes the terminal, has nobody in front.
    const leaveMs = why === "SIGTERM" ? LEAVE_MS : 0;
    setTimeout(leave, leaveMs + DRAIN_MS);
    setTimeout(() => void app[Symbol.asyncDispose]().then(leave, leave), leaveMs);
  });
  try {
    serve(app.hub, config, app.measure);
  } catch (error) {
    await app[Symbol.asyncDispose](); // It may be importing a catalogue already.
    throw error;
  }
  app.start();
  shrinkAfterStart();
  announce(app, config, log);
  reportToParent(() => stopBy("The process that started this worker is gone"));
}

/** Serves by several processes; this one only looks after them. */
async function supervise(config: Config, log: Log, main: string): Promise<void> {
  const leaving = Promise.withResolvers<string>();
  onStop(leaving.resolve);
  const { stop, ended } = await startWorkers({ config, main, env: process.env, log });
  void leaving.promise.then((why) => {
    log.info(`${why}: the workers finish what they have accepted.`);
    stop();
  });
  await ended;
  process.exit(0);
}

/** Stops by a signal, or by what is called with a reason; once, however often it is told. */
function onStop(leave: (why: string) => void): (why: string) => void {
  let isLeaving = false;
  const once = (why: string): void => {
    if (!isLeaving) leave(why);
    isLeaving = true;
  };
  for (const signal of stopSignals()) process.once(signal, () => once(signal));
  return once;
}
