/** Which headers an operation may ask of its caller: the others are the hub's to write, or nobody's. */

const TOKEN = /^[\w!#$%&'*+.^`|~-]{1,100}$/;

/**
 * Never a caller's to set, declared or not: what belongs to the connection, frames the message, names the host or the
 * sender, or speaks to this hub. (RFC 9110, section 7.6.1, and RFC 9112.)
 */
const NEVER =
  /^(?:host|connection|keep-alive|te|trailers?|transfer-encoding|upgrade|via|expect|content-length|content-encoding|accept-encoding|user-agent|cookie2?|set-cookie2?|forwarded|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-http-method.*|x-method-override|x-original-.*|x-rewrite-url|proxy-.*|payment-.*|x-payment-.*|sec-.*|http2-settings|alt-used)$/i;

/** Whether a header of this name may leave the hub when the operation declares it. */
export function isSendable(name: string): boolean {
  return TOKEN.test(name) && !NEVER.test(name);
}
