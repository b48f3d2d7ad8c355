/** Whether what a flag names is wanted or not, by the words around it: "with", "no", "left out", "too". */

/** Right before a flag's word. */
const DENIAL =
  / (?:not|don t|dont|doesn t|never|nicht|não|nao|no|without|excluding|excl|except|leave out|leaving out|hide|non|un|turn off|switch off|disable|deactivate|ohne|kein\w*|sin|sans|sem|remove|drop|lift)(?: the| any| my| our| its| their)?$/;
/** Right behind it. */
const DENIED =
  /^(?:is |are |to |set to )?(?:disabled|deactivated|off|false|aus|left out|excluded|omitted|not (?:included|needed|wanted))(?: |$)/;

/** `before` and `behind` are the words on both sides. */
export function isDenied(before: string, behind: string): boolean {
  return isDenial(before) || DENIED.test(behind.trimStart());
}

export function isDenial(before: string): boolean {
  return DENIAL.test(before.trimEnd());
}

const WANTS = new Set("with including include incl plus also using only just mit".split(" "));
const DENIES = new Set("without no excluding excl ohne".split(" "));
const ENDS = new Set("too also included only".split(" "));
/** "with the driver and the owner": so many words may stand between the first of two things and its sign. */
const MAX_JOINED = 3;

/** `undefined` where nothing around it says so. */
export function signOf(before: string, behind: string): boolean | undefined {
  const lead = before
    .trim()
    .replace(/(?<= )(?:my|our|your|his|her|its|their)$/, "")
    .trim()
    .split(" ");
  const end = behind
    .trim()
    .replace(/^ones /, "")
    .replace(/^as well(?= |$)/, "too")
    .split(" ");
  if (isDenied(before, behind) || isJoined(lead, DENIES)) return false;
  if (WANTS.has(lead.at(-1) ?? "") || isJoined(lead, WANTS) || ENDS.has(end[0] ?? "") || isShownWith(end)) return true;
  // "in compact form".
  return /^(?:in|as)$/.test(lead.at(-1) ?? "") && OF_MANNER.has(end[0] ?? "") ? true : undefined;
}

const OF_MANNER = new Set("form format mode style view".split(" "));

function isJoined(lead: readonly string[], signs: ReadonlySet<string>): boolean {
  return /^(?:and|or)$/.test(lead.at(-1) ?? "") && lead.slice(-2 - MAX_JOINED, -2).some((word) => signs.has(word));
}

/** "roles and attributes included". */
function isShownWith(end: readonly string[]): boolean {
  return end[0] === "and" && end.slice(2, 2 + MAX_JOINED).some((word) => ENDS.has(word));
}
