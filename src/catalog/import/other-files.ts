/**
 * Descriptions that lie in several files: what a reference leads to in another file becomes a component of the one
 * document. Only files of the folder that was added are read: a description may come from strangers, and what it refers
 * to is published.
 */
import { realpathSync, statSync } from "node:fs";
import { basename, dirname, extname, resolve, sep } from "node:path";
import { isObject, type JsonObject, objectOf } from "../../text/foreign.ts";
import { unescapePointer } from "../../text/pointer.ts";
import { OTHER_FILES } from "../spec/components.ts";
import { pointerOf } from "../spec/path-item.ts";
import { fileText } from "./file-text.ts";

/** More of them are no description by hand. */
const MAX_FILES = 2_000;
const MAPPED = /^[^\s#]*(?:#\/|\.(?:ya?ml|json)$)/i;
const FILE_NAME = /\.(?:ya?ml|json)$/i;

export interface DescriptionFile {
  readonly path: string;
  /** Nothing outside of it is read. */
  readonly folder: string;
  /** Reads the text of another file. */
  readonly parse: (text: string) => JsonObject;
}

/** The files that references in a text lead to, whether or not they are there. */
export function filesReferredTo(text: string, path: string): string[] {
  const references = text.matchAll(/\$ref["']?\s{0,9}:\s{0,9}["']?([^\s"'#{},]{1,500})/g);
  return [...references].flatMap(([, address = ""]) => fileAt(address, path) ?? []);
}

/** @throws {SyntaxError} where another file cannot be read. */
export function withOtherFiles(root: JsonObject, { path, folder, parse }: DescriptionFile): JsonObject {
  const inside = `${realpathSync(folder)}${sep}`;
  const own = realpathSync(path);
  const files = new Map<string, JsonObject>([[own, root]]);
  const names = new Map<string, string>();
  const parts = new Map<string, unknown>();
  const pending: (() => void)[] = [];
  const whole = objectOf(rewritten(root, own));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
  if (parts.size === 0) return root;
  const components = { ...objectOf(whole.components), [OTHER_FILES]: Object.fromEntries(parts) };
  return { ...whole, components };

  function rewritten(value: unknown, file: string): unknown {
    if (Array.isArray(value)) return value.map((one) => rewritten(one, file));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => {
        if (key === "$ref" && typeof one === "string") return [key, moved(one, file)];
        if (key === "mapping") return [key, mapped(one, file)];
        return [key, rewritten(one, file)];
      }),
    );
  }

  /** Of a discriminator: names of schemas, or references to them. */
  function mapped(value: unknown, file: string): unknown {
    if (!isObject(value)) return value;
    const isReference = (one: unknown): one is string => typeof one === "string" && MAPPED.test(one);
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, isReference(one) ? moved(one, file) : rewritten(one, file)]),
    );
  }

  function moved(reference: string, file: string): string {
    const [address = "", ...rest] = reference.split("#");
    const pointer = rest.join("#");
    const target = address === "" ? file : existing(fileAt(address, file));
    if (target === undefined) return reference;
    if (target === own) return `#${pointer}`;
    const key = `${target}#${pointer}`;
    let name = names.get(key);
    if (name === undefined) {
      names.set(key, (name = freeName(pointer.split("/").at(-1) || basename(target, extname(target)))));
      const taken = name;
      parts.set(taken, undefined);
      pending.push(() => void parts.set(taken, rewritten(valueAt(target, pointer), target)));
    }
    return `#/components/${OTHER_FILES}/${name}`;
  }

  function existing(target: string | undefined): string | undefined {
    if (target === undefined || statSync(target, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
    const real = realpathSync(target);
    return real.startsWith(inside) ? real : undefined;
  }

  function freeName(wish: string): string {
    const plain = wish.slice(0, 100).replace(/[^A-Za-z0-9._-]+/g, "_");
    let name = plain;
    for (let count = 2; parts.has(name); count++) name = `${plain}_${count}`;
    return name;
  }

  function valueAt(file: string, pointer: string): unknown {
    let value: unknown = readFile(file);
    const tokens = (pointerOf(`#${pointer}`) ?? "").split("/").slice(1).map(unescapePointer);
    for (const token of tokens) {
      if (Array.isArray(value)) value = value[Number(token)];
      else value = isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined;
    }
    return value ?? {};
  }

  function readFile(file: string): JsonObject {
    let read = files.get(file);
    if (read !== undefined) return read;
    if (files.size > MAX_FILES) throw new SyntaxError(`It refers to more than ${MAX_FILES} files`);
    try {
      read = parse(fileText(file));
    } catch (cause) {
      const reason = cause instanceof SyntaxError ? cause.message : "it cannot be read";
      throw new SyntaxError(`It refers to "${file}": ${reason}`, { cause });
    }
    files.set(file, read);
    return read;
  }
}

/** A reference to an address of the web leads to no file. */
function fileAt(address: string, from: string): string | undefined {
  if (/^[a-z][a-z\d+.-]+:/i.test(address) || address.startsWith("//") || !FILE_NAME.test(address)) return undefined;
  try {
    return resolve(dirname(from), decodeURIComponent(address));
  } catch {
    return undefined;
  }
}
