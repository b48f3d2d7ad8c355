/** What a run behind the fence is lent: its context, asked for by calls over the pipe and held to limits. */
import type { ActorContext, Logger } from "../runtime/actor.ts";
import { HubError } from "../runtime/errors.ts";
import type { ParseResult } from "../runtime/schema.ts";
import { type ModelQuestion, READ, readUtterance } from "./call-args.ts";
import { foreignObject } from "./foreign-schema.ts";
import { MAX_CALLS } from "./message-limits.ts";
import type { ErrorOfChild, FromChild, WireError } from "./messages.ts";
import { createTurns } from "./turns.ts";

export interface LentValue {
  readonly value?: unknown;
  readonly bytes?: Uint8Array;
}

export interface Lender {
  /** It has done more than read: a repeat would do that twice. */
  readonly hasActed: () => boolean;
  /** @throws {HubError} what the capability throws; {RangeError} for a call that no honest child makes. */
  answer(call: Extract<FromChild, { kind: "call" }>): Promise<LentValue>;
  log(level: string, message: string): void;
  /** The run is over for its child: what still waits for its turn is not done. */
  end(): void;
  /** The error of a run as it may be published; `undefined` for one that only the log is told of. */
  publishable(error: ErrorOfChild): HubError | undefined;
}

const MAX_FETCHES = 50;
/** What they bring is counted once it has come. */
const FETCHES_AT_ONCE = 8;
const MAX_FETCHED_BYTES = 20 * 1024 * 1024;
/** To make the material of one ready takes the hub a while. */
const MAX_QUESTIONS = 50;
const MAX_LOGS = 100;
const MAX_LOG_CHARS = 1_000;
const MAX_MESSAGE_CHARS = 500;
const LEVELS = ["debug", "info", "warn", "error"] as const satisfies readonly (keyof Logger)[];

/** What an actor may say by itself; any other code only where the hub has said it to this very run. */
const OWN_CODES = [
  "invalid_input",
  "not_found",
  "payload_too_large",
  "upstream_failed",
  "upstream_invalid",
  "upstream_status",
  "upstream_timeout",
  "upstream_too_large",
  "upstream_unreachable",
  "url_not_allowed",
] as const;

type Read<Args> = (args: unknown) => ParseResult<Args>;
type LentHandler = (args: readonly unknown[], call: number) => Promise<LentValue>;

export interface LendingOptions {
  /** Whether the actor declares that it asks the language model. */
  readonly llm: boolean;
  /** Has the child judge a model's answer to one of its calls. */
  readonly judge: (call: number, answer: unknown) => Promise<readonly string[]>;
}

export function lendOver(context: ActorContext, { llm, judge }: LendingOptions): Lender {
  const fetchTurns = createTurns({
    atOnce: FETCHES_AT_ONCE,
    most: FETCHES_AT_ONCE,
    slowMs: 0,
    later: () => () => undefined, // However long one takes, it has its place.
  });
  let fetches = 0;
  let fetchedBytes = 0;
  let questions = 0;
  let calls = 0;
  let logs = 0;
  let hasActed = false;
  let isOver = false;
  const said: HubError[] = [];

  const handler =
    <Args>(read: Read<Args>, answer: (args: Args, call: number) => Promise<LentValue>): LentHandler =>
    (args, call) => {
      const found = read(args);
      if (!found.ok) throw new TypeError(`Cannot call it so: ${found.fault.pointer} ${found.fault.detail}`);
      return answer(found.value, call);
    };
  const asked = <Args>(read: Read<Args>, ask: (args: Args) => unknown): LentHandler =>
    handler(read, async (args) => ({ value: await ask(args) }));
  const catalog = context.catalog;
  const handlers: Readonly<Record<string, LentHandler>> = {
    fetch: handler(READ.fetch, ([url, options]) => fetched(url, options as Parameters<ActorContext["fetch"]>[1])),
    llm: handler(READ.llm, ([question], call) => askModel(question, call)),
    "actors.list": asked(READ.nothing, listed),
    "actors.validate": asked(READ.slugAndInput, ([slug, input]) => context.actors.validate(slug, input)),
    "actors.read": asked(READ.slugAndWords, async ([slug, words]) =>
      (await intentsOf(slug))?.read(readUtterance(words)),
    ),
    "actors.otherwise": asked(READ.slugAndWords, async ([slug, words]) =>
      (await intentsOf(slug))?.otherwise?.(readUtterance(words)),
    ),
    "catalog.totals": asked(READ.nothing, async () => (await catalog()).totals()),
    "catalog.categories": asked(READ.nothing, async () => (await catalog()).categories()),
    "catalog.random": asked(READ.nothing, async () => (await catalog()).random()),
    "catalog.category": asked(READ.slug, async ([slug]) => (await catalog()).category(slug)),
    "catalog.entry": asked(READ.slug, async ([slug]) => (await catalog()).entry(slug)),
    "catalog.provider": asked(READ.slug, async ([domain]) => (await catalog()).provider(domain)),
    "catalog.spec": asked(READ.slug, async ([slug]) => (await catalog()).spec(slug)),
    "catalog.access": asked(READ.slug, async ([slug]) => (await catalog()).access(slug)),
    "catalog.classify": asked(READ.words, async ([text]) => (await catalog()).classify(text)),
    "catalog.feed": asked(READ.feed, async ([options]) => (await catalog()).feed(options)),
    "catalog.search": asked(READ.query, async ([query]) => {
      const found = await (
        await catalog()
      ).search(query as Parameters<Awaited<ReturnType<typeof catalog>>["search"]>[0]);
      return { ...found, entriesSaying: [...found.entriesSaying] };
    }),
  };

  return {
    hasActed: () => hasActed,
    async answer({ what, args, call }) {
      const perform = Object.hasOwn(handlers, what) ? handlers[what] : undefined;
      if (perform === undefined || ++calls > MAX_CALLS) throw new RangeError("A call that no honest child makes");
      try {
        return await perform(args, call);
      } catch (error) {
        if (error instanceof HubError) said.push(error);
        throw error;
      }
    },
    log(level, message) {
      if (++logs > MAX_LOGS) return;
      const known = LEVELS.find((each) => each === level) ?? "info";
      context.log[known](oneLine(message, MAX_LOG_CHARS));
      if (logs === MAX_LOGS) context.log.warn(`That was its ${MAX_LOGS}th line: this run says no more.`);
    },
    end: () => void (isOver = true),
    publishable({ code, message, issues }) {
      const own = OWN_CODES.find((each) => each === code);
      const heard = said.findLast((error) => error.code === code);
      if (own === undefined) return heard;
      if (heard !== undefined && heard.message === message) return heard;
      return new HubError(own, oneLine(message, MAX_MESSAGE_CHARS), issues === undefined ? {} : { issues });
    },
  };

  async function fetched(url: string, options: Parameters<ActorContext["fetch"]>[1]): Promise<LentValue> {
    if (++fetches > MAX_FETCHES)
      throw new HubError("upstream_too_large", `One run fetches at most ${MAX_FETCHES} addresses.`);
    const answer = await fetchTurns.take(async () => {
      if (isOver) throw runIsOver();
      if (fetchedBytes >= MAX_FETCHED_BYTES) throw tooMuch();
      if (options?.method === "POST") hasActed = true;
      const { bytes, ...rest } = await context.fetch(url, options);
      fetchedBytes += bytes.length;
      return { bytes, ...rest };
    });
    if (fetchedBytes > MAX_FETCHED_BYTES) throw tooMuch();
    return { value: { url: answer.url, status: answer.status, headers: [...answer.headers] }, bytes: answer.bytes };
  }

  async function askModel(question: ModelQuestion, call: number): Promise<LentValue> {
    if (!llm) throw new HubError("llm_unavailable", "This actor does not declare that it asks a language model.");
    if (++questions > MAX_QUESTIONS)
      throw new HubError("llm_unavailable", `One run asks the language model at most ${MAX_QUESTIONS} questions.`);
    hasActed = true;
    const { hasJudge, answer, material, links, ...rest } = question;
    const value = await context.llm.ask({
      ...rest,
      material: material.map(({ maxChars, ...each }) => ({ ...each, ...(maxChars !== undefined && { maxChars }) })),
      answer: foreignObject(answer),
      ...(links !== undefined && { links }),
      ...(hasJudge && { judge: (said: unknown) => judge(call, said) }),
    });
    return { value };
  }

  async function listed(): Promise<unknown> {
    return (await context.actors.list()).map(({ slug, name, description, category, tags, input, intents }) => ({
      slug,
      name,
      description,
      category,
      tags,
      input,
      ...(intents !== undefined && { intents: { cues: intents.cues, hasOtherwise: intents.otherwise !== undefined } }),
    }));
  }

  async function intentsOf(slug: string) {
    return (await context.actors.list()).find((actor) => actor.slug === slug)?.intents;
  }
}

/** An error as a child may know it. */
export function wireErrorOf(error: unknown): WireError {
  if (!(error instanceof HubError))
    return { message: error instanceof TypeError ? error.message : "The hub could not do it." };
  const { issues } = error.details;
  return { code: error.code, message: error.message, ...(issues !== undefined && { issues }) };
}

function runIsOver(): TypeError {
  return new TypeError("The run is over");
}

function tooMuch(): HubError {
  return new HubError("upstream_too_large", "One run fetches at most 20 MiB.");
}

function oneLine(text: string, most: number): string {
  return text
    .slice(0, most)
    .replace(/\p{Cc}+/gu, " ")
    .trim();
}
