/** Whether a request shows a token of the operator's. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Of a token that the hub was given as its digest. */
const GIVEN_DIGEST = /^sha256:([0-9a-f]{64})$/;

/** As a bearer token (RFC 6750). The hub was given the token or `sha256:` and its digest. How long the comparison takes says nothing of the token. */
export function showsToken(request: Request, token: string): boolean {
  const sent = /^Bearer +(\S.*)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  return sent !== undefined && timingSafeEqual(digest(sent), expected(token));
}

function expected(token: string): Buffer {
  const given = GIVEN_DIGEST.exec(token)?.[1];
  return given === undefined ? digest(token) : Buffer.from(given, "hex");
}

/** Equal in length whatever was sent, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
