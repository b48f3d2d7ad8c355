/** The catalogue's file for other hubs of the operator's: which one it is, and its bytes, from the middle where asked. */
import { openAsBlob } from "node:fs";
import { Type } from "@sinclair/typebox";
import { DIGEST, Pointer } from "../../catalog/releases/release.ts";
import { HubError } from "../../runtime/errors.ts";
import type { Mount } from "../http/mount.ts";
import { showsToken } from "../http/operator-token.ts";
import { answerVersioned, withVersion } from "../http/versioned.ts";

export interface CatalogReleaseDeps {
  /** Absent where the catalogue is no file that could be given away. */
  readonly releases?:
    | {
        readonly pointer: () => Pointer | undefined;
        readonly pathOf: (digest: string) => string | undefined;
      }
    | undefined;
  /** What another hub shows; left out, nobody is given anything. */
  readonly shareToken: string | undefined;
}

const FILE_TYPE = "application/vnd.sqlite3";
const IMMUTABLE = "private, max-age=31536000, immutable";
const NAMED = new RegExp(DIGEST);

export function catalogReleaseRoutes({ releases, shareToken }: CatalogReleaseDeps, mount: Mount): void {
  mount(
    {
      id: "get_catalog_release",
      method: "GET",
      path: "/api/v1/catalog/release/",
      tag: "operator",
      summary: "Which version of the catalogue this hub serves, for other hubs of its operator.",
      ok: { description: "The version, by the digest of its file.", schema: Pointer },
      access: "operator",
      isVersioned: true,
    },
    ({ request, set }) => {
      const pointer = sharedWith(request).pointer();
      if (pointer === undefined)
        throw new HubError("overloaded", "The catalogue has no version yet: it is being read.", { retryAfterMs: 1000 });
      return answerVersioned({ request, set }, withVersion(JSON.stringify(pointer)), "application/json");
    },
  );
  mount(
    {
      id: "get_catalog_file",
      method: "GET",
      path: "/api/v1/catalog/release/:digest/",
      tag: "operator",
      summary: "The file of one version of the catalogue, for other hubs of its operator.",
      params: Type.Object({ digest: Type.String({ pattern: DIGEST, description: "SHA-256 of the file." }) }),
      ok: {
        description: "The file.",
        type: FILE_TYPE,
        alsoStatuses: { 206: "The part of it that `Range` names.", 416: "It has no such part." },
      },
      access: "operator",
      isVersioned: true,
      example: { params: { digest: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" } },
    },
    async ({ request, params: { digest = "" } }) => {
      const path = NAMED.test(digest) ? sharedWith(request).pathOf(digest) : undefined;
      if (path === undefined) throw notShared();
      return fileFrom(path, digest, request);
    },
  );

  /** To strangers it is a path like any other that is not served. */
  function sharedWith(request: Request): NonNullable<CatalogReleaseDeps["releases"]> {
    if (releases === undefined || shareToken === undefined || !showsToken(request, shareToken)) throw notShared();
    return releases;
  }
}

async function fileFrom(path: string, digest: string, request: Request): Promise<Response> {
  const etag = `"${digest}"`;
  const headers = { "cache-control": IMMUTABLE, "content-type": FILE_TYPE, "accept-ranges": "bytes", etag };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  // The server sends it from the disk, and the part of it that `Range` names.
  return new Response(await openAsBlob(path), { headers });
}

function notShared(): HubError {
  return new HubError("not_found", "Nothing is served at this path.");
}
