/**
 * Sentences in foreign text that speak to a language model instead of to a reader. They are left out before the model
 * sees them. This is the second fence, after the rule that the material is data: no list of phrasings is complete.
 */
import { foldLetters } from "../text/fold-letters.ts";
import { FOREIGN_DISMISSALS } from "./dismissals.ts";

export interface FilteredText {
  readonly text: string;
  readonly leftOut: number;
  /** Made-up words of the sentences left out, such as a code that the answer was to contain. */
  readonly marks: readonly string[];
}

const DISMISS = "ignore|disregard|forget|override|bypass|neglect|stop following|do not follow";
const RULES = "instructions?|prompts?|rules?|directions?|guidelines?|directives?|commands?|orders?";
const ANSWER = "reply|respond|answer|output|print|return|write|say|repeat|emit";
const MODEL =
  "ai|a\\.i\\.|llms?|assistants?|chatbots?|language models?|ai (?:models?|agents?|assistants?)|gpt|chatgpt|claude|gemini";
const REACH =
  "fetch|visit|open|load|request|call|curl|retrieve|navigate|browse|go to|download|post|send|submit|query|access";

/** Each is held against one sentence in plain lower-case letters. Sentences about such sentences fall with them. */
const INJECTIONS: readonly RegExp[] = [
  // Away with what was said before, in the languages of most pages.
  RegExp(
    `\\b(?:${DISMISS})\\b.{0,25}\\b(?:all|any|previous|prior|above|preceding|earlier|your|these|system|other|every|the)\\b.{0,30}\\b(?:${RULES})\\b`,
  ),
  RegExp(
    `\\b(?:${DISMISS})\\b.{0,15}\\b(?:everything|anything|all)\\b.{0,30}\\b(?:said|told|given|written|above|before|previous)`,
  ),
  /\b(?:ignorier\w*|vergiss|missachte\w*|ignore[zr]?|oublie\w*|ignora\w*|olvida\w*|dimentica\w*|ignore|esquec\w*|negeer|vergeet)\b.{0,60}\b(?:anweisung|instruktion|instruccion|istruzion|instruc|consigne|instructie)/,
  /(?:忽略|无视|無視|忘记|忘記).{0,20}(?:指令|指示|提示|规则|規則)|(?:игнориру|забуд).{0,40}(?:инструкц|указани)|(?:指示|命令).{0,10}(?:無視|忘れ)/,
  ...FOREIGN_DISMISSALS,
  // What the answer is to be.
  RegExp(
    `(?:^\\W*|[.,:;]\\s|\\b(?:and|then|please|must|should|shall|to|instead)\\s)(?:${ANSWER})\\b.{0,40}\\b(?:only|exactly|verbatim|nothing (?:but|else)|the (?:exact )?(?:word|phrase|string|token|code|following)s?)\\b`,
  ),
  /\b(?:include|insert|append|add|mention|write|put|state)\b.{0,60}\b(?:in|to|into|at the (?:end|start|top|beginning) of) (?:your|the|any|every) (?:answer|summary|output|response|reply|brief|digest)\b/,
  /\byour (?:answer|summary|output|response|reply|brief|digest)\b.{0,30}\b(?:must|should|shall|has to|needs to|will)\b/,
  // Who it is, and what it is to do now.
  /\byou are now\b|\bfrom now on,? you\b|(?:^\W*|\byou (?:must|will|should|shall|can) )act as\b|\bpretend (?:to be|you)\b|\byour (?:new|real|true|only|actual) (?:task|goal|role|job|instructions?|purpose|objective|mission)\b|\bnew (?:system )?instructions?\s*:|\bsystem (?:prompt|override)\b/,
  RegExp(
    `^\\W{0,4}(?:note|attention|message|memo|instructions?|reminder|notice|dear|hey|hello|important:)\\s*(?:to|for|:|,|-)?\\s*(?:all|any|the|every)?\\s*(?:${MODEL})\\b`,
  ),
  RegExp(
    `\\b(?:if|when|since|as|because) you(?:'re| are)? (?:an? |the )?(?:${MODEL}|bot|automated|summari[sz]|reading this as)\\b`,
  ),
  RegExp(
    `\\b(?:${MODEL}|bots?|crawlers?)\\b.{0,15}\\b(?:reading|processing|summari[sz]ing|parsing|viewing|scraping|visiting) (?:this|the)\\b`,
  ),
  /\b(?:reveal|show|leak|disclose|print|repeat|output|expose)\b.{0,30}\b(?:your|system|hidden) (?:\w+ )?(?:prompt|instruction|rule|secret|key|credential|password|configuration)/,
  // Marks of roles, of templates and of tools.
  /^\W{0,6}(?:system|assistant|human|user|developer)\s*(?:\([^)]*\)|message|override|note)?\s*:/,
  /\b(?:system|assistant|developer)\s*:\s*(?:ignore|you|reply|new)\b/,
  /<\/?\s*(?:system|assistant|untrusted|instructions?|prompt|tool_calls?|function_calls?)\b[^>]*>|<\|[^|]{0,40}\|>|\[\/?(?:inst|sys|system|assistant)\]|<<\/?sys>>|#{2,}\s*(?:instruction|response)s?:?\s*$/,
  /\{\s*["'](?:tools?|tool_calls?|function_call|recipient_name|tool_name)["']\s*:/,
  /\b(?:call|invoke|execute|trigger)\b.{0,20}\b(?:proxy_call|the tool|your tools?|tool call|function call)\b/,
  /\b(?:decode|decrypt|rot13|base64|unscramble)\b.{0,40}\b(?:obey|follow|execute|comply|instructions?)\b/,
  RegExp(
    `\\b(?:${REACH})\\b.{0,60}(?:https?:\\/\\/|www\\.|\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b).{0,200}\\b(?:include|insert|append|summar\\w*|response|answer|conversation|finish)\\b`,
  ),
  RegExp(
    `\\bto (?:finish|complete|continue|write|produce) (?:the|your|this) (?:summary|answer|task|brief|response|digest|report)\\b.{0,60}\\b(?:${REACH})\\b`,
  ),
  // What only the hub decides.
  /\b(?:set|change|make|put|update)\b.{0,30}\b(?:price_xrp|charged_xrp|run_id|next_actors?|quality_score|price|charge)\b.{0,20}\b(?:to|=|as)\s*(?:0|zero|free|\d)/,
  /\b(?:pay|payments?|xrp|deposit|transfer|send)\b.{0,60}\br[1-9a-hj-np-z]{24,34}\b/,
];

/** Letters of other scripts that are drawn like the Latin one. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  ɑ: "a",
  α: "a",
  е: "e",
  ε: "e",
  о: "o",
  ο: "o",
  р: "p",
  ρ: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "i",
  ι: "i",
  ӏ: "l",
  ј: "j",
  ѕ: "s",
  һ: "h",
  ԁ: "d",
  ɡ: "g",
  ո: "n",
  τ: "t",
  т: "t",
  к: "k",
  κ: "k",
  м: "m",
  в: "b",
  н: "h",
  ν: "v",
  ѵ: "v",
  ω: "w",
  ѡ: "w",
};

const PIECE_CHARS = 600;
/** No order is longer before it is known to be one. */
const SEAM_CHARS = 250;

/** Leaves out what gives orders to a model. The rest stays as it was written. */
export function withoutInjections(text: string): FilteredText {
  const kept: string[] = [];
  const dropped: string[] = [];
  for (const sentence of sentencesOf(text)) {
    const pieces = piecesOf(sentence);
    const isOut = pieces.map(isInjection);
    for (const [at, piece] of pieces.slice(1).entries())
      // An order that lies across both.
      if (isInjection(pieces[at]!.slice(-SEAM_CHARS) + piece.slice(0, SEAM_CHARS))) isOut[at] = isOut[at + 1] = true;
    for (const [at, piece] of pieces.entries()) (isOut[at] ? dropped : kept).push(piece);
  }
  const rest = kept.join("");
  const marks = dropped.flatMap((sentence) => sentence.match(/[\p{L}\p{N}][\p{L}\p{N}_-]{4,63}/gu) ?? []);
  return {
    text: rest,
    leftOut: dropped.length,
    marks: [...new Set(marks.filter(isMadeUp))].filter((mark) => !rest.includes(mark)),
  };
}

/** As a reader would split it; each sentence with the blanks behind it, so that nothing is lost. */
function sentencesOf(text: string): readonly string[] {
  return (
    text.match(
      /[^\n.!?。！？؟۔।]*(?:[.!?。！？؟۔।](?!\s|$)[^\n.!?。！？؟۔।]*)*(?:[.!?。！？؟۔।]+|\n|$)[\s"'”’)\]]*/gu,
    ) ?? []
  );
}

/** What goes on without an end, as texts of Thai and lists do, falls in pieces and not as a whole. */
function piecesOf(sentence: string): readonly string[] {
  if (sentence.length <= PIECE_CHARS) return [sentence];
  const pieces: string[] = [];
  for (let start = 0; start < sentence.length;) {
    const blank = sentence.lastIndexOf(" ", start + PIECE_CHARS);
    const end = blank > start ? blank + 1 : start + PIECE_CHARS;
    pieces.push(sentence.slice(start, end));
    start = end;
  }
  return pieces;
}

function isInjection(sentence: string): boolean {
  const plain = plainLetters(sentence);
  if (plain.trim() === "") return false;
  const latin = plain.replace(/[^ -~]/gu, (letter) => LOOKALIKES[letter] ?? letter);
  const said = [plain, latin, spelledOut(latin), [...latin].toReversed().join("")];
  return said.some((reading) => INJECTIONS.some((pattern) => pattern.test(reading)));
}

/** Without accents, capitals and typographic letters. */
function plainLetters(text: string): string {
  return foldLetters(text).replace(/[’‘`]/g, "'").replace(/\s+/g, " ");
}

/** "i g n o r e" and "1gn0re" as "ignore". */
function spelledOut(text: string): string {
  const joined = text.replace(/\b(?:[a-z0-9][ .*_-]){3,}[a-z0-9]\b/g, (letters) => letters.replace(/[ .*_-]/g, ""));
  const digits: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };
  return joined.replace(/[a-z]*[013457][a-z013457]*[a-z]/g, (word) =>
    word.replace(/\d/g, (digit) => digits[digit] ?? digit),
  );
}

/** A code rather than a word: letters with digits, or capitals joined by "-" and "_". */
function isMadeUp(word: string): boolean {
  return (
    (/\p{L}/u.test(word) && /\p{N}/u.test(word)) ||
    /^\p{Lu}+(?:[-_][\p{Lu}\p{N}]+)+$/u.test(word) ||
    /^\p{Lu}{5,}$/u.test(word)
  );
}
