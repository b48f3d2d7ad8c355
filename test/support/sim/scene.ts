/** Whose request the code under test is busy with, so that what it does to the world can be told of that request. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Presentation } from "./chronicle.ts";

export const scene = new AsyncLocalStorage<Presentation>();

/** Of a run that several share, the request that began it. */
export function ofTheRequest(): Presentation {
  const request = scene.getStore();
  if (request === undefined) throw new Error("This belongs to no request of the play");
  return request;
}
