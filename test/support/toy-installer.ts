/** An installer behind the toy fence, which asks nothing of the network and agrees to everything. */
import { createInstaller, type Installer } from "../../src/packages/installer.ts";
import { holdFile } from "../../src/store/processes/exclusive.ts";
import { toyFence } from "./toy-fence.ts";

export function toyInstaller(folder: string): Installer {
  return createInstaller({
    folder,
    fence: toyFence,
    download: () => Promise.reject(new Error("A test asked elsewhere.")),
    registry: "https://registry.invalid",
    git: { env: {}, signal: new AbortController().signal },
    taken: new Map(),
    consent: async () => true,
    hold: holdFile,
    now: () => 0,
  });
}
