/** What briefs say of what the model wrote: a title is a part of its source, and a quote twice is no wrong one. */
import { expect, test } from "bun:test";
import intelBrief from "../../actors/intel-brief/index.ts";
import webBrief from "../../actors/web-brief/index.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { readAnswers, runWithModel } from "../support/model-answers.ts";
import { type Exchange, readExchanges } from "../support/recorded-upstream.ts";

const SITE = "https://ada.example/";

/** The encyclopedia names a site of its own, whose title alone tells a number. */
function withSite(exchanges: readonly Exchange[]): Exchange[] {
  const P856 = [{ mainsnak: { snaktype: "value", datavalue: { type: "string", value: SITE } }, rank: "normal" }];
  const known = exchanges.map((exchange): Exchange => {
    if (!exchange.request.url.includes("ids=Q7259&props=claims")) return exchange;
    const body = structuredClone(exchange.response.body) as { entities: { Q7259: { claims: object } } }; // As recorded.
    Object.assign(body.entities.Q7259.claims, { P856 });
    return { ...exchange, response: { ...exchange.response, body } };
  });
  const text = "She wrote notes on the Analytical Engine of Charles Babbage, and they are read to this day. ".repeat(4);
  const body = `<!doctype html><title>The 4711 engines of Ada</title><main><p>${text}</p></main>`;
  const site = { status: 200, headers: { "content-type": "text/html" }, body };
  return [...known, { request: { method: "GET", url: SITE }, response: site }];
}

test("intel-brief takes a number of a source's title for one of the source, in its brief as in its facts", async () => {
  const exchanges = withSite(await readExchanges("intel-brief"));
  const [good] = Object.values(await readAnswers("intel-brief")) as [object];
  const answer = { ...good, brief: "Her own site tells of 4711 engines." };
  const input = { query: "Ada Lovelace" };
  const { item, error, prompts } = await runWithModel(intelBrief as unknown as Actor, input, [answer], { exchanges });
  expect([error, prompts.length]).toEqual([undefined, 1]);
  expect(item?.["sources"]).toContainEqual(expect.objectContaining({ title: "The 4711 engines of Ada" }));
});

test("web-brief says of no quote that it does not stand in the page because it was given twice", async () => {
  const exchanges = await readExchanges("web-brief");
  const input = webBrief.examples[0]?.input ?? {};
  const [good] = Object.values(await readAnswers("web-brief")) as [{ quotes: string[] }];
  const [quote = ""] = good.quotes;
  const said = async (quotes: string[]) => {
    const { report } = await runWithModel(webBrief as unknown as Actor, input, [{ ...good, quotes }], { exchanges });
    return [report?.items[0]?.["quotes"], report?.warnings];
  };
  expect(await said([quote, `“${quote}”`])).toEqual([[quote], []]);
  expect(await said([quote, "Nobody ever wrote this sentence."])).toEqual([
    [quote],
    ["1 quote(s) that do not stand in the page were dropped."],
  ]);
});
