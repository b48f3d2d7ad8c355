/** "release v1.2.0": a version, where the field for it is called after what marks one. */
const VERSION = /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:-[\w.]+)?$/;
const OF_VERSION = /^(?:tag|version|release)(?: (?:name|number))?$/;

/** `word` is the slot's name, spelled. */
export function isVersionOf(word: string, text: string): boolean {
  return OF_VERSION.test(word) && VERSION.test(text);
}
