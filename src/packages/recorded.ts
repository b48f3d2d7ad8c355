/**
 * What was recorded for the examples of a package: answers of the network and of a language model. It is all that its
 * contract test has to do with the world.
 */
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import type { FetchOptions, FetchResult, Llm } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import { readerOf } from "../runtime/schema.ts";
import { type FileTree, refusal } from "./file-tree.ts";
import { readJsonFile } from "./manifest.ts";
import { quoted } from "./quoted.ts";

const Exchange = Type.Object({
  request: Type.Object({ method: Type.String(), url: Type.String() }),
  response: Type.Object({
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    headers: Type.Record(Type.String(), Type.String()),
    /** A text as it is, anything else as JSON. */
    body: Type.Unknown(),
  }),
});
const Reply = Type.Object({
  /** The name of the prompt. */
  prompt: Type.String(),
  answer: Type.Record(Type.String(), Type.Unknown()),
});
const RecordedFile = Type.Array(Type.Union([Exchange, Reply]));

export type RecordedAnswers = Static<typeof RecordedFile>;
const read = readerOf(RecordedFile);

/** @throws {OperatorError} for a file that holds anything else. */
export function readRecorded(files: FileTree, path: string): RecordedAnswers {
  const reading = read(readJsonFile(files, path));
  if (reading.ok) return reading.value;
  throw refusal("Cannot use the package", `in ${path}, ${quoted(reading.fault.pointer)} ${reading.fault.detail}`);
}

/** Answers with what was recorded for the address, whatever the order of its parameters; with 404 where nothing was. */
export function recordedFetch(recorded: RecordedAnswers): (url: string, options: FetchOptions) => Promise<FetchResult> {
  const answers = new Map(
    recorded.flatMap((one) => ("request" in one ? [[keyOf(one.request.method, one.request.url), one.response]] : [])),
  );
  return async (url, { method = "GET" }) => {
    const { status, headers, body } = answers.get(keyOf(method, url)) ?? NOT_RECORDED;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return { url, status, headers: new Headers(headers), bytes: new TextEncoder().encode(text) };
  };
}

/** Answers each prompt by its name. */
export function recordedModel(recorded: RecordedAnswers): Llm {
  return {
    async ask({ prompt, answer: schema, judge }) {
      const reply = recorded.find((one) => "prompt" in one && one.prompt === prompt.name);
      if (reply === undefined || !("prompt" in reply))
        throw new HubError("llm_unavailable", `No answer is recorded for the prompt ${quoted(prompt.name)}.`);
      const { answer } = reply;
      if (!Value.Check(schema, answer))
        throw new HubError("upstream_invalid", `What is recorded for ${quoted(prompt.name)} does not fit its schema.`);
      const [complaint] = (await judge?.(answer)) ?? [];
      if (complaint !== undefined) throw new HubError("upstream_invalid", complaint);
      return { answer, inputTokens: 0, outputTokens: 0, warnings: [] };
    },
  };
}

const NOT_RECORDED = { status: 404, headers: { "content-type": "application/json" }, body: { error: "not recorded" } };

function keyOf(method: string, address: string): string {
  const url = URL.parse(address);
  url?.searchParams.sort();
  return `${method} ${url?.href ?? address}`;
}
