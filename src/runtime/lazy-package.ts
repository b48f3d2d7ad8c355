/** Packages that a hub may never need: each is loaded when it is first used, at once and only then. */
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

/** `name` is what `require` finds, so the package must be one that it can load. */
export function lazyPackage<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => (loaded ??= load(name) as Package); // The type argument says what the package exports.
}
