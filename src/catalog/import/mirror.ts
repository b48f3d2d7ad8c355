/**
 * Descriptions of a directory that are newer than those of the package: a folder of files, each written beside its place
 * and then moved there, so that a refresh that is killed goes on where it was. What was read waits until the catalogue
 * holds it; from then on every build takes it.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { putFile } from "../unfinished.ts";
import { apiOf } from "./source.ts";

/** By which a server tells whether what it has is newer (RFC 9110, section 13.1). */
export const Validators = Type.Object({ etag: Type.Optional(Type.String()), modified: Type.Optional(Type.String()) });
export type Validators = Static<typeof Validators>;

export const MirrorRow = Type.Object({
  provider: Type.String(),
  service: Type.Optional(Type.String()),
  /** Where it was read, and of when the list said it is. */
  url: Type.String(),
  updated: Type.String(),
  validators: Validators,
  /** `same`: as the package has it. `gone`: the list names it no more. */
  kind: Type.Union([Type.Literal("read"), Type.Literal("same"), Type.Literal("gone")]),
});
export type MirrorRow = Static<typeof MirrorRow>;

const StoredList = Type.Object({ url: Type.String(), validators: Validators });

/** `waiting` for the catalogue, or `taken` by it. */
export type Shelf = "waiting" | "taken";

export interface Mirror {
  list(): { readonly url: string; readonly validators: Validators; readonly text: string } | undefined;
  keepList(url: string, validators: Validators, text: string): void;
  /** By `apiOf`. */
  all(shelf: Shelf): ReadonlyMap<string, MirrorRow>;
  keep(api: string, about: MirrorRow, description: Uint8Array): void;
  /** Whether its description can be read. */
  isWhole(shelf: Shelf, api: string): boolean;
  /** Its description, as OpenAPI 3.x in JSON. */
  read(shelf: Shelf, api: string): Uint8Array;
  take(api: string): void;
  drop(api: string): void;
}

/** Beside the catalogue. */
export function mirrorFolder(catalogPath: string): string {
  return join(dirname(catalogPath), "catalog-refresh");
}

export function openMirror(folder: string): Mirror {
  const pathOf = (shelf: Shelf, api: string) => join(folder, shelf, `${nameOf(api)}.zst`);
  return {
    list() {
      const stored = readParts(join(folder, "list.zst"));
      if (stored === undefined || !Value.Check(StoredList, stored.about) || !isWhole(stored)) return undefined;
      return { ...stored.about, text: new TextDecoder().decode(stored.content()) };
    },
    keepList: (url, validators, text) => write(join(folder, "list.zst"), { url, validators }, Buffer.from(text)),
    all(shelf) {
      const own = join(folder, shelf);
      const names = existsSync(own) ? readdirSync(own).filter((name) => name.endsWith(".zst")) : [];
      return new Map(
        names.flatMap((name) => {
          const about = readParts(join(own, name))?.about;
          if (!Value.Check(MirrorRow, about)) return [];
          const api = apiOf(about);
          return `${nameOf(api)}.zst` === name ? [[api, about] as const] : [];
        }),
      );
    },
    keep: (api, about, description) => write(pathOf("waiting", api), about, description),
    isWhole(shelf, api) {
      const stored = readParts(pathOf(shelf, api));
      return stored !== undefined && isWhole(stored);
    },
    read(shelf, api) {
      const stored = readParts(pathOf(shelf, api));
      if (stored === undefined) throw new SyntaxError("its file is not there any more");
      return stored.content();
    },
    take(api) {
      mkdirSync(join(folder, "taken"), { recursive: true, mode: 0o700 });
      renameSync(pathOf("waiting", api), pathOf("taken", api));
    },
    drop: (api) => rmSync(pathOf("waiting", api), { force: true }),
  };
}

/** A name from outside is no name of a file. */
function nameOf(api: string): string {
  return createHash("sha256").update(api).digest("hex").slice(0, 40);
}

const LINE_END = 10;

interface StoredParts {
  readonly about: unknown;
  /** @throws {Error} where it is damaged. */
  readonly content: () => Uint8Array;
}

/** After a loss of power a file may have its first line, and nothing of its content. */
function isWhole({ content }: StoredParts): boolean {
  try {
    content();
    return true;
  } catch {
    return false;
  }
}

/** A line of JSON about it, then the content, compressed. `undefined` where there is no such file, or a broken one. */
function readParts(path: string): StoredParts | undefined {
  if (!existsSync(path)) return undefined;
  const bytes = readFileSync(path);
  const end = bytes.indexOf(LINE_END);
  try {
    return {
      about: JSON.parse(bytes.toString("utf8", 0, end)),
      content: () => zstdDecompressSync(bytes.subarray(end + 1)),
    };
  } catch {
    return undefined; // It is read again, as if it had never been there.
  }
}

function write(path: string, about: object, content: Uint8Array): void {
  putFile(path, Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), zstdCompressSync(content)]));
}
