/** Where a package comes from, as it is written on the command line and in the lock file. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { OperatorError } from "../runtime/errors.ts";
import { quoted } from "./quoted.ts";

export type PackageSource =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "git"; readonly url: string; readonly ref: string }
  | { readonly kind: "npm"; readonly name: string; readonly tag: string }
  | { readonly kind: "url"; readonly url: string; readonly integrity: string | undefined };

export const SOURCE_FORMS =
  "a folder, a .tgz file, git+https://host/name.git#tag, npm:name@version or https://host/name.tgz";

const NPM_NAME = /^(?:@[a-z\d][\w.~-]{0,80}\/)?[a-z\d][\w.~-]{0,100}$/;
const NPM_TAG = /^[a-z\d][\w.+-]{0,100}$/i;
const GIT = /^git\+(?:https|http|ssh|file):\/\/[^\s#]{1,1000}$/;
const PLAIN_GIT = /^(?:https|http|ssh|file):\/\/[^\s#]{1,1000}\.git$/;
const SSH = /^[\w.-]{1,64}@[\w.-]{1,253}:[^\s#]{1,1000}$/;
const REF = /^(?!-)[\w./+@-]{1,200}$/;

/** @throws {OperatorError} for what is none of the forms. */
export function readSource(text: string): PackageSource {
  const [address = "", fragment] = splitOnce(text, "#");
  if (text.startsWith("npm:")) return npmSource(text);
  if (GIT.test(address) || PLAIN_GIT.test(address) || SSH.test(address)) {
    const ref = fragment ?? "HEAD";
    if (!REF.test(ref) || ref.includes(".."))
      throw new OperatorError(`Cannot use ${quoted(ref)}: it names no commit, branch or tag.`);
    return { kind: "git", url: address.replace(/^git\+/, ""), ref };
  }
  if (/^https?:\/\//i.test(text)) return { kind: "url", url: address, integrity: fragment };
  if (/^[a-z][a-z\d+.-]{1,20}:/i.test(text))
    throw new OperatorError(`Cannot use ${quoted(text)}: it is none of ${SOURCE_FORMS}.`);
  const path = resolve(text);
  if (!existsSync(path))
    throw new OperatorError(
      `Cannot use ${quoted(text)}: there is no such folder or file. A source is ${SOURCE_FORMS}.`,
    );
  return { kind: /\.(?:tgz|tar\.gz)$/.test(path) ? "file" : "folder", path };
}

/** As `readSource` reads it again, in another working directory, too. */
export function sourceText(source: PackageSource): string {
  switch (source.kind) {
    case "folder":
    case "file":
      return source.path;
    case "git":
      return `git+${source.url}`.replace(/^git\+(?!\w+:\/\/)/, "") + (source.ref === "HEAD" ? "" : `#${source.ref}`);
    case "npm":
      return `npm:${source.name}${source.tag === "latest" ? "" : `@${source.tag}`}`;
    case "url":
      return source.url + (source.integrity === undefined ? "" : `#${source.integrity}`);
  }
}

function npmSource(text: string): PackageSource {
  const spec = text.slice("npm:".length);
  const at = spec.indexOf("@", 1);
  const name = at === -1 ? spec : spec.slice(0, at);
  const tag = at === -1 ? "latest" : spec.slice(at + 1);
  if (!NPM_NAME.test(name)) throw new OperatorError(`Cannot use ${quoted(text)}: it names no npm package.`);
  if (!NPM_TAG.test(tag))
    throw new OperatorError(`Cannot use ${quoted(text)}: name one version or tag, not a range of them.`);
  return { kind: "npm", name, tag };
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}
