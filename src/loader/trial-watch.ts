/** The thread of a trial that ends it when the hub has died: a file that loops would else go on for ever. */
import { workerData } from "node:worker_threads";

const LOOK_MS = 250;

setInterval(() => {
  if (process.ppid !== workerData) process.kill(process.pid, "SIGKILL");
}, LOOK_MS);
