/** The reference's forms: each operation can be tried on this hub. What comes back is shown as text, never as markup. */

import { element } from "./parts/dom.ts";
import { type HubRequest, problemOf, send } from "./parts/hub.ts";
import { showKeyControl } from "./parts/key-control.ts";
import { currentKey } from "./parts/key.ts";
import { offlineNotice, problemNotice } from "./parts/notice.ts";
import { resultOf } from "./parts/result.ts";
import { curlOf } from "./parts/snippets.ts";

showKeyControl();
// A form is made when its operation is opened: most never are.
document.addEventListener(
  "toggle",
  ({ target }) => {
    const place =
      target instanceof HTMLDetailsElement && target.open ? target.querySelector<HTMLElement>(".try") : null;
    if (place !== null && place.childElementCount === 0) place.append(formOf(place));
  },
  true,
);
// What stands in a page by itself is there at once.
for (const place of document.querySelectorAll<HTMLElement>(".try"))
  if (place.closest("details") === null) place.append(formOf(place));
openNamed();
addEventListener("hashchange", openNamed);

/** A link to an operation opens it. */
function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

function formOf({ dataset }: HTMLElement): HTMLFormElement {
  const { method = "GET", path = "", params = "{}", query = "{}", body } = dataset;
  const name = `${method} ${path}`;
  const form = document.createElement("form");
  form.className = "fields";
  const fieldsOf = (json: string) =>
    Object.entries(JSON.parse(json) as Record<string, string>).map(
      ([field, value]) => [field, input(field, `${name} ${field}`, value)] as const,
    );
  const inPath = fieldsOf(params);
  const inQuery = fieldsOf(query);
  for (const [, { line }] of [...inPath, ...inQuery]) form.append(line);
  // Without it the path is another one.
  for (const [, { control }] of inPath) control.required = true;
  const text = body === undefined ? undefined : area("Body", `${name} body`, body);
  if (text !== undefined) form.append(text.line);
  const submit = element("button", {}, "Send");
  const outcome = element("div", { class: "outcome" });
  form.append(submit, outcome);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = inPath.reduce(
      (whole, [field, { control }]) => whole.replace(`{${field}}`, encodeURIComponent(control.value)),
      path,
    );
    const search = new URLSearchParams(
      inQuery.filter(([, { control }]) => control.value !== "").map(([field, { control }]) => [field, control.value]),
    );
    const sent = text?.control.value ?? (method === "POST" ? "{}" : undefined);
    void ask({ method, path: search.size > 0 ? `${filled}?${search}` : filled, body: sent });
  });
  return form;

  async function ask(request: HubRequest): Promise<void> {
    const again = (): void => void ask(request);
    submit.disabled = true;
    outcome.setAttribute("aria-busy", "true");
    const reply = await send(request);
    submit.disabled = false;
    outcome.removeAttribute("aria-busy");
    if (reply.state === "offline") outcome.replaceChildren(offlineNotice(again));
    else if (reply.isOk) {
      const { part } = resultOf(reply, () => curlOf({ request, isKeyed: currentKey() !== "" }));
      outcome.replaceChildren(part);
    } else {
      outcome.replaceChildren(problemNotice({ problem: problemOf(reply), request, title: name, again }));
    }
    outcome.querySelector<HTMLElement>("h2")?.focus();
  }
}

function input(name: string, id: string, value: string) {
  const control = document.createElement("input");
  control.value = value;
  return { control, line: labelled(name, id, control) };
}

function area(name: string, id: string, value: string) {
  const control = document.createElement("textarea");
  control.rows = Math.min(12, value.split("\n").length + 1);
  control.value = value;
  control.spellcheck = false;
  return { control, line: labelled(name, id, control) };
}

function labelled(name: string, id: string, control: HTMLElement): HTMLParagraphElement {
  const label = document.createElement("label");
  label.textContent = name;
  label.htmlFor = control.id = id.replace(/[^\w-]+/g, "-");
  const line = document.createElement("p");
  line.append(label, control);
  return line;
}
