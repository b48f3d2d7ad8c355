/** A small PDF, written by hand: pages of lines, each at a place and of a size, in a font that every reader has. */

export interface PdfLine {
  readonly text: string;
  /** Points from the left and from the bottom of a page of 595 by 842. */
  readonly x?: number;
  readonly y: number;
  readonly size?: number;
}

export interface PdfFacts {
  readonly title?: string;
  readonly author?: string;
  /** As PDF writes it, such as "D:20260302101500+01'00'". */
  readonly created?: string;
}

export function pdf(pages: readonly (readonly PdfLine[])[], { title, author, created }: PdfFacts = {}): Buffer {
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  const catalog = add("<< /Type /Catalog /Pages 2 0 R /Lang (en) >>");
  add(""); // The list of pages, once they are known.
  const font = add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const kids = pages.map((lines) => {
    const drawn = lines
      .map(({ text, x = 72, y, size = 11 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`)
      .join("\n");
    const content = add(`<< /Length ${Buffer.byteLength(drawn, "latin1")} >>\nstream\n${drawn}\nendstream`);
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R ` +
        `/Resources << /Font << /F1 ${font} 0 R >> >> >>`,
    );
  });
  objects[1] = `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} >>`;
  const said = [
    ["Title", title],
    ["Author", author],
    ["CreationDate", created],
  ].filter(([, value]) => value !== undefined);
  const info = add(`<< ${said.map(([name, value]) => `/${name} (${escaped(value ?? "")})`).join(" ")} >>`);

  let file = "%PDF-1.4\n";
  const places = objects.map((body, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>`;
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

function escaped(text: string): string {
  return text.replace(/[\\()]/g, "\\$&").replaceAll("\u2022", "\\225"); // As Windows-1252 has it.
}
