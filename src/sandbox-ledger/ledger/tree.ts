/**
 * The ledger's hash tree (rippled's SHAMap) as a value: a change gives a new tree that shares what is unchanged, so that
 * every closed ledger keeps its own state for the price of what changed in it. Hashes are made when first asked for.
 */
import { prefix, sha512Half } from "./hash.ts";

/** How a leaf of the tree is hashed. */
export type LeafHash<T> = (key: string, value: T) => Uint8Array;

interface Leaf<T> {
  readonly key: string;
  readonly value: T;
  hash?: Uint8Array;
}

interface Inner<T> {
  readonly children: readonly (TreeNode<T> | undefined)[];
  hash?: Uint8Array;
}

type TreeNode<T> = Leaf<T> | Inner<T>;

const INNER = prefix("MIN");
const EMPTY = Buffer.alloc(32);
const NO_CHILDREN: readonly undefined[] = Array.from({ length: 16 }, () => undefined);

export class Tree<T> {
  readonly #root: Inner<T>;
  readonly #leafHash: LeafHash<T>;

  private constructor(root: Inner<T>, leafHash: LeafHash<T>) {
    this.#root = root;
    this.#leafHash = leafHash;
  }

  static empty<T>(leafHash: LeafHash<T>): Tree<T> {
    return new Tree({ children: NO_CHILDREN }, leafHash);
  }

  /** `key` is 64 digits of upper-case hex. */
  get(key: string): T | undefined {
    let node: TreeNode<T> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth++) {
      if (isLeaf(node)) return node.key === key ? node.value : undefined;
      node = node.children[digit(key, depth)];
    }
    return undefined;
  }

  set(key: string, value: T): Tree<T> {
    return new Tree(insert(this.#root, { key, value }, 0), this.#leafHash);
  }

  delete(key: string): Tree<T> {
    const root = remove(this.#root, key, 0);
    const children = root === undefined || isLeaf(root) ? NO_CHILDREN.with(digit(key, 0), undefined) : root.children;
    // The root stays an inner node even over one leaf.
    if (root !== undefined && isLeaf(root)) return Tree.empty(this.#leafHash).#with(root);
    return new Tree({ children }, this.#leafHash);
  }

  /** Everything, in the order of the keys. */
  *entries(): Generator<readonly [key: string, value: T]> {
    yield* walk(this.#root);
  }

  hash(): Uint8Array {
    return this.#hashOf(this.#root);
  }

  #with(leaf: Leaf<T>): Tree<T> {
    return new Tree(insert({ children: NO_CHILDREN }, leaf, 0), this.#leafHash);
  }

  #hashOf(node: TreeNode<T> | undefined): Uint8Array {
    if (node === undefined) return EMPTY;
    if (isLeaf(node)) return (node.hash ??= this.#leafHash(node.key, node.value));
    if (node.hash === undefined) {
      const isEmpty = node.children.every((child) => child === undefined);
      node.hash = isEmpty ? EMPTY : sha512Half(INNER, ...node.children.map((child) => this.#hashOf(child)));
    }
    return node.hash;
  }
}

function isLeaf<T>(node: TreeNode<T>): node is Leaf<T> {
  return "key" in node;
}

function digit(key: string, depth: number): number {
  return Number.parseInt(key.charAt(depth), 16);
}

function insert<T>(inner: Inner<T>, leaf: Leaf<T>, depth: number): Inner<T> {
  const at = digit(leaf.key, depth);
  const child = inner.children[at];
  return { children: inner.children.with(at, child === undefined ? leaf : insertBelow(child, leaf, depth + 1)) };
}

function insertBelow<T>(node: TreeNode<T>, leaf: Leaf<T>, depth: number): TreeNode<T> {
  if (!isLeaf(node)) return insert(node, leaf, depth);
  if (node.key === leaf.key) return leaf;
  return insert(insert({ children: NO_CHILDREN }, node, depth), leaf, depth);
}

/** What is left of a node; an inner node with a single leaf below gives way to that leaf. */
function remove<T>(node: TreeNode<T>, key: string, depth: number): TreeNode<T> | undefined {
  if (isLeaf(node)) return node.key === key ? undefined : node;
  const at = digit(key, depth);
  const child = node.children[at];
  if (child === undefined) return node;
  const children = node.children.with(at, remove(child, key, depth + 1));
  const left = children.filter((one) => one !== undefined);
  const [only] = left;
  if (left.length === 0) return undefined;
  return left.length === 1 && only !== undefined && isLeaf(only) ? only : { children };
}

function* walk<T>(node: TreeNode<T>): Generator<readonly [string, T]> {
  if (isLeaf(node)) yield [node.key, node.value];
  else for (const child of node.children) if (child !== undefined) yield* walk(child);
}
