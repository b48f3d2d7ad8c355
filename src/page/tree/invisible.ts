/** Characters that are there and not seen. They can carry words to a machine that no reader of the page gets. */

/** Controls, soft hyphens, zero-width spaces, marks and overrides of direction, noncharacters, Unicode tags. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** Most text is printable ASCII and Latin letters, and needs no second look. */
const ALL_VISIBLE = /^[\t\n\r\u0020-\u007e\u00a0-\u00ac\u00ae-\u061b]*$/;

export function visible(text: string): string {
  return ALL_VISIBLE.test(text) ? text : text.replace(INVISIBLE, "");
}
