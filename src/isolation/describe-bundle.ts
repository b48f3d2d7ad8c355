/** Has a bundle say what it is, in a child of its own: one that hangs, crashes or lies takes nobody with it. */
import { startChild } from "./child-process.ts";
import { type DescribedActor, describedBy } from "./description.ts";
import type { Fence } from "./fence.ts";
import type { FromChild } from "./messages.ts";

export type DescribedBundle =
  | { readonly ok: true; readonly described: DescribedActor; readonly json: string }
  | { readonly ok: false; readonly fault: string };

const NAME = "actor";
const LIMIT_MS = 5_000;

export async function describeBundle(code: Uint8Array, fence: Fence): Promise<DescribedBundle> {
  const said = Promise.withResolvers<FromChild | undefined>();
  const child = startChild({
    fence,
    take(message) {
      if (message.kind === "up") child.send({ kind: "load", actor: NAME }, code);
      else said.resolve(message);
    },
  });
  const timer = setTimeout(() => child.kill("deadline"), LIMIT_MS);
  const gone = child.ended.then(({ cause, detail }) => {
    said.resolve(undefined);
    return cause === "deadline"
      ? `it did not finish loading within ${LIMIT_MS / 1000} s`
      : `it ended its process while loading (${cause}, ${detail})`;
  });
  const message = await said.promise;
  clearTimeout(timer);
  if (message === undefined) return { ok: false, fault: await gone };
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
