/** How long a model's server asks to be left alone: by a header, or only in the body of its refusal. Pure. */
import { MAX_RETRY_AFTER_MS, retryAfterMs } from "../runtime/http/retry-after.ts";

/** As Google's servers say it, in a field of the error. */
const RETRY_DELAY = /"retryDelay"\s*:\s*"(\d{1,6})(?:\.\d{1,9})?s"/;
/** As OpenAI and Groq say it, in a sentence: "20s", "7.66s", "120ms", "6m0s". */
const TRY_AGAIN_IN = /try again in (?:(\d{1,4})m)?(\d{1,6}(?:\.\d{1,9})?)(ms|s)/i;

/** In milliseconds; `undefined` where it says none. `said` is the beginning of the body. */
export function retryAfterIn(headers: Headers, said: string): number | undefined {
  const inMs = headers.get("retry-after-ms") ?? "";
  if (/^\d{1,15}(?:\.\d{1,9})?$/.test(inMs)) return Math.min(Number(inMs), MAX_RETRY_AFTER_MS);
  return retryAfterMs(headers) ?? waitInText(said);
}

/** The same of a text alone. */
export function waitInText(said: string): number | undefined {
  const delay = RETRY_DELAY.exec(said)?.[1];
  if (delay !== undefined) return Math.min(Number(delay) * 1000, MAX_RETRY_AFTER_MS);
  const [found, minutes = "0", count, unit] = TRY_AGAIN_IN.exec(said) ?? [];
  if (found === undefined) return undefined;
  const waitMs = Number(minutes) * 60_000 + Number(count) * (unit === "ms" ? 1 : 1000);
  return Math.min(waitMs, MAX_RETRY_AFTER_MS);
}
