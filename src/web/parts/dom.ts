/** Elements of a page, made by its script: what is put into them is text, and addresses lead to no script. */

type Child = Node | string | false | undefined;
type Attributes = Readonly<Record<string, string | boolean | undefined>>;

const COPIED_MS = 2_000;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(attribute, "");
    else if (typeof value === "string") made.setAttribute(attribute, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== false));
  return made;
}

export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", act);
  return made;
}

/** Those of a form wait, as the hub has written them, for the script that hears them. */
export function enableButtons(form: HTMLFormElement): void {
  for (const one of form.querySelectorAll("button")) one.disabled = false;
}

/**
 * What a button begins, unless it is under way already. The button keeps the focus, which one that is disabled loses.
 */
export async function once<Result>(button: HTMLElement, act: () => Promise<Result>): Promise<Result | undefined> {
  if (button.getAttribute("aria-disabled") === "true") return undefined;
  button.setAttribute("aria-disabled", "true");
  try {
    return await act();
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

/** A link where the address is one of the web or of this hub; otherwise the text alone. */
export function link(text: string, address: string): HTMLElement {
  if (/^\/(?!\/)/.test(address)) return element("a", { href: address }, text);
  if (!/^https?:\/\//i.test(address)) return element("span", {}, text);
  return element("a", { href: address, rel: "noopener noreferrer nofollow", target: "_blank" }, text);
}

/** Says by its own words whether it has worked: a page that came without TLS may not write to the clipboard. */
export function copyButton(text: () => string, name: string, label?: string): HTMLButtonElement {
  const made = button(name, () => void copy(), { "aria-label": label, class: "small" });
  const region = saidAloud();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return made;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text());
      told("Copied");
    } catch {
      told(copyByHand(text()) ? "Copied" : "Cannot copy");
      made.focus();
    }
  }

  function told(words: string): void {
    made.textContent = region.textContent = words;
    clearTimeout(timer);
    timer = setTimeout(() => {
      made.textContent = name;
      region.textContent = "";
    }, COPIED_MS);
  }
}

/** What screen readers say of their own accord; it has to be there before it says anything. */
export function saidAloud(): HTMLElement {
  const there = document.querySelector<HTMLElement>("#said");
  if (there !== null) return there;
  const made = element("p", { id: "said", role: "status", class: "skip" });
  document.querySelector("main")?.append(made);
  return made;
}

function copyByHand(text: string): boolean {
  const field = element("textarea", { readonly: true, class: "skip" });
  field.value = text;
  document.body.append(field);
  field.select();
  // The only way left where there is no clipboard.
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

/** A heading that can be jumped to, by keyboard and by a reader. */
export function heading(text: string): HTMLHeadingElement {
  return element("h2", { tabindex: "-1" }, text);
}

/** A labelled field: the line to show, and its control. */
export function field(
  name: string,
  attributes: Attributes,
): { readonly line: HTMLElement; readonly control: HTMLInputElement } {
  const { id = `field-${name.toLowerCase().replace(/[^a-z0-9]+/g, "-")}` } = attributes;
  const control = element("input", { ...attributes, id });
  return { control, line: element("p", {}, element("label", { for: id }, name), control) };
}
