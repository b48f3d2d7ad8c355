/** "in Markdown", "via WhatsApp", "by email": how something is said, and not what is. */
const MANNER = /(?<!\p{L})(?:in|as|via|per|by|over|through|als|en|em|par|por)\s$/iu;

/** `before` is what stands before a word. */
export function isOfManner(before: string): boolean {
  return MANNER.test(before.slice(-12));
}
