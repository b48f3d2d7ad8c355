import { describe, expect, test } from "bun:test";
import campaignBuilder from "../../actors/campaign-builder/index.ts";
import copyComposer from "../../actors/copy-composer/index.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { readAnswers, runWithModel } from "../support/model-answers.ts";

const COPY = { target: "regulars of a bakery", offer: "rye bread, fresh every Saturday from 7" };
const COPIED = (await readAnswers("copy-composer"))["A text message"] as Record<string, unknown>;
const PLANNED = (await readAnswers("campaign-builder"))["A launch"] as { channels: { weight: number }[] };
const compose = (input: object, ...answers: readonly unknown[]) =>
  runWithModel(copyComposer as unknown as Actor, input, answers); // Its input type is its own affair.
const plan = (input: object, ...answers: readonly unknown[]) =>
  runWithModel(campaignBuilder as unknown as Actor, input, answers);

describe("copy-composer", () => {
  test.each([
    ["sms", { body: "a".repeat(141) }, "body has 141 characters; sms takes 140"],
    ["sms", { body: "a".repeat(130), cta: "b".repeat(30) }, "body and cta have 161 characters; sms takes 160"],
    [
      "sms",
      { body: `${"a".repeat(69)}á` },
      'have 78 characters with letters beyond GSM 7-bit, such as "á"; sms takes 70',
    ],
    ["sms", { body: "🥖".repeat(40) }, 'such as "🥖"; sms takes 70'],
    ["sms", { body: "€".repeat(80) }, "body and cta have 168 characters; sms takes 160"],
    ["x", { body: "東".repeat(140) }, "body and cta have 288 characters as x counts them; x takes 280"],
    ["x", { body: "👩‍👩‍👧".repeat(52) + "a".repeat(200) }, "body and cta have 312 characters as x counts them"],
    ["x", { body: "a".repeat(261) }, "body has 261 characters; x takes 260"],
    ["push", { headline: "a".repeat(41) }, "headline has 41 characters; push takes 40"],
    ["ad", { headline: "a".repeat(31) }, "headline has 31 characters; ad takes 30"],
    ["ad", { headline: "Rye", body: "🥖".repeat(91) }, "body has 91 characters; ad takes 90"],
    ["email", { headline: "" }, "The headline is missing."],
  ])(
    "has copy for %s that does not fit mended, and refuses it when it still does not",
    async (channel, change, fault) => {
      const fitting = { ...COPIED, headline: ["sms", "x"].includes(channel) ? "" : "Rye on Saturday", cta: "Drop by" };
      const variants = [{ headline: "", body: "Rye.", cta: "Come" }];
      const bad = { ...fitting, ...change, variants };
      const mended = await compose({ ...COPY, channel }, bad, { ...fitting, variants });
      expect(mended.prompts[1]?.at(-1)).toContain(fault);
      expect(mended.item).toMatchObject({ channel, length_ok: true });
      expect((await compose({ ...COPY, channel }, bad)).error).toMatchObject({ code: "upstream_invalid" });
    },
  );

  test.each([
    ["sms", "Größe, für € 5: äöüß èéùì".repeat(5)],
    ["sms", "“Rye” – it’s fresh…".repeat(6)],
    ["sms", "Свежий хлеб по субботам, 7:00"],
    ["x", `${"a".repeat(200)} https://example.org/${"b".repeat(30)}`],
    ["x", "👩‍👩‍👧".repeat(26)],
  ])("has copy for %s that fits as that counts: %s", async (channel, body) => {
    const fitting = { ...COPIED, headline: "", body, cta: "Drop by" };
    const { item, error } = await compose(
      { ...COPY, channel },
      { ...fitting, variants: [{ headline: "", body, cta: "a" }] },
    );
    expect(error).toBeUndefined();
    expect(item).toMatchObject({ length_ok: true });
  });

  test("writes text messages with the marks of their alphabet", async () => {
    const written = { headline: "", body: "“Rye” – it’s fresh…", cta: "Drop\u00a0by" };
    const { item } = await compose({ ...COPY, channel: "sms" }, { ...COPIED, ...written, variants: [written] });
    expect(item).toMatchObject({ body: `"Rye" - it's fresh...`, cta: "Drop by", variants: [{ cta: "Drop by" }] });
  });

  test("keeps the variants that fit, and counts them", async () => {
    const variants = [
      { headline: "", body: "a".repeat(300), cta: "b" },
      { headline: "", body: "Rye.", cta: "Come" },
    ];
    const { item } = await compose({ ...COPY, channel: "sms" }, { ...COPIED, variants });
    expect(item?.["variants"]).toEqual([{ headline: null, body: "Rye.", cta: "Come", characters: 9 }]);
  });

  test("names what it assumed, and the usual channel", async () => {
    const answer = { ...COPIED, headline: "Rye", assumed_target: "people who like bread", assumed_offer: "bread" };
    const { item, report, prompts } = await compose({}, answer);
    expect(item).toMatchObject({ channel: "email" });
    expect(report?.warnings).toEqual([
      "No target was given; assumed: people who like bread.",
      "No offer was given; assumed: bread.",
    ]);
    expect(prompts[0]?.[1]).toContain("target: (not given)");
  });
});

describe("campaign-builder", () => {
  test("splits the budget into whole percentages that add up, whatever the model weighs", async () => {
    for (const weights of [
      [1, 1, 1],
      [100, 0, 0],
      [33.3, 33.3, 33.4],
      [50, 60, 70],
    ]) {
      const channels = PLANNED.channels.map((channel, index) => ({ ...channel, weight: weights[index] }));
      const { item } = await plan({}, { ...PLANNED, channels });
      const split = item?.["budget_split"] as { percent: number }[];
      expect(split.reduce((sum, { percent }) => sum + percent, 0)).toBe(100);
    }
  });

  test("has a plan without weights, or with a channel named twice, mended", async () => {
    const channels = PLANNED.channels.map((channel) => ({ ...channel, channel: "email", weight: 0 }));
    const { prompts, item } = await plan({ target: "bakers", offer: "an app" }, { ...PLANNED, channels }, PLANNED);
    expect(prompts[1]?.at(-1)).toContain("A channel is named twice.\n- No channel has a weight.");
    expect(item?.["budget_split"]).toEqual([
      { channel: "email", percent: 43 },
      { channel: "linkedin", percent: 43 },
      { channel: "trade fair", percent: 14 },
    ]);
  });

  test("names what it assumed", async () => {
    const { report } = await plan({ offer: "an app" }, PLANNED);
    expect(report?.warnings).toEqual([
      expect.stringContaining("No target was given; assumed: Owners of small bakeries"),
    ]);
  });
});
