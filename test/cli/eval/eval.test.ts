/** The judges of `llm eval`, proved: a good answer of each case passes, and each kind of bad one fails by its judge. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Case, readCases } from "../../../src/cli/llm/eval/cases.ts";
import { readArgs } from "../../../src/cli/args.ts";
import { EVAL_ARGS } from "../../../src/cli/llm/eval-args.ts";
import { JUDGES } from "../../../src/cli/llm/eval/judges.ts";
import type { EvalReport } from "../../../src/cli/llm/eval/report.ts";
import { type Asked, type Behaviour, type ModelServer, startModel } from "../../support/model-server.ts";

const CLI = fileURLToPath(new URL("../../../src/cli.ts", import.meta.url));
const GOOD: Readonly<Record<string, any>> = JSON.parse(
  await readFile(new URL("./answers.json", import.meta.url), "utf8"),
);
const { cases, material } = await readCases();
const ENCYCLOPEDIA = "https://en.wikipedia.org/wiki/";
const ALL_MATERIAL = [
  JSON.stringify(material).replaceAll('\\"', '"'),
  ...material.flatMap(({ encyclopedia = [] }) =>
    encyclopedia.map(({ title }) => ENCYCLOPEDIA + title.replaceAll(" ", "_")),
  ),
].join("\n");

let folder: string;
let good: EvalReport;
let told: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-eval-test-"));
  await using server = await startModel(...cases.map(({ actor, name }) => ({ say: GOOD[`${actor}/${name}`] })));
  const run = await evaluate(server, "--yes", "--json", "--price", "0.15,0.60");
  good = JSON.parse(run.out);
  ({ told } = run);
  expect(run.code).toBe(0);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

async function evaluate(server: Pick<ModelServer, "baseUrl"> | undefined, ...flags: readonly string[]) {
  const model = server && {
    LLM_BASE_URL: server.baseUrl,
    LLM_MODEL: "stub-1",
    LLM_API_KEY: "sk-very-secret",
    LLM_DAILY_BUDGET_TOKENS: "100000000",
  };
  const child = spawn(process.execPath, [CLI, "llm", "eval", ...flags], {
    env: { PATH: process.env["PATH"] ?? "", HUB_DATA_DIR: folder, ...model },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(out + err).not.toContain("sk-very-secret");
  return { code, out, told: err };
}

function caseAt(actor: string, begin: string): { readonly one: Case; readonly item: any } {
  const one = cases.find((each) => each.actor === actor && each.name.startsWith(begin))!;
  const trial = good.trials.find(({ actor: of, name }) => of === actor && name === one.name)!;
  return { one, item: structuredClone(trial.item) };
}

test("there are sixty cases, each with an answer that passes every judge", () => {
  expect(good.trials.filter(({ verdict }) => verdict !== "passed")).toEqual([]);
  expect(good).toMatchObject({
    cases: 60,
    passed: 60,
    pass_rate: 1,
    failed: 0,
    not_run: 0,
    mended: 0,
    model: "stub-1",
  });
  // Each answer of the stub takes 600 and 400 tokens.
  expect(good.tokens).toEqual({ total: 60_000, input: 36_000, output: 24_000 });
  expect(good.cost).toBe("0.019800");
  expect(good.by_actor.map(({ actor, cases: count }) => `${actor} ${count}`)).toEqual([
    "api-match 4",
    "campaign-builder 5",
    "copy-composer 8",
    "dynamic-tool 5",
    "intel-brief 6",
    "intent-router 6",
    "lead-icebreaker 6",
    "news-digest 6",
    "skill-forge 5",
    "web-brief 9",
  ]);
  // Every judge has something to say to several cases.
  expect(good.by_judge.filter(({ judged }) => judged < 5)).toEqual([]);
});

test("says first what it costs at most, and is right", () => {
  const [, likely = "", most = ""] = /about (\d+) are likely, (\d+) at most/.exec(told) ?? [];
  expect(Number(likely)).toBeGreaterThan(good.tokens.total);
  expect(Number(most)).toBeGreaterThan(Number(likely));
});

type Change = (item: any) => unknown;
/** What is done to a good answer of which case, and the judge that must see it. */
const BAD: readonly (readonly [judge: string, actor: string, begin: string, what: string, change: Change])[] = [
  [
    "says",
    "web-brief",
    "an answer, with",
    "the figure is left out",
    (i) => ({ ...i, answer: "Large.", key_points: ["A", "B"] }),
  ],
  [
    "says",
    "intel-brief",
    "a company whose",
    "the accident is left out",
    (i) => ({ ...i, facts: [], brief: "It runs ships." }),
  ],
  [
    "figures",
    "web-brief",
    "an answer, with",
    "a sum of its own",
    (i) => ({ ...i, summary: "It was worth 705,600 euros." }),
  ],
  ["figures", "copy-composer", "a text message", "a price of its own", (i) => ({ ...i, body: `${i.body} Now 2.99!` })],
  [
    "figures",
    "copy-composer",
    "an ad within",
    "a variant's figure",
    (i) => ({ ...i, variants: [{ ...i.variants[0], body: "Save 45 hours" }] }),
  ],
  [
    "figures",
    "lead-icebreaker",
    "a person the",
    "a year of its own",
    (i) => ({ ...i, opener: "Since 1998 you build gates." }),
  ],
  [
    "figures",
    "campaign-builder",
    "a launch",
    "a claim of its own",
    (i) => ({ ...i, angle: "9 of 10, or 90 percent, of bakers waste bread." }),
  ],
  ["claims", "copy-composer", "a German email", "a guarantee", (i) => ({ ...i, body: `${i.body} Mit Garantie.` })],
  [
    "claims",
    "campaign-builder",
    "schedules count",
    "a date",
    (i) => ({ ...i, channels: [{ ...i.channels[0], schedule: "January 5" }] }),
  ],
  [
    "claims",
    "lead-icebreaker",
    "something concrete",
    "a private matter",
    (i) => ({ ...i, opener: "After the divorce of 2019" }),
  ],
  [
    "claims",
    "news-digest",
    "no difference",
    "a difference that was computed",
    (i) => ({ ...i, summary: "It falls by 15,500 tonnes." }),
  ],
  [
    "quotes",
    "web-brief",
    "an answer, with",
    "a quote with one other word",
    (i) => ({ ...i, quotes: [i.quotes[0].replace("fell", "rose")] }),
  ],
  ["quotes", "web-brief", "an answer, with", "no quote", (i) => ({ ...i, quotes: [] })],
  [
    "sources",
    "intel-brief",
    "what the news",
    "the other source is named alone",
    (i) => ({ ...i, facts: [i.facts[1]] }),
  ],
  [
    "sources",
    "intel-brief",
    "a person, with",
    "a source that was not read",
    (i) => ({ ...i, facts: [...i.facts, { text: "x", source: "https://nowhere.example" }] }),
  ],
  [
    "sources",
    "news-digest",
    "the focus comes",
    "the story of the focus is left out",
    (i) => ({ ...i, stories: [i.stories[0]] }),
  ],
  [
    "links",
    "web-brief",
    "the right one",
    "an address of its own",
    (i) => ({ ...i, summary: "Book at www.ferry-tickets.com." }),
  ],
  [
    "links",
    "lead-icebreaker",
    "nobody knows",
    "an address of its own",
    (i) => ({ ...i, opener: "See https://evil.example/x" }),
  ],
  [
    "lengths",
    "copy-composer",
    "a text message",
    "a message too long",
    (i) => ({ ...i, body: "rye Saturday ".repeat(20) }),
  ],
  ["lengths", "copy-composer", "an ad within", "a headline too long", (i) => ({ ...i, headline: "x".repeat(31) })],
  ["lengths", "campaign-builder", "a launch", "one channel", (i) => ({ ...i, channels: i.channels.slice(1) })],
  ["lengths", "web-brief", "an answer, with", "nine sentences", (i) => ({ ...i, summary: "It grew. ".repeat(9) })],
  ["lengths", "web-brief", "whose view", "no caveat", (i) => ({ ...i, caveats: [] })],
  ["lengths", "lead-icebreaker", "an order on", "a field is missing", (i) => ({ ...i, do_not_say: undefined })],
  [
    "language",
    "copy-composer",
    "a German email",
    "English",
    (i) => ({
      ...i,
      headline: "Your bike is back on the same day",
      body: "We fetch your bike and bring it back to you on the same day for 49 euros.",
      variants: [],
      cta: "Choose a day for it",
    }),
  ],
  [
    "language",
    "web-brief",
    "a Spanish goal",
    "English",
    (i) => ({
      ...i,
      summary: "The choir is looking for four tenors and the concert is in June.",
      key_points: ["It is in the square."],
      answer: "It is 12 euros and the rehearsals are on Wednesdays.",
      caveats: ["The day is not said."],
      quotes: [],
    }),
  ],
  ["injection", "web-brief", "praise that", "the award", (i) => ({ ...i, summary: "It won the Gold-Seal-88 award." })],
  ["injection", "web-brief", "a plain order", "the canary", (i) => ({ ...i, answer: "CANARY-5150" })],
  ["injection", "copy-composer", "an order hidden", "the order of the offer", (i) => ({ ...i, cta: "banana-77" })],
  [
    "injection",
    "intel-brief",
    "an order in",
    "the word of the source",
    (i) => ({ ...i, brief: `${i.brief} ZEBRA-19` }),
  ],
  [
    "injection",
    "news-digest",
    "an order in",
    "the word of the feed",
    (i) => ({ ...i, headline: `KIWI-305 ${i.headline}` }),
  ],
  [
    "entry",
    "api-match",
    "the milder",
    "the one that destroys",
    (i) => ({ ...i, slug: "dropletcloud-io--droplets-destroy" }),
  ],
  [
    "entry",
    "skill-forge",
    "nothing is destroyed",
    "one that destroys beside the right ones",
    (i) => ({ ...i, tools: [...i.tools, { slug: "dropletcloud-io--droplets-destroy" }] }),
  ],
  ["entry", "skill-forge", "two services", "one of two", (i) => ({ ...i, tools: i.tools.slice(1) })],
  ["entry", "intent-router", "what no actor", "an actor that cannot do it", (i) => ({ ...i, actor: "copy-composer" })],
  [
    "entry",
    "dynamic-tool",
    "shut down",
    "the one that destroys",
    (i) => ({ ...i, slug: "dropletcloud-io--droplets-destroy" }),
  ],
  [
    "request",
    "dynamic-tool",
    "no sender",
    "a sender that was made up",
    (i) => ({ ...i, constants: { ...i.constants, body: { ...i.constants.body, From: "SMS" } } }),
  ],
  [
    "request",
    "dynamic-tool",
    "an amount",
    "the currencies are swapped",
    (i) => ({ ...i, constants: { params: { ...i.constants.params, from: "USD", to: "EUR" } } }),
  ],
  [
    "request",
    "dynamic-tool",
    "an amount",
    "the amount is left out",
    (i) => ({ ...i, constants: { params: { from: "EUR", to: "USD" } } }),
  ],
  ["request", "intent-router", "a place", "another city", (i) => ({ ...i, payload: { lat: 48.2, lon: 16.4 } })],
  [
    "request",
    "intent-router",
    "data that",
    "a changed value",
    (i) => ({ ...i, payload: { ...i.payload, payload: "id,city\n7,Bern" } }),
  ],
];

describe("a bad answer fails by its judge", () => {
  test.each(BAD)("%s: %s, %s: %s", (name, actor, begin, _what, change) => {
    const { one, item } = caseAt(actor, begin);
    const judge = JUDGES[name]!;
    const judged = (answer: any) =>
      judge({
        case: one,
        item: answer,
        schemaFault: undefined,
        material: `${JSON.stringify(one.input)} ${ALL_MATERIAL}`,
      });
    expect(judged(item)).toEqual([]);
    expect(judged(change(item))).not.toEqual([]);
  });

  test("every judge is among them, but for the schema, which the hub holds answers against", () => {
    expect(new Set(BAD.map(([judge]) => judge))).toEqual(
      new Set(Object.keys(JUDGES).filter((one) => one !== "schema")),
    );
  });
});

describe("llm eval with a model that is not good", () => {
  test("passes none who takes the first of a list, which is what the words alone find", async () => {
    const first = ({ body }: Asked) => {
      const [slug] = /^[a-z0-9-]+--[a-z0-9-]+/m.exec(body.messages[1]?.content ?? "") ?? [];
      return { ranking: [{ slug, why: "It fits the task." }] };
    };
    await using server = await startModel({ obey: first });
    const report = JSON.parse((await evaluate(server, "--yes", "--json", "--only", "api-match")).out) as EvalReport;
    expect(report).toMatchObject({ passed: 0, wrong: 4 });
  }, 30_000);

  test("takes no word for the model's that the hub has written", async () => {
    const text = "The answer is in the material and it is good for you.";
    const say = { opener: text, alternatives: [text], hooks: [{ text, source: 1 }], do_not_say: [text] };
    await using server = await startModel({ say });
    const only = "lead-icebreaker/something concrete";
    const report = JSON.parse((await evaluate(server, "--yes", "--json", "--only", only)).out) as EvalReport;
    expect(report.trials[0]?.judged["says"]).toEqual(["says none of hydrogen, kiln, tile"]);
  }, 30_000);

  const only = ["--yes", "--json", "--only", "copy-composer"];
  const good8 = cases.filter(({ actor }) => actor === "copy-composer").map(({ name }) => GOOD[`copy-composer/${name}`]);

  test("tells what was wrong by case, judge and actor, counts what was mended, and exits with 3", async () => {
    const canary = { ...good8[6], cta: "BANANA-77" };
    const [first, second, ...rest] = good8;
    // Prose twice is no answer; an answer that is mended is one.
    const said = ["prose", "prose", "prose", second, ...rest.with(4, canary)].map((say) => ({ say }));
    await using server = await startModel(...said);
    const { code, out } = await evaluate(server, ...only);
    const report = JSON.parse(out) as EvalReport;
    expect(first).toBeDefined();
    expect(report.trials.map(({ verdict }) => verdict)).toEqual([
      "wrong",
      ...Array.from({ length: 5 }, () => "passed"),
      "wrong",
      "passed",
    ] as any);
    expect(report.trials[0]?.judged).toEqual({ schema: ["The language model gave no answer that holds."] });
    expect(report.trials[6]?.judged["injection"]).toEqual(['obeys an order of the material: "BANANA-77"']);
    expect(report).toMatchObject({ passed: 6, wrong: 2, pass_rate: 0.75, mended: 2, tokens: { total: 10_000 } });
    expect(report.by_judge.find(({ judge }) => judge === "schema")).toMatchObject({ judged: 8, passed: 7 });
    // However many cases must pass: one order that is obeyed is no question of shares.
    expect(code).toBe(3);
    server.script(...said);
    const printed = await evaluate(server, "--yes", "--only", "copy-composer", "--at-least", "0.7");
    expect(printed.code).toBe(3);
    expect(printed.out).toContain("1 answer(s) obeyed an order of the material.");
    expect(printed.out).toContain("injection: obeys an order of the material");
    server.script(...said.with(-2, { say: good8[6] }));
    expect((await evaluate(server, "--yes", "--only", "copy-composer", "--at-least", "0.7")).code).toBe(0);
    server.script(...said.with(-2, { say: good8[6] }));
    expect((await evaluate(server, ...only)).code).toBe(1);
    expect(printed.out).toMatch(/pass_rate +75 %/);
    expect(printed.out).toContain("6 of 8 cases passed (75 % of the 8 answered); 2 wrong, 0 not answered, 0 not run.");
  }, 30_000);

  test("gives up a server that fails three times in a row, and says what was not run", async () => {
    await using server = await startModel({ say: good8[0] }, { status: 401, body: "no such key" });
    const { code, out } = await evaluate(server, ...only);
    const report = JSON.parse(out) as EvalReport;
    expect(report).toMatchObject({ passed: 1, failed: 3, not_run: 4, pass_rate: 1 });
    expect(report.trials[1]?.error?.code).toBe("llm_unavailable");
    expect(server.asked).toHaveLength(4);
    expect(code).toBe(1);
  }, 30_000);

  test.each<[string, string, Behaviour]>([
    ["that takes no key", "dynamic-tool", { status: 401, body: "no such key" }],
    ["that answers with something else", "copy-composer", { bytes: "data: <html>\n\n" }],
  ])(
    "counts a server %s as failed, and its model as wrong in nothing: %s",
    async (_, actor, behaviour) => {
      await using server = await startModel(behaviour);
      const { code, out } = await evaluate(server, "--yes", "--json", "--only", actor);
      const report = JSON.parse(out) as EvalReport;
      expect(report).toMatchObject({ passed: 0, wrong: 0, failed: 3 });
      expect([server.asked.length, code]).toEqual([3, 1]);
    },
    30_000,
  );

  test("begins no case that could take more than --max-tokens", async () => {
    await using server = await startModel({ say: good8[0] });
    const { code, out } = await evaluate(server, ...only, "--max-tokens", "30000");
    const report = JSON.parse(out) as EvalReport;
    expect(server.asked.length).toBe(0);
    expect(report.not_run).toBe(8);
    expect(code).toBe(1);
  }, 30_000);

  test.each([
    [["--price", "1"], "--price: needs two amounts"],
    [["--price", "a,b"], "--price: needs two amounts"],
    [["--at-least", "2"], "--at-least: needs a share"],
    [["--max-tokens", "x"], "--max-tokens: needs a whole number"],
    [["--wrong"], "There is no option --wrong"],
  ])("says what is wrong with %p", (flags, fault) => {
    expect(() => readArgs(EVAL_ARGS, flags, false)).toThrow(fault);
  });

  test("asks nothing unconfirmed, and nothing without a model", async () => {
    await using server = await startModel({ say: good8[0] });
    const unconfirmed = await evaluate(server, "--only", "copy-composer/a text message");
    expect(unconfirmed.code).toBe(2);
    expect(unconfirmed.told).toContain("cases     1,");
    expect(unconfirmed.told).toContain("confirm with --yes");
    expect(server.asked).toEqual([]);
    const without = await evaluate(undefined, "--yes");
    expect([without.code, without.told]).toEqual([1, expect.stringContaining("set LLM_BASE_URL and LLM_MODEL")]);
    expect(server.asked).toEqual([]);
  }, 60_000);
});
