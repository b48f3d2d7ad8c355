/** A request of a page's own, whose refusal is told in a place of the page. */
import { element } from "./dom.ts";
import { type HubAnswer, type HubRequest, problemOf, send } from "./hub.ts";
import { offlineNotice, problemNotice } from "./notice.ts";

/** Words for what is quick would only flicker. */
const PATIENCE_MS = 300;

export interface PageRequest {
  readonly request: HubRequest;
  /** What it is for, in a few words. */
  readonly title: string;
  /** Where a refusal is told. */
  readonly place: HTMLElement;
  /** Does it again. */
  readonly again: () => void;
  /** What is shown in place of a refusal; left out, or `undefined`, what is wrong. */
  readonly instead?: (refusal: HubAnswer) => HTMLElement | undefined;
}

/** The answer where it is one; what went wrong is told already. What changes something is asked for once at a time. */
export async function askFor({ request, title, place, again, instead }: PageRequest): Promise<HubAnswer | undefined> {
  const isChange = request.method !== "GET";
  if (isChange && "changing" in place.dataset) return undefined;
  if (isChange) place.dataset["changing"] = "";
  place.setAttribute("aria-busy", "true");
  const underWay = element("p", { role: "status", class: "soft" }, "Under way…");
  const timer = setTimeout(() => place.replaceChildren(underWay), PATIENCE_MS);
  const reply = await send(request);
  clearTimeout(timer);
  if (isChange) delete place.dataset["changing"];
  place.removeAttribute("aria-busy");
  place.replaceChildren();
  if (reply.state === "answered" && reply.isOk) return reply;
  if (reply.state === "offline") place.replaceChildren(offlineNotice(again));
  else {
    // What these requests say is free: a refused key is to be changed, not paid for.
    const problem = { ...problemOf(reply), terms: undefined };
    place.replaceChildren(instead?.(reply) ?? problemNotice({ problem, request, title, again }));
  }
  place.querySelector<HTMLElement>("h2")?.focus();
  return undefined;
}
