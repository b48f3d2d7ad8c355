/** The runs of a child: each has its context, whose capabilities are calls to the hub. */
import type { Actor, ActorContext, FetchOptions, FetchResult } from "../../runtime/actor.ts";
import type { Utterance } from "../../runtime/intents.ts";
import type { Question } from "../../runtime/llm.ts";
import type { Offload } from "../../runtime/offload.ts";
import { inputValidator, type Validation } from "../../runtime/schema.ts";
import { MAX_CALLS, toldIssues } from "../message-limits.ts";
import type { FromChild, ToChild, WireError } from "../messages.ts";
import { once } from "../../runtime/once.ts";

type HubErrorType = new (code: string, message: string, details: object) => Error;
type Begin = Extract<ToChild, { kind: "run" }>;
type AnswerMessage = Extract<ToChild, { kind: "answer" }>;

interface LoadedActor {
  readonly actor: Actor;
  readonly HubError: HubErrorType;
  /** Compiled when it is first asked for: most actors are never. */
  readonly validate: () => ReturnType<typeof inputValidator>;
}

interface ChildRun {
  now: number;
  calls: number;
  readonly loaded: LoadedActor;
  readonly over: AbortController;
  readonly waiting: Map<number, { resolve(message: AnswerMessage, bytes: Uint8Array | undefined): void }>;
  readonly judges: Map<number, NonNullable<Question<never>["judge"]>>;
}

export interface Runs {
  add(name: string, actor: Actor, HubError: HubErrorType): void;
  begin(message: Begin): Promise<void>;
  answer(message: AnswerMessage, bytes: Uint8Array | undefined): void;
  abort(run: number): void;
  dispose(): Promise<void>;
}

const CATALOG = ["totals", "categories", "category", "entry", "provider", "search", "feed", "random"] as const;
const MORE_CATALOG = ["spec", "access", "classify"] as const;

export function createRuns(send: (message: FromChild | FailedRun) => void): Runs {
  const loaded = new Map<string, LoadedActor>();
  const runs = new Map<number, ChildRun>();
  const disposers = new Set<() => unknown>();

  return {
    add: (name, actor, HubError) =>
      void loaded.set(name, {
        actor,
        HubError,
        validate: once(() => inputValidator(actor.input)) as LoadedActor["validate"],
      }),
    async begin(message) {
      const one = loaded.get(message.actor);
      if (one === undefined) return send({ kind: "failed", run: message.run, error: { message: "it is not loaded" } });
      const run: ChildRun = {
        now: message.now,
        calls: 0,
        loaded: one,
        over: new AbortController(),
        waiting: new Map(),
        judges: new Map(),
      };
      runs.set(message.run, run);
      try {
        const value = await perform(message, run);
        send({ kind: "done", run: message.run, value: value ?? null });
      } catch (error) {
        send({ kind: "failed", run: message.run, error: wireError(error) });
      } finally {
        runs.delete(message.run);
        run.over.abort("The run is over.");
      }
    },
    answer(message, bytes) {
      const run = runs.get(message.run);
      if (run === undefined) return;
      run.now = message.now;
      run.waiting.get(message.call)?.resolve(message, bytes);
      run.waiting.delete(message.call);
    },
    abort: (run) => runs.get(run)?.over.abort("The run is over."),
    async dispose() {
      for (const dispose of [...disposers].toReversed()) await Promise.try(dispose).catch(() => undefined);
    },
  };

  async function perform({ run: id, act, input, of }: Begin, run: ChildRun): Promise<unknown> {
    const { actor, validate } = run.loaded;
    if (act === "run") return actor.run(input as never, contextOf(id, run)); // The hub has held it against the schema.
    if (act === "check") return checked(actor, validate()(input));
    if (act === "judge") return of && runs.get(of.run)?.judges.get(of.call)?.(input as never);
    return actor.intents?.[act]?.(input as Utterance);
  }

  function contextOf(id: number, run: ChildRun): ActorContext {
    const { HubError } = run.loaded;
    // The hub ends a process that speaks of a run it has answered, with all other runs in it.
    const isOver = (): boolean => runs.get(id) !== run;
    const call = <T>(
      what: string,
      args: readonly unknown[],
      read?: (message: AnswerMessage, bytes?: Uint8Array) => T,
      judge?: Question<never>["judge"],
    ) =>
      new Promise<T>((resolve, reject) => {
        if (isOver()) throw new TypeError("The run is over: its context does nothing more");
        if (run.calls >= MAX_CALLS) throw new TypeError("One run makes at most 1,000 calls of its context");
        const number = run.calls++;
        if (judge !== undefined) run.judges.set(number, judge);
        run.waiting.set(number, {
          resolve(message, bytes) {
            const { error } = message;
            if (error?.code !== undefined)
              reject(
                new HubError(error.code, error.message, error.issues === undefined ? {} : { issues: error.issues }),
              );
            else if (error !== undefined) reject(new Error(error.message));
            else resolve(read === undefined ? (message.value as T) : read(message, bytes));
          },
        });
        send({ kind: "call", run: id, call: number, what, args: JSON.parse(JSON.stringify(args)) });
      });
    const log = (level: string) => (message: string) => {
      if (!isOver()) send({ kind: "log", run: id, level, message: String(message).slice(0, 1_000) });
    };
    const lentCatalog = Object.fromEntries(
      [...CATALOG, ...MORE_CATALOG].map((name) => [
        name,
        (...args: unknown[]) =>
          call(`catalog.${name}`, args, ({ value }) => (name === "search" ? withWords(value) : (value ?? undefined))),
      ]),
    );
    return {
      signal: run.over.signal,
      now: () => run.now,
      fetch: (url, options = {}) => call("fetch", [String(url), withPlainHeaders(options)], fetched),
      log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
      catalog: async () => lentCatalog as never, // Each method asks the hub's.
      actors: {
        list: () =>
          call("actors.list", [], ({ value }) =>
            (value as readonly ListedActor[]).map(({ intents, ...rest }) => ({
              ...rest,
              ...(intents !== undefined && { intents: intentsOf(rest.slug, intents) }),
            })),
          ) as never, // As the hub lists them.
        validate: (slug, input) => call("actors.validate", [slug, input], ({ value }) => (value ?? undefined) as never),
      },
      offload: inlineWork,
      onDispose: (dispose) => void disposers.add(dispose),
      llm: {
        ask: ({ judge, ...question }) =>
          call("llm", [{ ...question, hasJudge: judge !== undefined }], undefined, judge as Question<never>["judge"]),
      },
    };

    function intentsOf(slug: string, { cues, hasOtherwise }: NonNullable<ListedActor["intents"]>): object {
      const ask = (what: string) => (utterance: Utterance) =>
        call(what, [slug, utterance], ({ value }) => (value ?? undefined) as never);
      return {
        ...(cues !== undefined && { cues }),
        read: ask("actors.read"),
        ...(hasOtherwise && { otherwise: ask("actors.otherwise") }),
      };
    }
  }
}

interface ListedActor {
  readonly slug: string;
  readonly intents?: { readonly cues?: readonly string[]; readonly hasOtherwise: boolean };
}

interface FailedRun {
  readonly kind: "failed";
  readonly run: number;
  readonly error: WireError;
}

/** The bundler has put what imports the module beside its address. */
const inlineWork: Offload = async (module, input) => {
  const { work } = module as URL & { readonly work?: () => Promise<{ default: (input: unknown) => never }> };
  if (work === undefined) throw new TypeError('offload needs new URL("./work.ts", import.meta.url), written out');
  return (await work()).default(structuredClone(input));
};

function checked(actor: Actor, validation: Validation): readonly object[] {
  if (!validation.ok) return toldIssues(validation.issues) ?? [];
  try {
    actor.check?.(validation.value as never); // It was just held against the schema.
    return [];
  } catch (error) {
    const { issues } = wireError(error);
    if (issues === undefined) throw error;
    return issues;
  }
}

/** As JSON a `Headers` would be empty. */
function withPlainHeaders({ headers, ...options }: FetchOptions): FetchOptions {
  if (headers === undefined) return options;
  return { ...options, headers: headers instanceof Headers ? Object.fromEntries(headers) : headers };
}

function fetched({ value }: AnswerMessage, bytes?: Uint8Array): FetchResult {
  const { url, status, headers } = value as { url: string; status: number; headers: [string, string][] };
  return { url, status, headers: new Headers(headers), bytes: bytes ?? new Uint8Array() };
}

function withWords(value: unknown): unknown {
  const { entriesSaying, ...found } = value as { entriesSaying: [string, number][] };
  return { ...found, entriesSaying: new Map(entriesSaying) };
}

/** An error that may be published says its code. */
function wireError(error: unknown): WireError {
  const { name, code, message, details } = (error ?? {}) as Record<string, never>;
  if (name === "HubError" && typeof code === "string") {
    const issues = toldIssues((details as { issues?: unknown } | undefined)?.issues);
    return { code, message: String(message).slice(0, 4_000), ...(issues !== undefined && { issues }) };
  }
  return { message: thrownText(error) };
}

/** What was thrown, in words of the hub: nobody can "run again with the --allow-env flag". */
export function thrownText(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : `it threw ${String(error)}`;
  return text.replace(/, run again with the --allow-[a-z]+ flag/, ": nobody has that behind the fence").slice(0, 4_000);
}
