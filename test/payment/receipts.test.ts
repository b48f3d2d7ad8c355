import { describe, expect, test } from "bun:test";
import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { compactVerify, importJWK } from "jose";
import { createReceipts, readReceipt } from "../../src/payment/receipts.ts";

const HUB = "https://hub.example";
const SECRET = "a secret of the tests, long enough";
const sale = {
  method: "GET",
  path: "/api/v1/premium/",
  description: "",
  fingerprint: "f".repeat(64),
  price: 50_000n,
  network: "xrpl:0",
};
const paid = {
  payer: "rPayer",
  network: "xrpl:0",
  transaction: "A".repeat(64),
  price: 50_000n,
  runId: "run-1",
  answer: "{}",
};
const NOW = Date.UTC(2026, 0, 1);
const receipts = createReceipts(SECRET, () => HUB);
const receipt = await receipts.issue(sale, paid, NOW);
const [head = "", body = "", seal = ""] = receipt.split(".");

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString());

describe("receipts", () => {
  test("one for an answer in pieces is the one for the text that they make", async () => {
    const pieces = { [Symbol.iterator]: () => ['{"a":', '"é"}'].values(), [Symbol.dispose]: () => undefined };
    const whole = await receipts.issue(sale, { ...paid, answer: '{"a":"é"}' }, NOW);
    expect(await receipts.issue(sale, { ...paid, answer: pieces }, NOW)).toBe(whole);
  });

  test("one for a long answer is made in turns, so that others have theirs", async () => {
    const answer = JSON.stringify("é".repeat(16 * 1024 * 1024));
    let turns = 0;
    let next = setImmediate(function count() {
      turns++;
      next = setImmediate(count);
    });
    const long = await receipts.issue(sale, { ...paid, answer }, NOW);
    clearImmediate(next);
    expect(decode(long.split(".")[1] ?? "").output_sha256).toBe(createHash("sha256").update(answer).digest("hex"));
    expect(turns).toBeGreaterThan(8);
  });

  test("anybody checks one with the published key alone", async () => {
    const { keys } = await receipts.keys();
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty("d");
    const { payload } = await compactVerify(receipt, await importJWK(keys[0] ?? {}, "EdDSA"));
    expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
      iss: HUB,
      sub: "rPayer",
      resource: `${HUB}/api/v1/premium/`,
      amount_drops: "50000",
      amount_xrp: "0.05",
      jti: "run-1",
      transaction: "A".repeat(64),
    });
  });

  test("one is read with the keys of the hub that issued it, and with no other's", async () => {
    const { keys } = await receipts.keys();
    const { keys: others } = await createReceipts("another secret of the tests, long", () => HUB).keys();
    expect(await readReceipt(receipt, [...others, ...keys])).toMatchObject({ sub: "rPayer", amount_drops: "50000" });
    expect(await readReceipt(receipt, others)).toBeUndefined();
    expect(await readReceipt(`${receipt}x`, keys)).toBeUndefined();
  });

  test("one opens for ten minutes what it was issued for, in every process of the hub", async () => {
    const other = createReceipts(SECRET, () => HUB);
    expect(await other.admits(receipt, sale, NOW)).toBeTrue();
    expect(await other.admits(receipt, sale, NOW + 599_999)).toBeTrue();
    expect(await other.admits(receipt, sale, NOW + 600_000)).toBeFalse();
    // Its clock may be behind by as much as the clocks of a hub's machines may be apart.
    expect(await other.admits(receipt, sale, NOW - 15_000)).toBeTrue();
    expect(await other.admits(receipt, sale, NOW - 15_001)).toBeFalse();
  });

  test("one opens nothing else", async () => {
    expect(await receipts.admits(receipt, { ...sale, path: "/api/v1/premium-feed/" }, NOW)).toBeFalse();
    expect(await receipts.admits(receipt, { ...sale, method: "POST" }, NOW)).toBeFalse();
    expect(await receipts.admits(receipt, { ...sale, network: "xrpl:1" }, NOW)).toBeFalse();
    expect(await receipts.admits(receipt, { ...sale, fingerprint: "e".repeat(64) }, NOW)).toBeFalse();
    expect(await createReceipts(SECRET, () => "https://other.example").admits(receipt, sale, NOW)).toBeFalse();
    expect(await createReceipts("another secret of the tests, long", () => HUB).admits(receipt, sale, NOW)).toBeFalse();
  });

  test.each([
    ["a word", () => "true"],
    ["a hash", () => "A".repeat(64)],
    ["nothing", () => ""],
    ["no algorithm", () => `${encode({ ...decode(head), alg: "none" })}.${body}.`],
    ["another key id", () => `${encode({ ...decode(head), kid: "other" })}.${body}.${seal}`],
    ["another price", () => `${head}.${encode({ ...decode(body), amount_drops: "1" })}.${seal}`],
    ["no signature", () => `${head}.${body}.`],
    ["a part more", () => `${receipt}.x`],
    ["64 KiB", () => `${receipt}${"A".repeat(65_536)}`],
    ["another's signature", () => signedBy(generateKeyPairSync("ed25519").privateKey)],
  ])("counts %s as none", async (_, forged) => {
    expect(await receipts.admits(forged(), sale, NOW)).toBeFalse();
  });

  test("counts the public key used as a shared secret as none", async () => {
    const { keys } = await receipts.keys();
    const forgedHead = encode({ ...decode(head), alg: "HS256" });
    const mac = createHmac("sha256", Buffer.from(keys[0]?.x ?? "", "base64url")).update(`${forgedHead}.${body}`);
    expect(await receipts.admits(`${forgedHead}.${body}.${mac.digest("base64url")}`, sale, NOW)).toBeFalse();
  });

  test("counts one with any letter of its signature changed as none", async () => {
    for (let at = 0; at < seal.length; at++) {
      const forged = seal.slice(0, at) + (seal[at] === "A" ? "B" : "A") + seal.slice(at + 1);
      expect(await receipts.admits(`${head}.${body}.${forged}`, sale, NOW)).toBeFalse();
    }
  });

  test("counts one whose last letter says the same bytes in another spelling as none", async () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = letters.indexOf(seal.at(-1) ?? "");
    // 86 letters hold 4 bits more than the 64 bytes of a signature.
    for (const unused of [1, 2, 4, 8])
      expect(await receipts.admits(receipt.slice(0, -1) + letters[last ^ unused], sale, NOW)).toBeFalse();
  });
});

function signedBy(key: Parameters<typeof sign>[2]): string {
  return `${head}.${body}.${sign(null, Buffer.from(`${head}.${body}`), key).toString("base64url")}`;
}
