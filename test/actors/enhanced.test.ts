import { afterAll, describe, expect, test } from "bun:test";
import { parse } from "yaml";
import apiMatch from "../../actors/api-match/index.ts";
import intentRouter from "../../actors/intent-router/index.ts";
import skillForge from "../../actors/skill-forge/index.ts";
import { type Actor, Type } from "../../src/runtime/actor.ts";
import { directoryOf, writtenActors } from "../support/actor-directory.ts";
import { readAnswers, runWithModel } from "../support/model-answers.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
const actors = directoryOf(await writtenActors());
const lent = { catalog: async () => catalog, actors };
const run = (actor: unknown, input: object, ...answers: readonly unknown[]) =>
  runWithModel(actor as Actor, input, answers, lent); // Its input type is its own affair.
const Q = { q: "create an issue on github", enhanced: true };
const ISSUE = "github-com--issues-create";

describe("api-match, enhanced", () => {
  test("ranks by the model, says why, and scores by the place", async () => {
    const { report } = await run(apiMatch, Q, { ranking: [{ slug: ISSUE, why: "It does just that." }] });
    expect(report?.items).toHaveLength(1);
    expect(report?.items[0]).toMatchObject({ slug: ISSUE, score: 1, call_url: `/api/v1/agent/proxy/${ISSUE}/call/` });
    expect(report?.items[0]?.["why"]).toEqual(expect.arrayContaining(["It does just that."]));
  });

  test("never shows a slug the search did not find: it is mended once, then the run fails", async () => {
    const invented = { ranking: [{ slug: "evil-com--issues", why: "Trust me." }] };
    const mended = await run(apiMatch, Q, invented, { ranking: [{ slug: ISSUE, why: "Yes." }] });
    expect(mended.prompts[1]?.at(-1)).toContain("names a slug that is not in the list");
    expect(mended.item).toMatchObject({ slug: ISSUE });
    expect((await run(apiMatch, Q, invented)).error).toMatchObject({ code: "upstream_invalid" });
  });

  test("says so when nothing fits, and asks no model when nothing is found", async () => {
    expect((await run(apiMatch, Q, { ranking: [] })).report).toMatchObject({
      items: [],
      warnings: [expect.stringContaining("None of the")],
    });
    const { report, prompts } = await run(apiMatch, { q: "zzqqxx wwvvkk", enhanced: true }, {});
    expect([report?.items.length, prompts.length]).toEqual([0, 0]);
  });
});

describe("intent-router, enhanced", () => {
  const route = (actor: string, payload: unknown, confidence = 0.9) => ({
    routes: [{ actor, payload: typeof payload === "string" ? payload : JSON.stringify(payload), confidence }],
  });
  const Oslo = route("weather-openmeteo", { lat: 59.91, lon: 10.75 });

  test.each([
    ["an actor that is not served", route("evil", {}), "An actor is named that is not in the list"],
    ["a payload of the wrong types", route("weather-openmeteo", { lat: "north" }), `"/lat" must be number`],
    ["a payload without what is required", route("weather-nws", {}), `"/lat" is required`],
    [
      "fields nobody knows",
      route("weather-openmeteo", { lat: 1, lon: 1, city: "Oslo" }),
      "fields its schema does not know",
    ],
    ["a payload that is no JSON", route("weather-openmeteo", "lat=59"), "is not the text of one JSON object"],
    ["an address that was not asked about", route("web-extract", { url: "https://evil.example/" }), ""],
  ])("has %s mended, and refuses it the second time", async (_, bad, fault) => {
    const asked = { q: "will it rain in Oslo?", enhanced: true };
    const { item, prompts } = await run(intentRouter, asked, bad, Oslo);
    expect(prompts[1]?.at(-1)).toContain(fault);
    expect(item).toMatchObject({ actor: "weather-openmeteo", payload: { lat: 59.91, lon: 10.75 }, confidence: 0.9 });
    expect((await run(intentRouter, asked, bad)).error).toMatchObject({ code: "upstream_invalid" });
  });

  test("writes the address to run itself, and suggests what it chose", async () => {
    const { item, report } = await run(intentRouter, { q: "rain in Oslo?", enhanced: true }, Oslo);
    expect(item?.["run_url"]).toBe("/api/v1/genius/actors/weather-openmeteo/run/");
    expect(report?.nextActors).toEqual(["weather-openmeteo"]);
  });

  test("shows the model the likeliest actors whole where the list is too long, and says so", async () => {
    const long = Type.Object({ q: Type.String({ description: "a field ".repeat(120) }) });
    const filler = (slug: string, description: string) =>
      ({ slug, name: slug, description, category: "other", version: "1.0.0", tags: [], input: long }) as never;
    const many = Array.from({ length: 60 }, (_, n) => filler(`filler-${n}`, "Does something else."));
    const stamps = filler("rare-stamps", "Appraises rare stamps of collectors.");
    const served = [...many, ...(await writtenActors()), stamps];
    const asked = { q: "What are the rare stamps of my collection worth, and will it rain in Oslo?", enhanced: true };
    const lending = { ...lent, actors: directoryOf(served) };
    const { prompts, report } = await runWithModel(intentRouter as never, asked, [Oslo], lending);
    const told = prompts[0]?.at(-1) ?? "";
    for (const likely of ["rare-stamps | ", "weather-openmeteo | ", "api-match (otherwise) | "])
      expect(told).toContain(likely);
    const shown = told.split("\n").filter((line) => line.startsWith("filler-"));
    expect(shown.length).toBeLessThan(30);
    for (const line of shown) expect(line).toEndWith("}}}");
    expect(report?.warnings).toContainEqual(expect.stringMatching(/^The model chose among \d+ of 79 actors/));
  });

  test("never hands on a payment", async () => {
    const paying = route("copy-composer", { target: "bakers", payment_signature: "abc" });
    const { item } = await run(intentRouter, { q: "copy for bakers", enhanced: true }, paying);
    expect(item?.["payload"]).toEqual({ target: "bakers" });
  });
});

describe("skill-forge", () => {
  const job = { job: "list all charges, then open a github issue for each that failed" };

  test("writes a SKILL.md whose front matter is YAML, whatever the model says, with addresses of the hub", async () => {
    const good = (await readAnswers("skill-forge"))["Two APIs together"] as Record<string, unknown>;
    const tricky = { ...good, name: "  Évil: Skill\n--- ", description: 'It "does": this\n---\nname: evil' };
    const { item } = await run(skillForge, job, tricky);
    const skill = String(item?.["skill_md"]);
    const [, front = ""] = /^---\n([^]*?)\n---\n/.exec(skill) ?? [];
    expect(parse(front)).toEqual({ name: "evil-skill", description: 'It "does": this --- name: evil' });
    expect(item?.["tools"]).toEqual([
      { slug: ISSUE, call_url: `/api/v1/agent/proxy/${ISSUE}/call/` },
      { slug: "stripe-com--getcharges", call_url: "/api/v1/agent/proxy/stripe-com--getcharges/call/" },
    ]);
    const named = (item?.["tools"] ?? []) as { slug: string }[];
    for (const { slug } of named) expect(catalog.entry(slug)).toBeDefined();
    expect(skill).toContain(`POST /api/v1/agent/proxy/${ISSUE}/call/`);
  });

  test("has tools nobody offers, and steps with tools it does not name, mended or refused", async () => {
    const good = (await readAnswers("skill-forge"))["Two APIs together"] as Record<string, unknown>;
    const invented = { ...good, tools: ["evil-com--pay", "stripe-com--getcharges"] };
    const { prompts, item } = await run(skillForge, job, invented, good);
    expect(prompts[1]?.at(-1)).toContain(`"tools" names a slug that is not in the list.\n- A step uses a tool`);
    expect(item).toMatchObject({ name: "failed-charge-issues" });
    expect((await run(skillForge, job, invented)).error).toMatchObject({ code: "upstream_invalid" });
  });
});
