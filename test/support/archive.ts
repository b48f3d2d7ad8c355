/** Archives for tests, with whatever a stranger would put into one. */
import { gzipSync } from "node:zlib";

export interface ArchiveEntry {
  readonly path: string;
  readonly content?: string | Uint8Array;
  /** As tar has it: "0" a file, "1" and "2" links, "3" to "6" devices and folders. */
  readonly type?: string;
  readonly link?: string;
}

/** A tar archive (POSIX.1-1988, ustar). */
export function tarOf(entries: readonly ArchiveEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(1024)]);
}

/** As npm packs it. */
export function tgzOf(entries: readonly ArchiveEntry[]): Buffer {
  return gzipSync(tarOf(entries));
}

/** The files of a package below "package/". */
export function packed(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return tgzOf(Object.entries(files).map(([path, content]) => ({ path: `package/${path}`, content })));
}

function blocksOf({ path, content = "", type = "0", link = "" }: ArchiveEntry): Buffer[] {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(path, 0, 100, "utf8");
  header.write("0000644\0", 100);
  header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write(type, 156);
  header.write(link, 157, 100, "utf8");
  header.write("ustar\u000000", 257, "latin1");
  header.write("        ", 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}
