/**
 * The hub as `src/main.ts` serves it, with the actors of `HUB_ACTORS_DIR` in place of the built-in ones: what is killed and
 * started again dozens of times need not load those each time, nor try the fence that actors of others would need.
 */
import { resolve } from "node:path";
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
const folders = config.HUB_ACTORS_DIR === undefined ? [] : [resolve(config.HUB_ACTORS_DIR)];
const app = await createApp(config, machineWorld({ ...config, HUB_ACTORS_DIR: undefined }, log, folders));
serve(app.hub, config, app.measure);
app.start();
announce(app, config, log);
