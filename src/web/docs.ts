/** The reference's forms: each operation can be tried on this hub. What comes back is shown as text, never as markup. */

const KEY = "hub_key";
const MAX_SHOWN = 100_000;

const keyField = input("X-API-Key", "key-field", sessionStorage.getItem(KEY) ?? "");
keyField.control.autocomplete = "off";
keyField.control.addEventListener("change", () => sessionStorage.setItem(KEY, keyField.control.value));
document.querySelector("#key")?.append(keyField.line);

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
  const text = body === undefined ? undefined : area("Body", `${name} body`, body);
  if (text !== undefined) form.append(text.line);
  const send = document.createElement("button");
  send.textContent = "Send";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const shown = document.createElement("pre");
  shown.tabIndex = 0;
  shown.hidden = true;
  form.append(send, status, shown);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const filled = inPath.reduce(
      (whole, [field, { control }]) => whole.replace(`{${field}}`, encodeURIComponent(control.value)),
      path,
    );
    const search = new URLSearchParams(
      inQuery.filter(([, { control }]) => control.value !== "").map(([field, { control }]) => [field, control.value]),
    );
    const address = search.size > 0 ? `${filled}?${search}` : filled;
    send.disabled = true;
    status.textContent = "Under way…";
    void ask(method, address, text?.control.value)
      .then(({ line, answer, isGood }) => {
        status.textContent = line;
        status.className = isGood ? "good" : "bad";
        shown.textContent = answer;
        shown.hidden = false;
      })
      .catch((error: unknown) => {
        status.textContent = `The hub cannot be reached: ${String(error)}`;
        status.className = "bad";
      })
      .finally(() => {
        send.disabled = false;
      });
  });
  return form;
}

async function ask(method: string, address: string, body: string | undefined) {
  const key = keyField.control.value.trim();
  const started = performance.now();
  const response = await fetch(address, {
    method,
    headers: {
      ...(key !== "" && { "x-api-key": key }),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { body: body ?? "{}" }),
  });
  const text = await response.text();
  const took = Math.round(performance.now() - started);
  const charge = response.headers.get("x-charge-xrp");
  const facts = [`${response.status}`, `${took} ms`, `request ${response.headers.get("x-request-id")}`];
  if (charge !== null) facts.push(`cost ${charge} XRP`);
  return { line: facts.join(" · "), answer: pretty(text), isGood: response.ok };
}

function pretty(text: string): string {
  try {
    return cut(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return cut(text);
  }
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n… ${text.length - MAX_SHOWN} more characters` : text;
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
