/** The control in the head of every page: use a key, get a free one, forget it. */
import { objectOf, textOf } from "../../text/foreign.ts";
import { button, copyButton, element, field, link } from "./dom.ts";
import { problemOf, send } from "./hub.ts";
import { currentKey, keepKey, onKeyChange, shownKey } from "./key.ts";

const KEY_FORM = /^hub_(?:live|test)_[0-9A-Za-z]{38}$/;

/** Puts the control into the head of the page. */
export function showKeyControl(): void {
  const label = element("summary");
  const panel = element("div", { class: "panel" });
  const control = element("details", { class: "key" }, label, panel);
  document.querySelector("#key")?.replaceChildren(control);
  show();
  onKeyChange(show);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !control.open) return;
    // What the page does otherwise with this key is not meant.
    event.stopImmediatePropagation();
    control.open = false;
    label.focus();
  });
  // Before the click, which may be what opens it.
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !control.contains(target)) control.open = false;
  });

  /** @param fresh the key, where it was made just now: it can be copied; one that was pasted its owner has */
  function show(fresh = ""): void {
    const key = currentKey();
    label.textContent = key === "" ? "Key: none" : `Key: ${shownKey(key)}`;
    if (key === "")
      panel.replaceChildren(
        freeForm(useFresh),
        pasteForm(() => label.focus()),
      );
    else panel.replaceChildren(...keyFacts(key, key === fresh, () => label.focus()));
  }

  function useFresh(key: string): void {
    keepKey(key);
    show(key);
    panel.querySelector("button")?.focus();
  }
}

/** Opens the control where a free key is to be had. */
export function offerKey(): void {
  const control = document.querySelector<HTMLDetailsElement>("#key details");
  if (control === null) return;
  control.open = true;
  control.scrollIntoView({ block: "nearest" });
  control.querySelector<HTMLElement>("input[type=email], button")?.focus();
}

function keyFacts(key: string, isFresh: boolean, afterwards: () => void): Node[] {
  return [
    element(
      "p",
      { role: "status" },
      isFresh
        ? "Here is your key. Copy it now: the hub keeps only its hash and never shows it again."
        : "Requests of this tab carry this key. It is forgotten when the tab is closed.",
    ),
    ...(isFresh ? [element("p", {}, element("code", {}, key))] : []),
    element(
      "p",
      { class: "row" },
      copyButton(() => key, "Copy the key"),
      link("Usage", "/usage"),
      link("Top up", "/pay"),
      button("Forget it", () => {
        keepKey("");
        afterwards();
      }),
    ),
  ];
}

function freeForm(use: (key: string) => void): HTMLFormElement {
  const email = field("E-mail", {
    id: "key-owner",
    type: "email",
    required: true,
    autocomplete: "email",
    maxlength: "254",
  });
  const status = element("p", { role: "status" });
  const submit = element("button", { class: "main" }, "Get a free key");
  const note = element("p", { class: "soft" }, "300 calls a day, no card. Nothing is sent to the address.");
  const form = element("form", {}, note, email.line, element("p", {}, submit), status);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void register();
  });
  return form;

  async function register(): Promise<void> {
    submit.disabled = true;
    status.textContent = "";
    const body = JSON.stringify({ email: email.control.value.trim(), tier: "free_testnet" });
    const reply = await send({ method: "POST", path: "/api/v1/agent/register/", body });
    submit.disabled = false;
    if (reply.state === "offline") return tell("The hub cannot be reached. Try again.");
    const key = textOf(objectOf(reply.value)["api_key"]);
    if (reply.isOk && key !== "") {
      use(key);
      return;
    }
    const { detail, waitSeconds, requestId } = problemOf(reply);
    tell(`${detail}${waitSeconds > 0 ? ` Again in ${waitSeconds} s.` : ""} (request ${requestId})`);
  }

  function tell(words: string): void {
    status.className = "bad";
    status.textContent = words;
  }
}

function pasteForm(afterwards: () => void): HTMLFormElement {
  const pasted = field("A key you have", {
    id: "own-key",
    type: "password",
    required: true,
    autocomplete: "off",
    spellcheck: "false",
    maxlength: "200",
  });
  const status = element("p", { role: "status", class: "bad" });
  const form = element("form", {}, pasted.line, element("p", {}, element("button", {}, "Use it")), status);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const key = pasted.control.value.trim();
    if (!KEY_FORM.test(key)) {
      status.textContent = "That is no key of a hub: it begins with hub_live_ or hub_test_ and has 47 characters.";
      return;
    }
    keepKey(key);
    afterwards();
  });
  return form;
}
