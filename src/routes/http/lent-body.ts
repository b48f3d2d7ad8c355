/**
 * The body of a request that the hub makes for a caller, given as bytes: what is read from a stream of our own stays, with
 * its request, until the engine collects everything.
 */

const BODY = Symbol("body");

type Lent = Request & { [BODY]?: Uint8Array<ArrayBuffer> | undefined };

/** The request itself is made without a body. */
export function lendBody(request: Request, bytes: Uint8Array<ArrayBuffer>): void {
  (request as Lent)[BODY] = bytes;
}

/** Once: they are the reader's then. */
export function takeLentBody(request: Request): Uint8Array<ArrayBuffer> | undefined {
  const bytes = (request as Lent)[BODY];
  if (bytes !== undefined) (request as Lent)[BODY] = undefined;
  return bytes;
}
