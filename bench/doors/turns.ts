/**
 * Loaded into the hub that is measured: the longest turn of its event loop, in processor time of that one thread. Whoever
 * shares the machine makes a turn last longer, but takes none of this. On SIGUSR2 it is written to the file that
 * DOORS_TURNS names, and counting begins anew.
 */
import { writeFileSync } from "node:fs";

const TICK_MS = 2;
const cpu = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
let longest = 0;
let before = cpu();
setInterval(() => {
  const now = cpu();
  longest = Math.max(longest, now - before);
  before = now;
}, TICK_MS).unref();
process.on("SIGUSR2", () => {
  writeFileSync(process.env["DOORS_TURNS"] ?? "", String(longest));
  longest = 0;
});
