/** Makes of staged files what is installed: one module, described and tried behind the fence, and its row of the lock. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { readerOf } from "../runtime/schema.ts";
import { fetchDependencies } from "./dependencies.ts";
import { type FileTree, refusal } from "./file-tree.ts";
import { sha256 } from "./integrity.ts";
import type { InstalledVersion } from "./lock-file.ts";
import { readManifest } from "./manifest.ts";
import { onOneLine, quoted } from "./quoted.ts";
import { readRecorded, type RecordedAnswers } from "./recorded.ts";
import { verifySignature } from "./signature.ts";
import { type PackageSource, sourceText } from "./source.ts";
import { type StagingDeps, stage } from "./stage.ts";
import { canonicalJson } from "../runtime/canonical-json.ts";

/** What of the fence an installation needs. */
export interface PackageFence {
  /** One module of all that the file imports within the folder; absolute paths. */
  bundle(file: string, folder: string): Promise<{ readonly code: Uint8Array; readonly faults: readonly string[] }>;
  /** Has it loaded and described. @throws {TypeError} with the reason where it cannot be served. */
  open(code: Uint8Array): Promise<OpenBundle>;
}

export interface OpenBundle extends AsyncDisposable {
  /** What the actor says of itself, as plain JSON. */
  readonly description: unknown;
  /** What is wrong when its examples run, answered by what was recorded and without a network. */
  contractFaults(recorded: RecordedAnswers): Promise<readonly string[]>;
}

export interface BuildDeps extends StagingDeps {
  /** Where packages are staged; what is made in it is gone afterwards. */
  readonly scratch: string;
  readonly fence: PackageFence;
  readonly now: () => number;
}

/** What would be installed. */
export interface BuiltVersion {
  readonly version: InstalledVersion;
  readonly code: Uint8Array;
}

const WHAT = "Cannot use the package";
/** As a host is written in an address: lower case, without port, in ASCII. */
const HOST = String.raw`^(?:\*|[a-z\d](?:[a-z\d-]{0,62})(?:\.[a-z\d][a-z\d-]{0,62})*)$`;

/** The part of a description that an operator agrees to. */
const Reach = Type.Object({
  slug: Type.String({ maxLength: 64, pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$" }),
  version: Type.String({ maxLength: 100 }),
  hosts: Type.Array(Type.String({ maxLength: 253, pattern: HOST }), { maxItems: 50 }),
  usesLlm: Type.Boolean(),
  price: Type.Object({ tier: Type.String({ maxLength: 20 }) }),
  timeoutMs: Type.Integer({ minimum: 1, maximum: 60_000 }),
});
const readReach = readerOf(Reach);

/** @throws {OperatorError} in one line, with nothing left behind. */
export async function build(source: PackageSource, deps: BuildDeps): Promise<BuiltVersion> {
  const { files: all, commit, integrity } = await stage(source, deps);
  const { files, publisher = null, signature = null } = await verifySignature(all);
  const manifest = readManifest(files);
  const { packages, files: installed } = await fetchDependencies(files, manifest, deps);
  const code = await bundled(new Map([...files, ...installed]), manifest.actor, deps);
  await using opened = await openBundle(code, deps.fence);
  const { description } = opened;
  const { slug, version, hosts, usesLlm, price, timeoutMs } = reachOf(description);
  if (version !== manifest.version)
    throw refusal(WHAT, `package.json says version ${manifest.version}, the actor ${quoted(version)}`);
  const recorded = manifest.recorded === undefined ? [] : readRecorded(files, manifest.recorded);
  judgeFaults(await opened.contractFaults(recorded));
  return {
    code,
    version: {
      slug,
      version,
      source: sourceText(source),
      commit,
      integrity,
      bundle_sha256: sha256(code),
      description_sha256: descriptionDigest(description),
      hosts,
      uses_llm: usesLlm,
      tier: price.tier,
      timeout_ms: timeoutMs,
      bundle_bytes: code.length,
      publisher,
      signature,
      licence: onOneLine(manifest.license, 60),
      packages: packages.map(({ name, version: of, license }) => ({ name, version: of, licence: license })),
      installed_at: new Date(deps.now()).toISOString(),
    },
  };
}

/** What a description is locked to, whatever the order of its fields. */
export function descriptionDigest(description: unknown): string {
  return sha256(canonicalJson(description));
}

async function bundled(files: FileTree, actor: string, { scratch, fence }: BuildDeps): Promise<Uint8Array> {
  const staged = await mkdtemp(join(scratch, "stage-"));
  // The bundler names what "index.ts" exports after its folder: by another name each time nothing would be the same twice.
  const folder = join(staged, "package");
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes, { mode: 0o600 });
    }
    const { code, faults } = await fence.bundle(join(folder, actor), folder);
    judgeFaults(faults.map((fault) => withoutPlace(fault, folder)));
    return code;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** A fault in terms of the package: where it was staged is neither here nor there. */
function withoutPlace(fault: string, folder: string): string {
  const [first = "", ...parts] = fault.split(`${folder.replace("/", "")}/`);
  return parts.reduce((text, part) => {
    let end = text.length;
    while (text[end - 1] === "/" || text[end - 1] === ".") end--;
    return text.slice(0, end) + part;
  }, first);
}

function judgeFaults([fault, ...more]: readonly string[]): void {
  if (fault === undefined) return;
  throw refusal(WHAT, `${onOneLine(fault, 300)}${more.length > 0 ? ` (and ${more.length} more)` : ""}`);
}

async function openBundle(code: Uint8Array, fence: PackageFence): Promise<OpenBundle> {
  try {
    return await fence.open(code);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refusal(WHAT, onOneLine(error.message, 300));
  }
}

function reachOf(description: unknown): Static<typeof Reach> {
  const reading = readReach(description);
  if (reading.ok) return reading.value;
  throw refusal(WHAT, `its actor's ${quoted(reading.fault.pointer.slice(1))} ${onOneLine(reading.fault.detail)}`);
}
