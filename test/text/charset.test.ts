import { expect, test } from "bun:test";
import fc from "fast-check";
import iconv from "iconv-lite";
import { decodeText } from "../../src/text/charset.ts";

const bytesOf = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Uint8Array.from(part))));
const wide = (text: string, width: number, littleEnd: boolean): Uint8Array => {
  const bytes = new DataView(new ArrayBuffer(text.length * width));
  for (let index = 0; index < text.length; index++) {
    const at = index * width;
    if (width === 2) bytes.setUint16(at, text.charCodeAt(index), littleEnd);
    else bytes.setUint32(at, text.charCodeAt(index), littleEnd);
  }
  return new Uint8Array(bytes.buffer);
};
const XML = "<?xml version='1.0'?><r>ä</r>";

test.each([
  ["UTF-8 when nothing is said", bytesOf([0xc3, 0xa4]), "text/html", undefined, "ä"],
  ["Windows-1252 when it cannot be UTF-8", bytesOf([0xe4, 0x80]), "text/html", undefined, "ä€"],
  ["by the header", bytesOf([0xe4]), 'text/html; Charset="ISO-8859-1"', "html", "ä"],
  ["by the header in single quotes", bytesOf([0xe4]), "text/html; charset='latin1'", "html", "ä"],
  ["without a header", bytesOf([0xc3, 0xa4]), null, "html", "ä"],
  ["by the mark rather than the header", bytesOf([0xef, 0xbb, 0xbf, 0xc3, 0xa4]), "a/b; charset=big5", "html", "ä"],
  ["UTF-16 by its mark, little end first", bytesOf([0xff, 0xfe, 0xe4, 0]), "text/html", "html", "ä"],
  ["UTF-16 by its mark, big end first", bytesOf([0xfe, 0xff, 0, 0xe4]), "text/html", "html", "ä"],
  ["UTF-32 by its mark, little end first", wide("\ufeffä", 4, true), "text/xml", "xml", "ä"],
  ["UTF-32 by its mark, big end first", wide("\ufeffä", 4, false), "text/xml", "xml", "ä"],
  ["UTF-16 of XML without a mark, little end first", wide(XML, 2, true), "text/xml", "xml", XML],
  ["UTF-16 of XML without a mark, big end first", wide(XML, 2, false), "text/xml", "xml", XML],
  ["UTF-32 of XML without a mark", wide(XML, 4, false), "text/xml", "xml", XML],
  ["as far as it can be read", bytesOf([0x61, 0xff]), "text/html; charset=utf-8", undefined, "a\ufffd"],
  ["few letters of UTF-8 that servers call Latin-1", bytesOf("Köln"), "text/xml; charset=ISO-8859-1", "xml", "Köln"],
  [
    "few letters of UTF-8 that a document calls Latin-1",
    bytesOf("<meta charset=latin1>ß"),
    "",
    "html",
    "<meta charset=latin1>ß",
  ],
  [
    "few letters of Latin-1 that servers call UTF-8",
    bytesOf([0x4b, 0xf6, 0x6c, 0x6e]),
    "text/xml; charset=utf-8",
    "xml",
    "Köln",
  ],
  ["Latin-1 that is no UTF-8 as Latin-1", bytesOf([0x4e, 0xc3, 0x4f]), "text/xml; charset=latin1", "xml", "NÃO"],
  ["empty", bytesOf(), "text/html", "html", ""],
] as const)("decodeText() decodes %s", (_how, bytes, contentType, kind, text) => {
  expect(decodeText(bytes, contentType, kind)).toBe(text);
});

test.each([
  ["meta charset", "<meta charset=Shift_JIS>", [0x83, 0x65], "text/html", "html", "テ"],
  [
    "meta after a long script",
    `<script>${"x".repeat(4000)}</script><meta charset=shift_jis>`,
    [0x83, 0x65],
    "",
    "html",
    "テ",
  ],
  [
    "meta content",
    '<meta http-equiv="Content-Type" content="text/html; charset=gb2312">',
    [0xc4, 0xe3],
    "",
    "html",
    "你",
  ],
  [
    "meta with its attributes turned",
    "<meta content='text/html;charset=euc-kr' http-equiv=content-type>",
    [0xb0, 0xa1],
    "",
    "html",
    "가",
  ],
  ["no meta in a comment", "<!-- <meta charset=shift_jis> --><meta charset=koi8-r>", [0xe4], "", "html", "Д"],
  ["no meta in XML", "<?xml version='1.0' encoding='koi8-r'?><meta charset=big5>", [0xe4], "", "xml", "Д"],
  ["the XML declaration of an XHTML page", '<?xml version="1.0" encoding="koi8-r"?>', [0xe4], "", "html", "Д"],
  ["a charset that only old machines speak", "<?xml version='1.0' encoding='cp437'?>", [0x84], "text/xml", "xml", "ä"],
  ["the header before the document", "<meta charset=koi8-r>", [0xe4], "text/html;charset=windows-1251", "html", "д"],
  [
    "the document when the header names nonsense",
    "<meta charset=koi8-r>",
    [0xe4],
    "text/html; charset=none",
    "html",
    "Д",
  ],
  [
    "the document when all bytes contradict the header",
    "<meta charset=koi8-r>",
    [0xe4, 0xe0],
    "text/html; charset=utf-8",
    "html",
    "ДЮ",
  ],
  [
    "the header when few bytes contradict it",
    "<meta charset=koi8-r>ää",
    [0xff],
    "text/html; charset=utf-8",
    "html",
    "ää\ufffd",
  ],
  ["the bytes when they contradict the document", "<meta charset=utf-8>", [0xe4, 0xe0], "text/html", "html", "äà"],
  ["UTF-8 when the document says UTF-16 in single bytes", "<meta charset=utf-16>ä", [], "", "html", "ä"],
  ["no coding that is no charset", "<meta charset=base64>ä", [], "text/html; charset=hex", "html", "ä"],
  ["the bytes when the document names nonsense", "<meta charset=klingon>ä", [], "", "html", "ä"],
] as const)("decodeText() believes %s", (_whom, head, tail, contentType, kind, text) => {
  expect(decodeText(bytesOf(head, [...tail]), contentType, kind)).toEndWith(text);
});

const RUSSIAN = "<p>Погода в Москве хорошая, температура двадцать градусов.</p>";
const JAPANESE = "<p>東京の天気は晴れで、気温は二十度でした。</p>";
const CZECH = "<p>Příliš žluťoučký kůň úpěl ďábelské ódy. Dnes bude v Praze hezky, řekl muž.</p>";

test.each([
  ["UTF-16 without a mark, little end first", RUSSIAN, "utf-16le", "text/html"],
  ["UTF-16 without a mark, big end first, behind a wrong header", RUSSIAN, "utf-16be", "text/html; charset=utf-8"],
  ["UTF-16 of JSON", '{"a":"ä"}', "utf-16le", "application/json"],
  ["UTF-8 that the header calls Latin", RUSSIAN, "utf-8", "text/html; charset=iso-8859-1"],
  ["UTF-8 that the document calls something else", `<meta charset=shift_jis>${JAPANESE}`, "utf-8", "text/html"],
  ["Windows-1251 of which nobody says so", RUSSIAN, "windows-1251", "text/html"],
  ["Windows-1251 that the header calls UTF-8", RUSSIAN, "windows-1251", "text/html; charset=utf-8"],
  ["KOI8-R of which nobody says so", RUSSIAN, "koi8-r", "text/html"],
  ["Shift_JIS of which nobody says so", JAPANESE, "shift_jis", "text/html"],
  ["EUC-JP of which nobody says so", JAPANESE, "euc-jp", null],
  ["GB18030 of which nobody says so", "<p>北京的天气很好，温度是二十度，读者可以阅读。</p>", "gb18030", "text/html"],
  ["EUC-KR of which nobody says so", "<p>서울의 날씨는 맑고 기온은 이십 도입니다.</p>", "euc-kr", "text/html"],
  ["Latin with accents", "<p>L'été dernier, nous étions à la plage près de Nîmes.</p>", "windows-1252", "text/html"],
  ["Latin of the east", CZECH, "windows-1250", "text/html"],
  ["one Latin word", "<p>Caf\u00e9</p>", "windows-1252", "text/html"],
])("decodeText() reads %s", (_what, text, charset, contentType) => {
  expect(decodeText(iconv.encode(text, charset), contentType, "html")).toBe(text);
});

test("decodeText() fails on nothing", () => {
  const label = fc.constantFrom(
    "utf-8",
    "utf-16",
    "utf-32",
    "iso-2022-jp",
    "gb18030",
    "utf-7",
    "",
    "\0",
    "__proto__",
    "internal",
  );
  fc.assert(
    fc.property(fc.uint8Array(), label, fc.constantFrom("html", "xml", undefined), (bytes, name, kind) => {
      const head = `<?xml version="1.0" encoding="${name}"?><meta charset="${name}">`;
      for (const contentType of [null, `text/html; charset=${name}`]) {
        expect(decodeText(bytesOf(head, [...bytes]), contentType, kind)).toBeString();
        expect(decodeText(bytes, contentType, kind)).toBeString();
      }
    }),
  );
});
