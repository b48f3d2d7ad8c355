/** What a package says of itself: the few fields of its package.json that count here. */
import { Type } from "@sinclair/typebox";
import { HubError } from "../runtime/errors.ts";
import { parseJson } from "../runtime/json.ts";
import { readerOf } from "../runtime/schema.ts";
import { type FileTree, judgePath, refusal } from "./file-tree.ts";
import { quoted } from "./quoted.ts";

const Manifest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 214 }),
  version: Type.String({ maxLength: 100, pattern: String.raw`^\d+\.\d+\.\d+(?:[-+][\w.+-]{1,80})?$` }),
  license: Type.String({ minLength: 1, maxLength: 100 }),
  dependencies: Type.Optional(Type.Record(Type.String(), Type.String())),
  "agent-api-hub": Type.Object({
    /** The module whose default export is the actor. */
    actor: Type.String(),
    /** What its examples are answered in the contract test, as `test/fixtures` holds it. */
    recorded: Type.Optional(Type.String()),
  }),
});

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: readonly string[];
  /** Paths within the package. */
  readonly actor: string;
  readonly recorded: string | undefined;
}

const WHAT = "Cannot use the package";
const readManifestJson = readerOf(Manifest);

/** @throws {OperatorError} */
export function readManifest(files: FileTree): Manifest {
  const reading = readManifestJson(readJsonFile(files, "package.json"));
  if (!reading.ok)
    throw refusal(WHAT, `in package.json, ${quoted(reading.fault.pointer.slice(1))} ${reading.fault.detail}`);
  const { name, version, license, dependencies = {}, "agent-api-hub": own } = reading.value;
  const actor = pathIn(files, own.actor);
  const recorded = own.recorded === undefined ? undefined : pathIn(files, own.recorded);
  return { name, version, license, dependencies: Object.keys(dependencies), actor, recorded };
}

/** The JSON in a file of the package. @throws {OperatorError} */
export function readJsonFile(files: FileTree, path: string): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw refusal(WHAT, `it has no ${path}`);
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw refusal(WHAT, `${path} is not JSON${error instanceof HubError ? ` (${error.code})` : ""}`);
  }
}

function pathIn(files: FileTree, written: string): string {
  const path = written.replace(/^\.\//, "");
  judgePath(WHAT, path);
  if (!files.has(path)) throw refusal(WHAT, `package.json names ${path}, which is not there`);
  return path;
}
