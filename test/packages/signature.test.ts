/** A signature says whose package it is, and of which files. */
import { describe, expect, test } from "bun:test";
import { createTree, type FileTree, PACKAGE_LIMITS } from "../../src/packages/file-tree.ts";
import { generateKey, SIGNATURE_FILE, signFiles, verifySignature } from "../../src/packages/signature.ts";

const { privateKey, publisher } = await generateKey();

function treeOf(files: Readonly<Record<string, string>>): FileTree {
  const builder = createTree("Cannot use the package", PACKAGE_LIMITS);
  for (const [path, text] of Object.entries(files)) builder.add(path, new TextEncoder().encode(text));
  return builder.tree();
}

const FILES = { "index.ts": "export default 1;", "package.json": "{}" };
const signedFiles = async () => ({ ...FILES, [SIGNATURE_FILE]: await signFiles(treeOf(FILES), privateKey) });

test("a signed package names its publisher, and is what the signature lists", async () => {
  const signed = await verifySignature(treeOf({ ...(await signedFiles()), "test/added-by-git.ts": "" }));
  expect(signed.publisher).toBe(publisher);
  expect([...signed.files.keys()]).toEqual(["index.ts", "package.json"]);
});

test("signing twice signs the same files: a signature is not one of them", async () => {
  const once = await signedFiles();
  expect(await signFiles(treeOf(once), privateKey)).toBe(once[SIGNATURE_FILE] ?? "");
});

test("a package without a signature has no publisher", async () => {
  expect(await verifySignature(treeOf(FILES))).toMatchObject({ publisher: undefined });
});

describe("refused is", () => {
  const faultOf = async (files: Record<string, string>) =>
    verifySignature(treeOf(files)).then(
      () => "",
      (error: Error) => error.message,
    );
  const bent = async (change: (file: { files: Record<string, string> }) => unknown) => {
    const files = await signedFiles();
    return { ...files, [SIGNATURE_FILE]: JSON.stringify(change(JSON.parse(files[SIGNATURE_FILE] ?? ""))) };
  };

  test("a file that was altered", async () => {
    expect(await faultOf({ ...(await signedFiles()), "index.ts": "evil" })).toBe(
      `Cannot use the package: "index.ts" is not what was signed.`,
    );
  });

  test("a file that is missing", async () => {
    const { "index.ts": _gone, ...files } = await signedFiles();
    expect(await faultOf(files)).toBe(`Cannot use the package: "index.ts" is signed and missing.`);
  });

  test("a list that was altered", async () => {
    const files = await bent((file) => ({ ...file, files: { "package.json": file.files["package.json"] } }));
    expect(await faultOf(files)).toContain("is not signed by the key it names");
  });

  test("another key's name on it", async () => {
    const other = await generateKey();
    const files = await bent((file) => ({ ...file, publisher: other.publisher }));
    expect(await faultOf(files)).toContain("is not signed by the key it names");
  });

  test.each([
    ["what is not JSON", "{"],
    ["what has another shape", "[]"],
    ["a key that is none", JSON.stringify({ algorithm: "none", publisher: "", files: {}, signature: "" })],
  ])("%s", async (_, text) => {
    expect(await faultOf({ ...FILES, [SIGNATURE_FILE]: text })).toBe(
      `Cannot use the package: ${SIGNATURE_FILE} is no signature.`,
    );
  });

  test("a private key that is none", async () => {
    await expect(signFiles(treeOf(FILES), "hello")).rejects.toThrow("the key is no Ed25519 key in PEM");
  });
});
