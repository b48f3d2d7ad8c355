/** Files that are no pages, and the refusal that names them. */
import { HubError } from "../runtime/errors.ts";

interface Media {
  readonly name: string;
  /** How its media types begin. */
  readonly types: readonly string[];
  /** The bytes that its files begin with, as Latin-1. */
  readonly starts: readonly string[];
}

const MEDIA: readonly Media[] = [
  { name: "a broken PDF document", types: ["application/pdf", "application/x-pdf"], starts: ["%PDF-"] },
  { name: "an image", types: ["image/"], starts: ["\x89PNG", "GIF8", "\xff\xd8\xff"] },
  { name: "a sound file", types: ["audio/"], starts: ["ID3", "OggS"] },
  { name: "a video", types: ["video/"], starts: [] },
  { name: "a font", types: ["font/"], starts: ["wOFF", "wOF2"] },
  {
    name: "an archive or an office document",
    types: ["application/zip", "application/gzip", "application/vnd.openxmlformats", "application/vnd.oasis"],
    starts: ["PK\x03\x04", "\x1f\x8b", "Rar!", "7z\xbc\xaf"],
  },
];

/**
 * The refusal of a body that holds no text. The bytes are believed before the type.
 * @param type its media type in lower case, "" where none is said.
 * @param start its first bytes as Latin-1.
 */
export function noPage(type: string, start: string): HubError {
  const media =
    MEDIA.find(({ starts }) => starts.some((bytes) => start.startsWith(bytes))) ??
    MEDIA.find(({ types }) => types.some((begin) => type.startsWith(begin)));
  const found = media === undefined ? "something that holds no text to read" : `${media.name}, which is not read`;
  return new HubError("upstream_status", `The address leads to ${found}.`, {
    nextActions: ["Use the address of a page, a feed, JSON or plain text."],
  });
}
