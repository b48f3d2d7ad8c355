/**
 * The hub as `src/main.ts` serves it, with the actors of `HUB_ACTORS_DIR` alone: what is killed and started again dozens
 * of times need not load the built-in ones each time.
 */
import { announce } from "../../src/app/announce.ts";
import { loadConfig } from "../../src/app/settings/config.ts";
import { createApp } from "../../src/app/create-app.ts";
import { createLog } from "../../src/app/telemetry/log.ts";
import { machineWorld } from "../../src/app/machine-world.ts";
import { keepPrivate } from "../../src/app/process/private-files.ts";
import { serve } from "../../src/app/process/serve.ts";
import { shareHubPackages } from "../../src/loader/bun-resolve.ts";

const config = loadConfig(process.env);
keepPrivate(config.HUB_DATA_DIR);
const log = createLog(config.LOG_LEVEL, "json");
Object.preventExtensions(Object.prototype);
shareHubPackages();
const app = await createApp(config, machineWorld(config, log, []));
serve(app.hub, config, app.measure);
app.start();
announce(app, config, log);
