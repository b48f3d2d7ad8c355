/** Patterns that are not linear, or cannot be judged, and what bounds the text that they meet. */
export interface AllowedPattern {
  /** Where it stands; left out, it is put together from constants. */
  readonly file?: string;
  /** Of the pattern, or of the code that puts it together. */
  readonly part: string;
  readonly reason: string;
}

const UTTERANCE = "the router reads 1,000 characters of an utterance, with single blanks";
const SENTENCE = "an order is looked for in 600 characters of one sentence";
const TOOL = "a tool is described in at most 1,000 characters";
const JUDGED = "judged as what it makes when the file is imported";

/** Of one file. */
function inFile(file: string, reason: string, parts: readonly string[]): AllowedPattern[] {
  return parts.map((part) => ({ file, part, reason }));
}

/** Put together from constants. */
function made(reason: string, parts: readonly string[]): AllowedPattern[] {
  return parts.map((part) => ({ part, reason }));
}

export const ALLOWED: readonly AllowedPattern[] = [
  ...inFile("actors/_shared/marketing/intents.ts", UTTERANCE, ["(?<target>"]),
  ...inFile("actors/_shared/weather/intents.ts", UTTERANCE, ["weather|forecasts?"]),
  ...inFile("actors/_shared/web/intents.ts", UTTERANCE, ["summar\\w+|tl;?dr", "figure out|i want to know"]),
  ...inFile("actors/api-match/intents.ts", UTTERANCE, ["please|can you|could you"]),
  ...inFile("actors/crypto-prices/intents.ts", UTTERANCE, ["new RegExp("]),
  ...inFile("actors/data-convert/intents.ts", UTTERANCE, ["convert\\w*|transform\\w*", "(?:a\\s+|an\\s+|valid\\s+"]),
  ...inFile("actors/intel-brief/intents.ts", UTTERANCE, [
    "(?:competitive|market|business|company)",
    "informe sobre",
    "(?:angle|focus|emphasis)",
    "research|investigat",
    "[:\\u2013\\u2014]",
  ]),
  ...inFile("actors/intel-entity/intents.ts", UTTERANCE, [
    "search(?: for)?|find|check",
    "wikipedia|encyclop",
    "mir (?:etwas )?",
    "\\p{Lu}\\S*",
    "(?:when|where|how)",
    "information|info",
    "(?:what|which)(?:'s",
    "\\bWhat(?:'s",
    "describe|explain|identify",
  ]),
  ...inFile("actors/intent-router/intents.ts", UTTERANCE, [
    "\\b(?:route|dispatch|map",
    "\\b(?:dispatch|route|send",
    "\\b(?:pick|choose|select",
  ]),
  ...inFile("actors/lead-icebreaker/intents.ts", UTTERANCE, ["opening (?:line"]),
  ...inFile("src/utterance/quoted.ts", "a tag ends before the next one begins; 10,000 characters at most", [
    "!doctype",
  ]),
  ...inFile("actors/lead-icebreaker/index.ts", "notes on a person have at most 5,000 characters", ["\\bhttps?:"]),
  ...inFile("actors/data-clean/clean-types.ts", JUDGED, ["new RegExp("]),
  ...inFile("src/llm/dismissals.ts", JUDGED, ["RegExp("]),
  ...inFile("src/catalog/spec/schema.ts", "it is compiled, to see whether it can be, and not tried", ["new RegExp("]),
  ...inFile("src/cli/pay-args.ts", "a header that whoever runs the program has typed", ["[\\t\\x20-\\x7e]"]),
  ...inFile("src/dynamic-tools/fit/beside.ts", TOOL, [
    "at least|minimum",
    "at most|maximum",
    "to|as|at|is|of",
    "rename|call",
    "set|change|update|add",
    "[Ss]et",
  ]),
  ...inFile("src/dynamic-tools/words/services/brands.ts", TOOL, ["{1,30}?", "https?:", "(?<=\\p{Lu}"]),
  ...inFile("src/dynamic-tools/words/services/possible-names.ts", TOOL, ["]*\\s+$", "using|through"]),
  ...inFile("src/dynamic-tools/fit/language.ts", TOOL, ["sprache|idioma"]),
  ...inFile("src/dynamic-tools/words/services/own-things.ts", TOOL, ["mein\\w{0,2}"]),
  ...inFile("src/dynamic-tools/words/time/relative-days.ts", TOOL, ["new RegExp("]),
  ...inFile("src/dynamic-tools/rank/candidate-match.ts", TOOL, ["new RegExp(", "[^\\p{L}\\p{N}]*$"]),
  ...inFile("src/dynamic-tools/fit/kinds/day-score.ts", TOOL, ["until|till|expir"]),
  ...inFile("src/dynamic-tools/words/values/value-patterns.ts", TOOL, [
    "\\w*_\\w*",
    "[\\w.+-]+@",
    "st|nd|rd|th",
    "(-?\\d{1,3}",
    "#(?=",
    "[a-z\\d-]+(?:\\.",
    "[\\p{L} ]{3,20}",
    "(?=[\\w-]*\\d)",
    "(?<![\\w.])-?\\d+",
    "\\w[\\w.-]*(?:\\/",
  ]),
  ...inFile("src/dynamic-tools/words/verbs/operation-effect.ts", "of the name of an entry", [
    "create|add|put",
    "destroy|terminate",
  ]),
  ...inFile("src/feed/date.ts", JUDGED, ["new RegExp("]),
  ...inFile("src/feed/doctype.ts", "of a document type 16,384 characters are read", ["<!--"]),
  ...inFile("src/routes/http/mount.ts", "from the paths of the hub's own routes", ["new RegExp("]),
  ...inFile("src/llm/prompt-injection.ts", SENTENCE, [
    "ignorier\\w*",
    "reveal|show|leak",
    "^\\W{0,6}(?:system",
    "<\\/?\\s*(?:system",
    "set|change|make",
    "[013457]",
  ]),
  ...inFile("src/loader/bun-resolve.ts", "the operator's own files", ["from|import", "new RegExp("]),
  ...inFile("src/loader/closure.ts", "the operator's own files", ["from|import|require"]),
  ...inFile("src/loader/leftovers.ts", "the operator's own files", ["new RegExp("]),
  ...inFile("src/text/charset.ts", "a tag of at most 1,000 characters", ["content\\s{0,9}"]),
  ...inFile("src/page/tree/style.ts", "one property's name in the place of another", ["new RegExp("]),
  ...inFile("src/page/metadata/title.ts", "a title, with single blanks", ["new RegExp("]),
  ...inFile("src/page/tree/class-names.ts", JUDGED, ["new RegExp("]),
  ...inFile("src/proxy/request/value-faults.ts", "tried only where its repetitions leave 100,000 steps at most", [
    "new RegExp(",
  ]),
  ...inFile("src/runtime/schema-issues.ts", "sentences of the schema library", ["^Expected (.*?) "]),
  ...inFile("src/text/markup.ts", "the name of one of two elements", ["new RegExp("]),
  ...made(UTTERANCE, [
    "periods?\\b",
    "([ns])\\b",
    "\\s*[,;/\\s]\\s*",
    "\\s*,\\s*([-+\\u2212]?",
    "top|last|latest",
    "headlines?|stories",
  ]),
  ...made("a model's answer has at most 64 KB, and addresses end at blanks", ["javascript|vbscript"]),
  ...made(SENTENCE, ["reply|respond|answer", "note|attention|message", "fetch|visit|open"]),
  ...made("a date has at most 100 characters", ["(?<year>"]),
  ...made("a person is named in at most 500 characters", ["mailto:)?("]),
];
