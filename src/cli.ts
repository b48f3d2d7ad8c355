/**
 * The shell's face, `bun run <command> …`. Exit codes: 0 done, 1 it failed, 2 it was asked wrongly, 128 and the number of
 * a signal: it was told to stop.
 */
import { runShell, tell } from "./shell.ts";
import { asOperatorError } from "./runtime/files/system-faults.ts";

// Who reads no further, as `head` does, leaves the work to be done all the same; the other faults are told.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  tell(asOperatorError(error) ?? error);
  process.exit(1);
});
// Loaded by root alone: it takes the settings with it.
if (process.getuid?.() === 0) (await import("./cli/folder-owner.ts")).giveAtExit();
process.exitCode = await runShell(process.argv.slice(2));
