/** Reads the fields of a form into the request that they are for, by the pointers that the page has given them. */
import { isLossy, withNumbers } from "../../text/json-numbers.ts";
import { element } from "./dom.ts";
import { withoutKeys } from "./key.ts";
import { isSecretName, withoutSecrets } from "./secrets.ts";
import { forget, keep, kept } from "./tab-storage.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type FieldValues = Record<string, unknown>;

export interface FormValues {
  readonly value: FieldValues;
  /** The first field whose text is not what it has to be. */
  readonly faulty?: { readonly control: Control; readonly fault: string };
}

function controlsIn(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("[data-at]")];
}

/**
 * What others will see, a link or a snippet, holds no secret and no key; a snippet names in braces what is still to be
 * filled in.
 */
export function valuesOf(form: HTMLFormElement, use: "send" | "link" | "snippet" = "send"): FormValues {
  const isShared = use !== "send";
  const value: FieldValues = {};
  let faulty: FormValues["faulty"];
  for (const control of controlsIn(form)) {
    const { at = "", secret } = control.dataset;
    const isSecret = secret !== undefined || control.getAttribute("type") === "password" || isSecretName(at);
    if (isShared && isSecret) {
      if (use === "snippet" && control.value !== "") put(value, at, `{${at.split("/").at(-1) ?? ""}}`);
      continue;
    }
    const isGap = use === "snippet" && control.dataset["needed"] !== undefined && control.value.trim() === "";
    if (isGap) put(value, at, `{${at.split("/").at(-1) ?? ""}}`);
    const read = valueOf(control);
    if ("fault" in read) faulty ??= { control, fault: read.fault };
    else if (read.value !== undefined) put(value, at, read.value);
  }
  return { value: use === "send" ? value : shared(value, use), ...(faulty && { faulty }) };
}

/** As JSON has them, or nearly. */
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

type Reading = { readonly value: unknown } | { readonly fault: string };

/** What is left empty is left out. A number that a double would change goes as text, which the hub takes for one. */
function valueOf({ value: text, dataset: { kind } }: Control): Reading {
  if (text.trim() === "") return { value: undefined };
  switch (kind) {
    case "number": {
      const written = text.trim();
      if (!NUMBER.test(written)) return { fault: "is no number: write it like 2.5" };
      return { value: isLossy(written) ? written : Number(written) };
    }
    case "boolean":
      return { value: text === "true" };
    case "lines":
      return { value: text.split("\n").filter((line) => line.trim() !== "") };
    case "json":
    case "any":
    case "scalar":
      try {
        const value = withNumbers(text, JSON.parse(text));
        // A version 1.10 is no 1.1.
        const isOther = kind === "any" && typeof value === "number" && String(value) !== text.trim();
        return { value: isOther ? text : value };
      } catch {
        return kind === "json" ? { fault: "is no JSON" } : { value: text };
      }
    default:
      return { value: text };
  }
}

function put(whole: FieldValues, pointer: string, value: unknown): void {
  const names = pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  let at = whole;
  for (const name of names.slice(0, -1)) {
    const inner = Object.hasOwn(at, name) ? at[name] : undefined;
    const next = typeof inner === "object" && inner !== null ? (inner as FieldValues) : {};
    define(at, name, next);
    at = next;
  }
  define(at, names.at(-1) ?? "", value);
}

/** A name may be "__proto__". */
function define(whole: FieldValues, name: string, value: unknown): void {
  Object.defineProperty(whole, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A field may hold a document with secrets of its own. */
function shared(value: FieldValues, use: "link" | "snippet"): FieldValues {
  return JSON.parse(withoutKeys(JSON.stringify(withoutSecrets(value, use)))) as FieldValues; // Of an object one.
}

/** Keeps what was typed for this tab, so that it is there when one comes back; `isKept` elsewhere, it is forgotten here. */
export function keepDraft(form: HTMLFormElement, isKept: boolean): void {
  const name = draftName();
  if (isKept) return forget(name);
  const typed = controlsIn(form)
    .filter(({ dataset }) => dataset["secret"] === undefined)
    .map(({ dataset, value }) => [dataset["at"] ?? "", value]);
  keep(name, JSON.stringify(typed));
}

export function restoreDraft(form: HTMLFormElement): void {
  const draft = kept(draftName());
  if (draft === undefined) return;
  const typed = new Map(JSON.parse(draft) as [string, string][]); // Only this module writes it.
  for (const control of controlsIn(form)) control.value = typed.get(control.dataset["at"] ?? "") ?? control.value;
}

function draftName(): string {
  return `hub_draft ${location.pathname}`;
}

/** Shows what is wrong beside the field that it names, and makes it part of what is read out with that field. */
export function showFaults(form: HTMLFormElement, faults: readonly { pointer: string; detail: string }[]): void {
  for (const control of controlsIn(form)) {
    const at = control.dataset["at"] ?? "";
    const fault = faults.find(({ pointer }) => pointer === at || pointer.startsWith(`${at}/`));
    const id = `${control.id}-fault`;
    const hints = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one !== "" && one !== id);
    if (fault !== undefined) hints.push(id);
    control.setAttribute("aria-describedby", hints.join(" "));
    control.setCustomValidity("");
    if (fault === undefined) control.removeAttribute("aria-invalid");
    else control.setAttribute("aria-invalid", "true");
    const place = control.closest(".field");
    place?.querySelector(".fault")?.remove();
    if (fault === undefined) continue;
    place?.append(element("p", { class: "fault bad", id }, fault.detail));
    unfold(control);
  }
}

/** Opens what a field is folded away in: nobody sees there what is wrong, and the browser cannot lead to it. */
export function unfold(control: Element): void {
  for (let fold = control.closest("details"); fold !== null; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}
