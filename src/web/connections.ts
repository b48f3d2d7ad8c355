/** `/connections`: what the key of this tab has connected, and how more comes to it. */
import { listOf, objectOf } from "../text/foreign.ts";
import { askFor } from "./parts/ask.ts";
import { addPart } from "./parts/connections/add.ts";
import { cardOf } from "./parts/connections/card.ts";
import { type ConnectionView, viewOf, PATH } from "./parts/connections/model.ts";
import { button, element, link } from "./parts/dom.ts";
import { offerKey, showKeyControl } from "./parts/key-control.ts";
import { currentKey, onKeyChange } from "./parts/key.ts";

const REQUEST = { method: "GET", path: PATH };
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/;

const place = document.querySelector<HTMLElement>("#connections");
const asked = new URLSearchParams(location.search).get("for") ?? "";
const slug = SLUG.test(asked) ? asked : "";
const list = element("div");
const told = element("p", { role: "status" });
const refusal = element("div");
/** As they were told last: what has not changed is left alone, with what was typed into it. */
let shown = "";

showKeyControl();
onKeyChange(begin);
// A credential is given in another tab: whoever comes back sees how it stands.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible" && currentKey() !== "") void load();
});
begin();

function begin(): void {
  shown = "";
  if (currentKey() === "")
    return place?.replaceChildren(
      element("p", {}, "There is no key in this tab. Connections belong to a key."),
      element("p", { class: "row" }, button("Get a free key, or use yours", offerKey, { class: "main" }), ...back()),
    );
  list.replaceChildren(element("p", { class: "soft" }, "Looking…"));
  place?.replaceChildren(
    list,
    told,
    refusal,
    addPart({ slug, connected: (id) => void load(id, "Now give the credential.") }),
  );
  void load();
}

/** Shows them; with `id`, the keyboard goes to that one, which `words` tell of. */
async function load(id = "", words = ""): Promise<void> {
  const key = currentKey();
  const answer = await askFor({
    request: REQUEST,
    title: "Connections",
    place: refusal,
    again: () => void load(id, words),
  });
  // Those of another key are none of this one.
  if (key !== currentKey()) return;
  if (answer === undefined) {
    if (shown === "") list.replaceChildren();
    return;
  }
  if (id === "" && words === "" && answer.text === shown) return;
  shown = answer.text;
  const connections = listOf(objectOf(answer.value)["connections"]).map(viewOf);
  const deps = { changed: (changedId: string, what: string) => void load(changedId, what) };
  list.replaceChildren(
    ...(connections.length === 0
      ? [element("p", {}, "Nothing is connected yet. Find an API below whose calls need a credential.")]
      : [
          element("ul", { class: "cards" }, ...connections.map((one) => cardOf(one, deps, one.id === id ? words : ""))),
        ]),
    ...wayBack(connections),
  );
  if (id === "") told.textContent = words;
  else document.getElementById(`of-${id}`)?.focus();
}

/** To the operation that somebody came from, once what it needs is there. */
function wayBack(connections: readonly ConnectionView[]): Node[] {
  const isThere = connections.some(({ entry, state }) => entry === slug && state === "active");
  return slug === "" ? [] : [element("p", { class: "row" }, isThere && "Connected.", ...back())];
}

function back(): Node[] {
  return slug === "" ? [] : [link("Back to the operation", `/apis/${encodeURIComponent(slug)}`)];
}
