/** Whether a wish is about what is to come: a day or a month without a year is the next one then. */
import { LOAN_WORDS } from "../../../catalog/words/loan-words.ts";
import { foldLetters } from "../../../text/fold-letters.ts";

const PLANS = new Set("schedule reschedule plan book reserve remind postpone".split(" "));
/** Nobody looks for a flight that has left. */
const AHEAD = /(?<!\p{L})(?:flights?|hotels?|due|deadline|check-?in|vuelos?|vols?|voos?|fl[üu]ge?)(?!\p{L})/iu;
/** Who makes one of these means a day to come; what is logged or billed has been. */
const MADE = /^(?:add|create|make|put|set|new)$/;
const TO_COME =
  /(?<!\p{L})(?:calendar|events?|meetings?|appointments?|reminders?|webinars?|tasks?|milestones?)(?!\p{L})/iu;

export function isPlanned(text: string): boolean {
  const [verb = ""] = /\p{L}+/u.exec(text.replace(/^\W*please\s/i, "").toLowerCase()) ?? [];
  return (
    AHEAD.test(text) ||
    (MADE.test(verb) && TO_COME.test(text)) ||
    [verb, ...(LOAN_WORDS.meanings.get(foldLetters(verb)) ?? [])].some((one) => PLANS.has(one))
  );
}
