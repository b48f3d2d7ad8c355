import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPendingPayments, type PendingPayment } from "../../../src/payment/payer/pending-payments.ts";

const folder = await mkdtemp(join(tmpdir(), "pending-"));
afterAll(() => rm(folder, { recursive: true }));

const payment: PendingPayment = {
  hash: "AB".repeat(32),
  proof: "e30=",
  request: { url: "http://127.0.0.1/", method: "GET", headers: [] },
  network: "xrpl:1",
  ledgerUrls: [],
  payer: "rPayer",
  payTo: "rHub",
  amount_drops: "1",
  firstLedger: 1,
  lastLedger: 2,
};

describe("payments that have no answer yet", () => {
  test("are there whole or not at all, and what a payer left half written stands in nobody's way", async () => {
    const pending = createPendingPayments(folder);
    await pending.save(payment);
    expect(await readdir(folder)).toEqual([`${payment.hash}.json`]);
    // It died before it had sent anything.
    await writeFile(join(folder, `${"CD".repeat(32)}.json.new`), '{"hash":"CD');
    expect(await pending.find("")).toEqual([payment]);
    await pending.drop(payment);
    expect(await pending.find("")).toEqual([]);
  });

  test("are named where they cannot be read", async () => {
    const path = join(folder, `${"EF".repeat(32)}.json`);
    for (const text of ["", "{", "{}"]) {
      await writeFile(path, text);
      await expect(createPendingPayments(folder).find("")).rejects.toThrow(`${path} does not hold a payment.`);
    }
  });
});
