/** Packed packages from the network: from any https address, and from a registry that speaks as npm's does. */
import { type Static, Type } from "@sinclair/typebox";
import type { FetchResult } from "../runtime/actor.ts";
import { HubError, OperatorError } from "../runtime/errors.ts";
import { expectOk, readJson } from "../net/read.ts";
import { refusal } from "./file-tree.ts";
import { integrityOf, verifyIntegrity } from "./integrity.ts";
import { onOneLine, quoted } from "./quoted.ts";

/** A guarded fetch: within limits of size and time, to public addresses and those of `NET_ALLOW`. */
export type DownloadArchive = (url: string) => Promise<FetchResult>;

export interface Archive {
  readonly bytes: Uint8Array;
  readonly integrity: string;
}

const Manifest = Type.Object({
  name: Type.String(),
  version: Type.String({ pattern: String.raw`^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,100})?$` }),
  dist: Type.Object({ tarball: Type.String(), integrity: Type.String() }),
});

/** The archive at an address; without an `integrity` what it is becomes its integrity. @throws {OperatorError} */
export async function downloadArchive(download: DownloadArchive, url: string, integrity?: string): Promise<Archive> {
  const what = `Cannot use ${quoted(url)}`;
  const { bytes } = await fetched(download, url);
  if (integrity !== undefined) verifyIntegrity(what, bytes, integrity);
  return { bytes, integrity: integrity ?? integrityOf(bytes) };
}

/** One version of a package, by its number or its tag. `registry` is an address without a slash at its end. */
export async function downloadFromNpm(
  download: DownloadArchive,
  registry: string,
  { name, tag }: { readonly name: string; readonly tag: string },
): Promise<Archive & { readonly version: string }> {
  const what = `Cannot use npm:${name}@${tag}`;
  const answer = await fetched(download, `${registry}/${name.replace("/", "%2f")}/${encodeURIComponent(tag)}`);
  const manifest = manifestOf(answer, what);
  if (manifest.name !== name) throw refusal(what, `the registry answers with ${quoted(manifest.name)}`);
  const { tarball, integrity } = manifest.dist;
  return { ...(await downloadArchive(download, tarball, integrity)), version: manifest.version };
}

/** Where the archive of a package lies in a registry, as npm makes the address itself. */
export function tarballAddress(registry: string, name: string, version: string): string {
  return `${registry}/${name}/-/${name.replace(/^.*\//, "")}-${version}.tgz`;
}

function manifestOf(answer: FetchResult, what: string): Static<typeof Manifest> {
  try {
    return readJson(answer, Manifest);
  } catch {
    throw refusal(what, "the registry's answer names no version with an integrity");
  }
}

async function fetched(download: DownloadArchive, url: string): Promise<FetchResult> {
  try {
    return expectOk(await download(url));
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw new OperatorError(`Cannot download ${quoted(url)}: ${onOneLine(error.message, 300)}`, { cause: error });
  }
}
