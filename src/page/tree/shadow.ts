/**
 * Custom elements whose inside the page declares itself, in `<template shadowrootmode>`: a browser shows it in their
 * stead, and their own children in its slots.
 */
import { element, type Element, fitsInto, type Node } from "./tree.ts";

/** By the name of the slot that they are meant for. */
type Slotted = Map<string, Node[]>;

/** Makes one tree of both. Children for which there is no slot are not shown. */
export function flattenShadows(root: Element): void {
  const visit = (host: Element): void => {
    for (const child of host.children) if (typeof child !== "string") visit(child);
    const shadow = host.children.find((child): child is Element => typeof child !== "string" && isShadow(child));
    if (shadow === undefined) return;
    const light = element("div", new Map());
    light.children = host.children.filter((child) => child !== shadow);
    if (!fitsInto(host, shadow, light)) return;
    fillSlots(shadow, Map.groupBy(light.children, slotOf));
    shadow.tag = "div";
    host.children = [shadow];
  };
  visit(root);
}

function isShadow({ tag, attributes }: Element): boolean {
  return tag === "template" && attributes.has("shadowrootmode");
}

function fillSlots(within: Element, light: Slotted): void {
  for (const [index, child] of within.children.entries()) {
    if (typeof child === "string") continue;
    if (child.tag === "slot") within.children[index] = filled(child, light);
    else fillSlots(child, light);
  }
}

/** The first slot of a name takes all that is meant for it; an empty one shows its own children. */
function filled(slot: Element, light: Slotted): Element {
  const name = slot.attributes.get("name") ?? "";
  const assigned = light.get(name) ?? [];
  light.delete(name);
  const made = element("span", new Map(), slot.parent);
  made.children = assigned.some((each) => typeof each !== "string" || each.trim() !== "") ? assigned : slot.children;
  for (const child of made.children) if (typeof child !== "string") child.parent = made;
  return made;
}

function slotOf(each: Node): string {
  return typeof each === "string" ? "" : (each.attributes.get("slot") ?? "");
}
