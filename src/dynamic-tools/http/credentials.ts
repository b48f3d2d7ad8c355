/** A request that is pasted brings its credentials along. They are for the call: no tool keeps them, and no model reads them. */
import { codeRequestIn } from "./code-request.ts";
import { httpieIn } from "./httpie.ts";

const HIDDEN = "…";

const HIDING: readonly (readonly [RegExp, string])[] = [
  [/(\s(?:-[ub] ?|--(?:user|oauth2-bearer|cookie)[ =]))(?:"[^"]{0,500}"|'[^']{0,500}'|[^\s"']{1,500})/g, `$1${HIDDEN}`],
  [
    /((?:authorization|cookie|[\w-]{0,40}(?:key|token|secret|password))["']?\s{0,2}:\s{0,2}["']?)[^"'\n]{1,1000}/gi,
    `$1${HIDDEN}`,
  ],
  [
    /([?&\s"'](?:[\w-]{0,40}[_-])?(?:key|apikey|appid|token|access_token|secret|password|signature)=["']?)[^&\s"']{1,500}/gi,
    `$1${HIDDEN}`,
  ],
  [
    /(\bauth["']?\s{0,2}[=:]\s{0,2})(?:\([^)]{1,300}\)|\[[^\]]{1,300}\]|\{[^}]{1,300}\}|["'][^"']{1,300}["'])/gi,
    `$1${HIDDEN}`,
  ],
  [/(\bauthorization\s{0,2}=\s{0,2}["'])[^"'\n]{1,1000}/gi, `$1${HIDDEN}`],
  [/(\b(?:bearer|basic)\s{1,2})[\w.~+/=-]{8,500}/gi, `$1${HIDDEN}`],
];

/** Whole requests only: who says "set the api key to …" in words means to send it. */
export function withoutCredentials(text: string): string {
  if (!isWrittenOut(text)) return text;
  return HIDING.reduce((left, [pattern, kept]) => left.replace(pattern, kept), text);
}

function isWrittenOut(text: string): boolean {
  const isWritten = /^\s*(?:\$\s)?curl\s|\b(?:GET|POST|PUT|PATCH|DELETE)\s{1,3}(?:https?:\/)?\//.test(text);
  return isWritten || codeRequestIn(text) !== undefined || httpieIn(text) !== undefined;
}
