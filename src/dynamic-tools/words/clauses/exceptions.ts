/** What a wish leaves out: "all servers except 5", "every customer but Ann". */

const SAID =
  "except(?:ing)?|excluding|apart from|aside from|other than|besides|save for|not counting|with the exception of|(?:all|every(?:one|thing|body)?|each)(?:\\s(?!nothing|only)[\\p{L}'’-]{1,30}){0,4}?\\sbut(?! (?:do|don|not|only|please|no)\\b)|" +
  "außer|ausgenommen|bis auf|mit ausnahme|excepto|salvo|menos(?! (?:de|do|que) )|a excepción|con excepción|aparte de|sauf|hormis|excepté|(?:mis )?à part|à l['’]exception|exceto|com exceção|à exceção|tranne|eccetto";
const EXCEPTION = new RegExp(`(?<!\\p{L})(?:${SAID})(?!\\p{L})`, "iu");
/** A list of them may go on to the end of the sentence. */
const BEFORE_EXCEPTED = new RegExp(`(?<!\\p{L})(?:${SAID})(?!\\p{L})[^.;!?]{0,80}$`, "iu");
const OF_EXCEPTIONS = /\b(?:exclu|except|(?<!tax )exempt|ignore|skip|omit|without)/;

export function saysExceptions(text: string): boolean {
  return EXCEPTION.test(text);
}

/** `before` is what was said before a value. */
export function isExcepted(before: string): boolean {
  return BEFORE_EXCEPTED.test(before);
}

/** `name` is a field's, in words. */
export function takesExceptions(name: string): boolean {
  return OF_EXCEPTIONS.test(name);
}
