/** Plays two acts on one scene: the second comes before each statement of the first, as another process might. */
import { expect } from "bun:test";
import { PaymentRefusal } from "../../src/payment/claims/refusal.ts";
import { HubError } from "../../src/runtime/errors.ts";
import type { Store } from "../../src/store/store.ts";
import { interruptedStore } from "./interrupted-store.ts";
import { IS_LONG } from "./long.ts";

/** In the short form two acts meet at every fourth moment, each pair beginning at another. */
const STRIDE = IS_LONG ? 1 : 4;

/** What may be done to a scene, by the name of it. */
export type Acts<Scene> = Readonly<Record<string, (store: Store, scene: Scene) => Promise<unknown>>>;

export interface Play<Scene> {
  readonly acts: Acts<Scene>;
  /** A scene of its own for each time. */
  readonly open: (store: Store) => Promise<Scene>;
  /** What must be true in the end; `done` are the acts that were not refused. */
  readonly judge: (store: Store, scene: Scene, done: readonly string[]) => Promise<Readonly<Record<string, boolean>>>;
}

/** @param first the act that others come into; each act comes after it, too. */
export async function interleave<Scene>(play: Play<Scene>, first: string, store: Store): Promise<void> {
  const names = Object.keys(play.acts);
  for (const [number, second] of names.entries()) {
    const earliest = 1 + ((names.indexOf(first) + number) % STRIDE);
    let at = earliest;
    while (await meet(play, first, { second, at }, store)) at += STRIDE;
    if (at === earliest && at > 1) await meet(play, first, { second, at: 1 }, store);
  }
}

/** Whether the first act had so many statements; where not, the second comes after it. */
async function meet<Scene>(
  { acts, open, judge }: Play<Scene>,
  first: string,
  { second, at }: { readonly second: string; readonly at: number },
  store: Store,
): Promise<boolean> {
  const scene = await open(store);
  const done: string[] = [];
  const act = async (name: string, own: Store): Promise<void> => {
    if (await isDone(acts[name]?.(own, scene))) done.push(name);
  };
  const interrupted = interruptedStore(store, at, () => act(second, store));
  await act(first, interrupted.store);
  await interrupted.ended();
  const hasMet = interrupted.isInterrupted();
  if (!hasMet) await act(second, store);
  const judged = await judge(store, scene, done);
  const wrong = Object.keys(judged).filter((name) => !judged[name]);
  expect({ moment: `${second} before statement ${at}`, wrong }).toMatchObject({ wrong: [] });
  return hasMet;
}

/** Whoever comes second may be refused, in words that are meant for it. */
async function isDone(act: Promise<unknown> | undefined): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof HubError ? error.code !== "internal" : error instanceof PaymentRefusal) return false;
    throw error;
  }
}
