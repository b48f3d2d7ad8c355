/** The server: reads the settings, creates the hub, serves it, and stops when it is told to. */
import { loadConfig, misspelt } from "./app/config.ts";
import { createApp } from "./app/create-app.ts";
import { createLog } from "./app/log.ts";
import { machineWorld } from "./app/machine-world.ts";
import { keepPrivate } from "./app/private-files.ts";
import { announce } from "./app/announce.ts";
import { serve } from "./app/serve.ts";
import { shareHubPackages } from "./loader/bun-resolve.ts";
import { asOperatorError } from "./runtime/system-faults.ts";

/** For what was accepted before the signal to stop. */
const DRAIN_MS = 10_000;

try {
  await main();
} catch (error) {
  const mendable = asOperatorError(error);
  if (mendable === undefined) throw error;
  process.stderr.write(`${mendable.message}\n`);
  process.exit(2);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  keepPrivate(config.HUB_DATA_DIR);
  const log = createLog(config.LOG_LEVEL, config.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"));
  // One actor's slip must not give every object of the others a new field.
  Object.preventExtensions(Object.prototype);
  shareHubPackages();
  for (const warning of misspelt(process.env)) log.warn(warning);
  const app = await createApp(config, machineWorld(config, log));
  // An actor may throw where nobody awaits it; that must not take the others down.
  process.on("uncaughtException", (error) => log.failure("Something threw outside any request", error));
  process.on("unhandledRejection", (error) => log.failure("A promise was rejected and nobody waited for it", error));
  serve(app.hub, config);
  app.start();
  announce(app, config, log);

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log.info(`${signal}: finishing what was accepted.`);
      const leave = (): never => process.exit(0);
      setTimeout(leave, DRAIN_MS);
      void app[Symbol.asyncDispose]().then(leave, leave);
    });
  }
}
