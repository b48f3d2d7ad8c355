/** Debian's Chromium, or the one that `CHROMIUM` names, with a profile of its own and no way off this machine. */
import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** `bun run services` installs it. */
export const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
export const IS_MISSING = !existsSync(CHROMIUM);
const IS_ROOT = process.getuid?.() === 0;
const FLAGS = [
  ...(IS_ROOT ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Whatever a page asks for, it reaches this machine only.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: !IS_ROOT, args: FLAGS });
}
