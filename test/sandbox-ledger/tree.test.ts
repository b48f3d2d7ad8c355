import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BadTransaction } from "../../src/sandbox-ledger/chain/blob-reader.ts";
import { sha512Half } from "../../src/sandbox-ledger/ledger/hash.ts";
import { Tree } from "../../src/sandbox-ledger/ledger/tree.ts";
import { createSandbox } from "../../src/sandbox-ledger/sandbox.ts";

/** Keys that meet far down: only two digits, mostly the same. */
const key = fc.array(fc.constantFrom("0", "F"), { maxLength: 5 }).map((digits) => digits.join("").padEnd(64, "0"));

function tree(entries: Iterable<readonly [string, number]>): Tree<number> {
  let grown = Tree.empty<number>((name, value) => sha512Half(name, String(value)));
  for (const [name, value] of entries) grown = grown.set(name, value);
  return grown;
}

describe("the hash tree", () => {
  test("depends on what is in it, not on what was done to it", () => {
    const step = fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const kept = new Map<string, number>();
        let grown = tree([]);
        for (const { key: name, value } of steps) {
          if (value === undefined) kept.delete(name);
          else kept.set(name, value);
          grown = value === undefined ? grown.delete(name) : grown.set(name, value);
        }
        const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1));
        expect([...grown.entries()]).toEqual(sorted);
        expect(Buffer.from(grown.hash())).toEqual(Buffer.from(tree(sorted.toReversed()).hash()));
        for (const [name, value] of kept) expect(grown.get(name)).toBe(value);
      }),
    );
  });

  test("leaves the tree it came from as it was", () => {
    const before = tree([["A".repeat(64), 1]]);
    const hash = Buffer.from(before.hash());
    before.set("B".repeat(64), 2).delete("A".repeat(64));
    expect(before.get("A".repeat(64))).toBe(1);
    expect(Buffer.from(before.hash())).toEqual(hash);
  });
});

test("bytes of strangers are refused as bad transactions and nothing else", () => {
  const { chain } = createSandbox({ networkId: 0, clock: { now: Date.now }, random: () => 0 });
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 200 }), (bytes) => {
      const blob = Buffer.concat([Buffer.from("12000024", "hex"), bytes]).toString("hex");
      expect(() => chain.submit(blob)).toThrow(BadTransaction);
    }),
  );
});
