/** Has a bundle say what it is, in a child of its own: one that hangs, crashes or lies takes nobody with it. */
import { startChild } from "./child-process.ts";
import { type DescribedActor, describedBy } from "./description.ts";
import type { Fence } from "./fence.ts";
import type { FromChild } from "./messages.ts";

export type DescribedBundle =
  | { readonly ok: true; readonly described: DescribedActor; readonly json: string }
  | {
      readonly ok: false;
      readonly fault: string;
      /** It was the machine that failed and not the bundle: the next time may be another. */
      readonly isPassing?: boolean;
    };

const NAME = "actor";
const LIMIT_MS = 5_000;
/** How long its process may take to start, on a machine that has much else to do. It is not the bundle's time. */
const START_LIMIT_MS = 30_000;

export async function describeBundle(code: Uint8Array, fence: Fence): Promise<DescribedBundle> {
  const said = Promise.withResolvers<FromChild | undefined>();
  let isUp = false;
  const expire = (): void => child.kill("deadline");
  const child = startChild({
    fence,
    take(message) {
      if (message.kind !== "up") return said.resolve(message);
      if (isUp) throw new RangeError("It is up already"); // Else it would gain time by saying so.
      isUp = true;
      clearTimeout(timer);
      timer = setTimeout(expire, LIMIT_MS);
      child.send({ kind: "load", actor: NAME }, code);
    },
  });
  let timer = setTimeout(expire, START_LIMIT_MS);
  const gone = child.ended.then(({ cause, detail }) => {
    said.resolve(undefined);
    if (!isUp) {
      const why = cause === "deadline" ? `within ${START_LIMIT_MS / 1000} s` : `(${cause}, ${detail})`;
      return { fault: `the process that tries to load it did not start ${why}`, isPassing: true };
    }
    if (cause !== "deadline") return { fault: `it ended its process while loading (${cause}, ${detail})` };
    return { fault: `it did not finish loading within ${LIMIT_MS / 1000} s` };
  });
  const message = await said.promise;
  clearTimeout(timer);
  if (message === undefined) return { ok: false, ...(await gone) };
  child.kill("ended");
  if (message.kind === "unready") return { ok: false, fault: oneLine(message.error.message) };
  if (message.kind !== "ready" || message.actor !== NAME) return { ok: false, fault: "it did not say what it is" };
  try {
    return { ok: true, described: describedBy(message.description), json: JSON.stringify(message.description) };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : String(error) };
  }
}

function oneLine(text: string): string {
  return (text.split("\n")[0] ?? "")
    .replace(/^TypeError: (?=its? )/, "")
    .replace(/\p{Cc}+/gu, " ")
    .slice(0, 300);
}
