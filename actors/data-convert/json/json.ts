/** Reading JSON as it was written: numbers that would lose a digit, a zero or a sign are kept as text, and it is said. */
import { HubError, invalidInput } from "../../../src/runtime/errors.ts";
import { judgeJson, parseJson } from "../../../src/runtime/json.ts";
import { collectorOfTexts } from "../../../src/text/collector.ts";
import { type RowFields, setField } from "../../_shared/rows/fields.ts";
import { JsonLines, JsonList } from "./list.ts";
import { jsonReason } from "./reason.ts";
import { exactly, type JsonLosses, type JsonScan, scanJson } from "./scan.ts";

/** In characters. What a shorter text holds is built at once. */
const LONG = 64 * 1024;
/** More rows than are let out, each with little in it: building them takes far more memory than their text. */
const MAX_VALUES = 1_500_000;
const MAY_BE_MANY = 2 * MAX_VALUES;

/**
 * The value of a text. Where it is long, the list that it is, and long ones in the object that it is, are `JsonList`s.
 * @throws {HubError} `invalid_input` on "/payload" with line and column, or `too_deep`.
 */
export function readJson(text: string, losses: JsonLosses): unknown {
  if (text.length <= LONG) return readExactJson(text, 1, losses);
  const scan = judged(text, 1, losses);
  const build = builder(scan);
  const { list, members } = scan;
  if (list !== undefined) return new JsonList(text, list, build);
  if (members.size === 0) return build(text);
  const pieces: string[] = [];
  let end = 0;
  for (const span of members.values()) {
    pieces.push(text.slice(end, span.start));
    end = span.end;
  }
  const object = build(pieces.join("") + text.slice(end)) as RowFields; // It has members.
  for (const [name, span] of members) setField(object, name, new JsonList(text, span, build));
  return object;
}

/**
 * The rows of a text of which each line is a value. Blank lines are skipped.
 * @throws {HubError} as `readJson`
 */
export function readJsonLines(text: string, losses: JsonLosses): JsonLines {
  return new JsonLines(text, {
    first: (line, number) => readExactJson(line, number, losses),
    again: (line) => (losses.numbers === 0 ? parseJson(line) : readExactJson(line, 1, { numbers: 0, repeated: 0 })),
  });
}

/** @param firstLine the line of the payload that `text` starts at */
function readExactJson(text: string, firstLine: number, losses: JsonLosses): unknown {
  if (text.length > LONG) return builder(judged(text, firstLine, losses))(text);
  const value = parsed(text, firstLine);
  const scan = scanJson(text, firstLine, losses);
  return scan.inexact === 0 ? value : builder(scan)(text);
}

export function lossWarnings({ numbers, repeated, firstNumber, firstRepeated }: JsonLosses): string[] {
  const warnings: string[] = [];
  if (numbers > 0) {
    warnings.push(
      `Numbers kept as text, which as numbers would lose a digit, a zero or a sign: ${numbers}, first ${firstNumber}.`,
    );
  }
  if (repeated > 0) {
    warnings.push(`Keys repeated within one object: ${repeated}, first ${firstRepeated}. The last value is kept.`);
  }
  return warnings;
}

/** All of a text is read in the same way, whatever parts it is built in. */
function builder({ inexact }: JsonScan): (part: string) => unknown {
  return inexact === 0 ? parseJson : (part) => JSON.parse(exactly(part.replace(/^\ufeff/, "")));
}

/** A long text, looked over before anything is built of it. */
function judged(text: string, firstLine: number, losses: JsonLosses): JsonScan {
  const { values, refusal } = judgeJson(text);
  if (text.length > MAY_BE_MANY && values > MAX_VALUES)
    throw invalidInput("/payload", `holds more than ${MAX_VALUES} values`);
  if (refusal !== undefined) throw placed(refusal, text, firstLine);
  const scan = scanJson(text, firstLine, losses);
  collectorOfTexts()(text.length); // Of its names a copy was made.
  return scan;
}

function parsed(text: string, firstLine: number): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof HubError ? placed(error, text, firstLine) : error;
  }
}

/** The refusal of a text that stands in the payload from this line. */
function placed(refusal: HubError, text: string, firstLine: number): HubError {
  if (refusal.code !== "invalid_json") return refusal;
  // Text nested by the ten thousand has no position; of JSON lines at least the line is known.
  const place = / at line (\d+)(, column (\d+))/.exec(refusal.message);
  const isKnown = place !== null || firstLine > 1;
  const where = isKnown ? ` at line ${firstLine + Number(place?.[1] ?? 1) - 1}${place?.[2] ?? ""}` : "";
  const why = place && jsonReason(text.replace(/^\ufeff/, ""), Number(place[1]), Number(place[3]));
  return invalidInput("/payload", `is not JSON${where}${why ? `: ${why}` : ""}`);
}
