/** The server: reads the settings, creates the hub, serves it, and stops when it is told to. */
import { loadConfig } from "./app/config.ts";
import { createApp } from "./app/create-app.ts";
import { createLog } from "./app/log.ts";
import { machineWorld } from "./app/machine-world.ts";
import { announce } from "./app/announce.ts";
import { serve } from "./app/serve.ts";
import { shareHubPackages } from "./loader/bun-resolve.ts";
import { OperatorError } from "./runtime/errors.ts";

/** For what was accepted before the signal to stop. */
const DRAIN_MS = 10_000;

try {
  await main();
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config.LOG_LEVEL, config.LOG_FORMAT ?? (process.stdout.isTTY ? "pretty" : "json"));
  // One actor's slip must not give every object of the others a new field.
  Object.preventExtensions(Object.prototype);
  shareHubPackages();
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
