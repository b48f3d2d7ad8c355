/** Runs what a form describes: its states, its result, its snippets, and a link to exactly this. */
import { button, copyButton, element, enableButtons } from "./dom.ts";
import { keepDraft, restoreDraft, showFaults, unfold, valuesOf } from "./fields.ts";
import { type HubRequest, newName, problemOf, type HubReply, send } from "./hub.ts";
import { currentKey, onKeyChange } from "./key.ts";
import { offlineNotice, problemNotice } from "./notice.ts";
import { resultOf } from "./result.ts";
import { curlOf, type Snippet, snippetsPart } from "./snippets.ts";

/** Words for what is quick would only flicker. */
const PATIENCE_MS = 300;
const MAX_QUERY_CHARS = 6_000;
const DRY_NEEDS_KEY = "A dry run is free with a key, and so is the key.";

export function runForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.run")) equip(form);
}

function equip(form: HTMLFormElement): void {
  const { title = "", path = "", slug = "", tool = "", keyed } = form.dataset;
  const outcome = form.parentElement?.querySelector<HTMLElement>(".outcome");
  const place = form.parentElement?.querySelector<HTMLElement>(".snippets");
  if (!outcome || !place) return;
  const status = element("p", { role: "status", class: "soft" });
  const notices = element("div");
  const results = element("div");
  outcome.append(status, notices, results);
  const isProxy = tool !== "run_actor";
  let isUnderWay = false;

  if (!location.search.includes("input=")) restoreDraft(form);
  const { part, refresh } = snippetsPart(snippet);
  place.replaceChildren(part);
  form
    .querySelector("p.row")
    ?.append(copyButton(linkToThis, "Copy link", "Copy link to this page with these values, without secrets"));
  form.addEventListener("input", refresh);
  form.addEventListener("change", () => {
    const link = linkToThis();
    history.replaceState(null, "", link);
    // What is too long for an address is kept beside it.
    keepDraft(form, link.includes("?"));
  });
  // Told of each field on its way down only.
  form.addEventListener("invalid", ({ target }) => target instanceof Element && unfold(target), true);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { submitter } = event;
    void run(isProxy && !(submitter instanceof HTMLButtonElement && submitter.name === "call"));
  });
  onKeyChange(refresh);
  enableButtons(form);

  async function run(isDry: boolean): Promise<void> {
    if (isUnderWay) return;
    const { value, faulty } = valuesOf(form);
    showFaults(
      form,
      faulty === undefined ? [] : [{ pointer: faulty.control.dataset["at"] ?? "", detail: faulty.fault }],
    );
    if (faulty !== undefined) return faulty.control.focus();
    await ask({ ...requestOf(isDry ? { ...value, dry_run: true } : value), idempotencyKey: newName() }, isDry);
  }

  async function ask(request: HubRequest, isDry: boolean): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    outcome?.setAttribute("aria-busy", "true");
    // What came before stays to be read meanwhile.
    const stopping = new AbortController();
    const stop = button("Stop", () => stopping.abort(), { class: "small" });
    const timer = setTimeout(() => status.replaceChildren("Under way… ", stop), PATIENCE_MS);
    const reply = await send(request, undefined, stopping.signal);
    clearTimeout(timer);
    status.replaceChildren();
    outcome?.removeAttribute("aria-busy");
    isUnderWay = false;
    // Where no answer came, the request may have been done all the same: it is asked for again under its name.
    const again = reply.state === "offline" ? () => ask(request, isDry) : () => run(isDry);
    show(reply, request, isDry, () => void again());
    if (stopping.signal.aborted) notices.querySelector("h2")?.replaceChildren("Stopped");
  }

  function show(reply: HubReply, request: HubRequest, isDry: boolean, again: () => void): void {
    if (reply.state === "answered" && reply.isOk) {
      const { part: shown, title: first } = resultOf(reply, () => curlOf({ request, isKeyed: isKeyed() }));
      notices.replaceChildren();
      results.replaceChildren(shown);
      first.focus();
      return;
    }
    if (reply.state === "offline") notices.replaceChildren(offlineNotice(again));
    else {
      const told = problemOf(reply);
      // Nobody shall pay for what costs nothing.
      const problem = isDry && told.terms !== undefined ? { ...told, terms: undefined, detail: DRY_NEEDS_KEY } : told;
      showFaults(form, problem.faults);
      notices.replaceChildren(problemNotice({ problem, request, title, again }));
    }
    notices.querySelector<HTMLElement>("h2")?.focus();
  }

  function requestOf(value: unknown): HubRequest {
    return { method: "POST", path, body: JSON.stringify(value) };
  }

  function snippet(): Snippet {
    const { value } = valuesOf(form, "snippet");
    const given = isProxy ? { slug, ...value } : { slug, input: value };
    return { request: requestOf(value), isKeyed: isKeyed(), tool: { name: tool, arguments: given } };
  }

  function isKeyed(): boolean {
    return keyed !== undefined || currentKey() !== "";
  }

  /** To the page alone where the values are too long for an address. */
  function linkToThis(): string {
    const values = new URLSearchParams({ input: JSON.stringify(valuesOf(form, "link").value) }).toString();
    const page = location.origin + location.pathname;
    return values.length > MAX_QUERY_CHARS ? page : `${page}?${values}`;
  }
}
