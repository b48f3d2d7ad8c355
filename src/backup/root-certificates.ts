/**
 * Whose word this process takes for a certificate, as a file. PostgreSQL's own tools know nobody by themselves, and only
 * those of version 16 and later can be told to trust whom the system trusts.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates } from "node:tls";

export interface RootCertificates extends Disposable {
  readonly path: string;
}

/** In a folder of its own, until it is disposed of. */
export function writeRootCertificates(): RootCertificates {
  const folder = mkdtempSync(join(tmpdir(), "hub-certificates-"));
  const path = join(folder, "roots.pem");
  writeFileSync(path, getCACertificates("default").join("\n"));
  return { path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
