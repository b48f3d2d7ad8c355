/** A request of a page's own, whose refusal is told in a place of the page. */
import { type HubAnswer, type HubRequest, problemOf, send } from "./hub.ts";
import { offlineNotice, problemNotice } from "./notice.ts";

export interface PageRequest {
  readonly request: HubRequest;
  /** What it is for, in a few words. */
  readonly title: string;
  /** Where a refusal is told. */
  readonly place: HTMLElement;
  /** Does it again. */
  readonly again: () => void;
}

/** The answer where it is one; what went wrong is told already. */
export async function askFor({ request, title, place, again }: PageRequest): Promise<HubAnswer | undefined> {
  place.setAttribute("aria-busy", "true");
  const reply = await send(request);
  place.removeAttribute("aria-busy");
  place.replaceChildren();
  if (reply.state === "answered" && reply.isOk) return reply;
  if (reply.state === "offline") place.replaceChildren(offlineNotice(again));
  // What these requests say is free: a refused key is to be changed, not paid for.
  else
    place.replaceChildren(problemNotice({ problem: { ...problemOf(reply), terms: undefined }, request, title, again }));
  place.querySelector<HTMLElement>("h2")?.focus();
  return undefined;
}
