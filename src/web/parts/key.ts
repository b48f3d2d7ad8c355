/** The key of whoever looks at the page: kept for this tab alone, and sent in its header and nowhere else. */
import { forget, keep, kept } from "./tab-storage.ts";

const STORED = "hub_key";
const CHANGED = "hub-key";
/** The keys of any hub, wherever somebody has typed one. */
const KEYS = /hub_(?:live|test)_[0-9A-Za-z]{6,}/g;

export function currentKey(): string {
  return kept(STORED) ?? "";
}

/** "" forgets it. */
export function keepKey(key: string): void {
  if (key === "") forget(STORED);
  else keep(STORED, key);
  dispatchEvent(new Event(CHANGED));
}

export function onKeyChange(act: () => void): void {
  addEventListener(CHANGED, () => act());
}

/** As much of a key as may be shown. */
export function shownKey(key: string): string {
  return key.length > 16 ? `${key.slice(0, 9)}…${key.slice(-4)}` : "a key";
}

/** A text without any key that stands in it: what is copied and linked holds none. */
export function withoutKeys(text: string): string {
  const own = currentKey();
  return (own === "" ? text : text.replaceAll(own, "$HUB_KEY")).replace(KEYS, "$HUB_KEY");
}
