/** The pages for people: results while one types, and forms to try what a page shows. */
import { showKeyControl } from "./parts/key-control.ts";
import { runForms } from "./parts/runner.ts";

showKeyControl();
runForms();

const WAIT_MS = 120;

const field = document.querySelector<HTMLInputElement>("#q");
const place = document.querySelector<HTMLElement>("#found");
const browse = document.querySelector<HTMLElement>("#browse");
let timer: ReturnType<typeof setTimeout> | undefined;
let asked = new AbortController();

field?.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => void show(field.value.trim()), WAIT_MS);
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
  if (event.key === "/" && !isTyping && field !== null) {
    event.preventDefault();
    field.focus();
  }
  if (event.key === "Escape" && field !== null) {
    if (event.target === field) void show((field.value = ""));
    else if (!isTyping) field.focus();
  }
  if (event.key === "ArrowDown" || event.key === "ArrowUp") move(event);
});

/** What was found stays until something else is. The part of the page is the hub's own, and escaped by it. */
async function show(text: string): Promise<void> {
  if (place === null || browse === null) return;
  asked.abort();
  asked = new AbortController();
  history.replaceState(null, "", text === "" ? "/" : `/?${new URLSearchParams({ q: text })}`);
  if (text === "") {
    place.replaceChildren();
    browse.hidden = false;
    return;
  }
  place.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`/ui/search?${new URLSearchParams({ q: text })}`, { signal: asked.signal });
    const answer = await response.text();
    if (response.ok) replaceResults(place, partOf(answer));
    else place.textContent = problemOf(answer, response);
    browse.hidden = true;
  } catch (error) {
    if (!(error instanceof DOMException)) place.textContent = "The hub cannot be reached.";
  } finally {
    place.removeAttribute("aria-busy");
  }
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

function problemOf(text: string, response: Response): string {
  const wait = response.headers.get("retry-after");
  try {
    const { detail, request_id: id } = JSON.parse(text) as { detail?: string; request_id?: string };
    return `${detail ?? response.status}${wait === null ? "" : ` Again in ${wait} s.`} (request ${id ?? "unknown"})`;
  } catch {
    return `The hub answered ${response.status}.`;
  }
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
