/** "src/main.ts in oven-sh/bun": of two that are written like repositories the one that ends like a file is one. */
import type { Value } from "../value.ts";

/** How files end that no domain ends like. */
export const FILE_TYPES = "txt|pdf|csv|json|xml|docx?|xlsx?|pptx?|png|jpe?g|gif|svg|mp[34]|wav|html?";
const FILE = new RegExp(`^[\\w.-]+\\/[\\w.-]*\\w\\.[a-z]{1,4}$|^[\\w-]+\\.(?:${FILE_TYPES})$`);

export function isFile(text: string): boolean {
  return FILE.test(text);
}

export function withFilePaths(values: readonly Value[]): Value[] {
  const isRepository = ({ kind, text }: Value) => kind === "repository" && !isFile(text);
  if (!values.some(isRepository)) return [...values];
  return values.map((one) => (one.kind === "repository" && isFile(one.text) ? { ...one, kind: "id" } : one));
}
