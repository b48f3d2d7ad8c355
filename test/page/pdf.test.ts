/** PDF documents are read as pages are: paragraphs, headings and lists, and what the file says of itself. */
import { describe, expect, test } from "bun:test";
import type { Page } from "../../src/page/fields.ts";
import { readPage } from "../../src/page/page.ts";
import { isTangled } from "../../src/page/pdf-openings.ts";
import { createPool } from "../../src/offload/pool.ts";
import { inline } from "../../src/runtime/offload.ts";
import { asHubError } from "../../src/runtime/errors.ts";
import { pdf, type PdfLine } from "../support/pdf.ts";
import { randomOf } from "../support/random.ts";

const URL_OF_PDF = "https://www.example.org/rye.pdf";

function read(bytes: Uint8Array, offload = inline): Promise<Page> {
  const headers = new Headers({ "content-type": "application/pdf" });
  return readPage({ bytes, url: URL_OF_PDF, status: 200, headers }, { offload });
}

const REPORT: readonly (readonly PdfLine[])[] = [
  [
    { text: "Report 1", y: 820, size: 8 },
    { text: "Rye harvest", y: 770, size: 22 },
    { text: "Combines left the last fields on Tues-", y: 730 },
    { text: "day evening, and the mills have begun.", y: 716 },
    { text: "The spring had been a dry one.", y: 690 },
    { text: "What helped", y: 650, size: 15 },
    { text: "\u2022 rain in May", y: 620 },
    { text: "\u2022 patience", y: 606 },
    { text: "Nobody knows what it will be", y: 560 },
  ],
  [
    { text: "Report 2", y: 820, size: 8 },
    { text: "next year.", y: 770 },
  ],
  [
    { text: "Report 3", y: 820, size: 8 },
    { text: "End of the report.", y: 770 },
  ],
];

describe("a PDF document", () => {
  test("is told as headings, paragraphs and lists, without what each page repeats", async () => {
    const page = await read(
      pdf(REPORT, { title: "The harvest", author: "Ada Field", created: "D:20260302101500+01'00'" }),
    );
    expect(page.markdown).toBe(
      [
        "# Rye harvest",
        "Combines left the last fields on Tuesday evening, and the mills have begun.",
        "The spring had been a dry one.",
        "## What helped",
        "-   rain in May\n-   patience",
        "Nobody knows what it will be next year.",
        "End of the report.",
      ].join("\n\n"),
    );
    expect(page).toMatchObject({
      title: "The harvest",
      author: "Ada Field",
      published: "2026-03-02T09:15:00Z",
      language: "en",
      headings: [
        { level: 1, text: "Rye harvest" },
        { level: 2, text: "What helped" },
      ],
    });
  });

  test("has its first heading for a title where its own is the name of a file", async () => {
    expect((await read(pdf(REPORT, { title: "Microsoft Word - rye_final.doc" }))).title).toBe("Rye harvest");
  });

  test("is named where it holds no text", async () => {
    expect(await read(pdf([[], []]))).toMatchObject({ wall: "pictures", text: "", markdown: "" });
  });

  test("is read for its first pages, and says so", async () => {
    const page = await read(
      pdf(Array.from({ length: 310 }, (_, number) => [{ text: `Leaf ${"x".repeat(number)}`, y: 700 }])),
    );
    expect(page.cut).toBe("Only the first 300 of 310 pages were read.");
  });

  test.each([
    ["broken", Buffer.from("%PDF-1.7 and nothing else")],
    ["cut off", pdf(REPORT).subarray(0, 300)],
  ])("that is %s is refused by name", async (_what, bytes) => {
    const refused = await read(bytes).then(
      () => undefined,
      (error: unknown) => asHubError(error),
    );
    expect(refused).toMatchObject({ code: "upstream_status", retryable: false });
    expect(refused?.message).toContain("PDF");
  });

  test("of which a page is broken is told without that page, and says so", async () => {
    const file = pdf(REPORT).toString("latin1");
    const broken = await read(
      Buffer.from(
        file.replace(/(Kids \[\d+ 0 R )\d+/, (_, before) => `${before}9`),
        "latin1",
      ),
    );
    expect(broken.text).toContain("mills have begun");
    expect(broken.text).not.toContain("next year");
    expect(broken.cut).toBe("1 of 3 pages are broken and were not read.");
  });

  test("whose list of pages leads to itself is refused by name", async () => {
    const file = pdf(REPORT).toString("latin1");
    const endless = Buffer.from(
      file.replace(/Kids \[[^\]]+\]/, (kids) => "Kids [2 0 R]".padEnd(kids.length)),
      "latin1",
    );
    expect(read(endless)).rejects.toMatchObject({ code: "upstream_status" });
  });

  test("with any bytes changed is read or refused, and is no fault of ours", async () => {
    const random = randomOf(11);
    const file = pdf(REPORT, { title: "Rye" });
    for (let round = 0; round < 150; round++) {
      const bytes = Buffer.from(file);
      for (let change = 0; change <= round % 7; change++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const code = await read(bytes).then(
        () => "read",
        (error: unknown) => asHubError(error).code,
      );
      expect([round, ["read", "upstream_status"].includes(code)]).toEqual([round, true]);
    }
  });

  test.each([
    ["lists", "1 0 obj\n[\n"],
    ["lists in dictionaries", "1 0 obj<</A ["],
    ["dictionaries whose end is a value", "1 0 obj\n<</A>>\nendobj\n"],
    ["texts", "1 0 obj\n(\n"],
    ["texts that nobody asks for", "1 0 obj\n5\n(\n"],
    ["texts behind a reference", "1 0 obj\n1 0 R 5 (\n"],
    ["numbers in hexadecimal", "1 0 obj\n<41\n"],
    ["streams", "1 0 obj\n<</Type/XRef>>stream\n"],
    ["comments", "1 0 obj<</A%"],
    ["pictures", "1 0 obj\nBI /A [\n"],
    ["objects below the line they are named in", "1 0 obj 5 5 5 5 5\n[\n"],
    ["trailers", "trailer\n<</A [\nstartxref\n"],
    ["tables", "xref trailer\n<</A [\nstartxref\n"],
  ])("that opens many %s and closes none is refused before it is read", async (_what, part) => {
    // Most of these the library would read, for its table says where all is: it is not asked.
    const bytes = Buffer.concat([pdf(REPORT), Buffer.from(part.repeat(60_000 / part.length))]);
    expect(isTangled(bytes)).toBe(true);
    expect(read(bytes)).rejects.toMatchObject({ code: "upstream_status" });
  });

  test("that was changed a thousand times, or closes some objects nowhere, is read", async () => {
    const file = pdf(REPORT);
    const change = "\n3 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /W [1 (a\\)) <4142>] >>\nendobj\n";
    const loose = "\n90 0 obj\n<< /A [ (\nendobj\n";
    for (const more of [change.repeat(1_000), loose.repeat(5)]) {
      const table = Buffer.from(file.toString("latin1").replace(/startxref\n\d+/, "startxref\n7"), "latin1");
      for (const one of [file, table]) {
        const page = await read(Buffer.concat([one, Buffer.from(more)]));
        expect(page.text).toContain("mills have begun");
      }
    }
  });

  test("has a time that grows with it, so that a few bytes cannot ask for work without end", async () => {
    const times: (number | undefined)[] = [];
    const note: typeof inline = (module, input, handOver, withinMs) => {
      times.push(withinMs);
      return inline(module, input, handOver, withinMs);
    };
    const report = pdf(REPORT, { title: "Rye" });
    for (const padding of [0, 100_000, 1_000_000]) await read(Buffer.concat([report, Buffer.alloc(padding)]), note);
    expect(times).toEqual([0, 100_000, 1_000_000].map((padding) => 3_000 + (report.length + padding) / 100));
  });

  test("is read in a thread, too, one after the other", async () => {
    await using pool = createPool({
      threads: 1,
      waiting: { total: 4, perClient: 4 },
      deadlineMs: 20_000,
      maxGrowthBytes: 1e9,
    });
    const offload = pool.offload(new AbortController().signal, () => ({ name: "test", isStranger: false }));
    for (const _ of [1, 2]) expect((await read(pdf(REPORT), offload)).text).toContain("Tuesday evening");
  });
});
