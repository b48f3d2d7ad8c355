/** The pages for people: results while one types, and forms to try what a page shows. */
import { element, saidAloud } from "./parts/dom.ts";
import { problemOf, send } from "./parts/hub.ts";
import { showKeyControl } from "./parts/key-control.ts";
import { offlineNotice, problemNotice } from "./parts/notice.ts";
import { runForms } from "./parts/runner.ts";

showKeyControl();
runForms();

const WAIT_MS = 120;
/** Words for what is quick would only flicker. */
const PATIENCE_MS = 300;

const field = document.querySelector<HTMLInputElement>("#q");
const place = document.querySelector<HTMLElement>("#found");
const browse = document.querySelector<HTMLElement>("#browse");
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = new AbortController();
let patience: ReturnType<typeof setTimeout> | undefined;
const waiting = element("p", { role: "status", class: "soft" });
place?.before(waiting);
/** All that was found would be read out at each pause of whoever types. */
const aloud = saidAloud();

// A word that is still composed of others, as in Japanese, is none yet.
field?.addEventListener("input", (event) => (event instanceof InputEvent && event.isComposing ? undefined : wait()));
field?.addEventListener("compositionend", wait);
// What was typed before this script had come.
if (field !== null && field.value !== field.defaultValue) void show(field.value.trim());
document.addEventListener("keydown", (event) => {
  if (event.isComposing) return; // Its keys choose among words.
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  const isPlain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.key === "/" && isPlain && !isTyping && field !== null) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === "Escape" && field !== null) {
    if (event.target === field) void show((field.value = ""));
    else if (!isTyping) field.focus();
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event);
});

function wait(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void show(field?.value.trim() ?? ""), WAIT_MS);
}

/** What was found stays until something else is. The part of the page is the hub's own, and escaped by it. */
async function show(text: string): Promise<void> {
  if (place === null || browse === null) return;
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  clearTimeout(patience);
  waiting.textContent = "";
  place.removeAttribute("aria-busy");
  history.replaceState(null, "", text === "" ? "/" : `/?${new URLSearchParams({ q: text })}`);
  if (text === "") {
    entitle(browse.dataset["title"] ?? "");
    place.replaceChildren();
    aloud.textContent = "";
    browse.hidden = false;
    return;
  }
  place.setAttribute("aria-busy", "true");
  patience = setTimeout(() => (waiting.textContent = "Searching…"), PATIENCE_MS);
  const request = { method: "GET", path: `/ui/search?${new URLSearchParams({ q: text })}` };
  const reply = await send(request, undefined, signal);
  // What was typed since is asked for already.
  if (signal.aborted) return;
  clearTimeout(patience);
  waiting.textContent = "";
  place.removeAttribute("aria-busy");
  browse.hidden = true;
  entitle(`Results for "${text}"`);
  const again = (): void => void show(text);
  if (reply.state === "offline") place.replaceChildren(offlineNotice(again));
  else if (reply.isOk) {
    replaceResults(place, partOf(reply.text));
    const isNothing = place.querySelector(".results") === null;
    aloud.textContent = isNothing ? "Found nothing." : `Found ${place.querySelector("p")?.textContent ?? ""}.`;
  } else place.replaceChildren(problemNotice({ problem: problemOf(reply), request, title: "Search", again }));
}

/** As the page of this address is called where it is loaded. */
function entitle(name: string): void {
  document.querySelector("h1")?.replaceChildren(name);
  document.title = document.title.replace(/^.*(?= · )/, () => name);
}

/** Who is among the results with the keyboard stays at the same one, or goes back to the field where it is gone. */
function replaceResults(place: HTMLElement, results: readonly Node[]): void {
  const at = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : undefined;
  place.replaceChildren(...results);
  if (at === undefined) return;
  const same = [...place.querySelectorAll<HTMLElement>(".results a")].find((one) => one.getAttribute("href") === at);
  (same ?? field)?.focus();
}

function partOf(text: string): readonly Node[] {
  return [...new DOMParser().parseFromString(text, "text/html").body.childNodes];
}

/** Arrows go from the field through the links of the results. */
function move(event: KeyboardEvent): void {
  const links = [...document.querySelectorAll<HTMLElement>("#found .results a")];
  const stops = [field, ...links].filter((one) => one !== null);
  const at = stops.findIndex((one) => one === document.activeElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  next.focus();
}
