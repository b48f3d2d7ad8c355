/** Answers of searches that are asked again are kept, for as long as nothing they are made of has changed. */
import { describe, expect, test } from "bun:test";
import { createSearchAnswers } from "../../src/routes/catalog/search-answers.ts";
import { described, emptyShelf, get } from "../catalog/support.ts";
import { echoActor } from "../support/actors.ts";
import { startHub } from "../support/hub.ts";

const answer = (text: string) => ({ text, shown: [text] });

describe("kept answers", () => {
  test("are kept from the second time on, and all given up once one part is another", () => {
    let version = 1;
    const same = {};
    const answers = createSearchAnswers(() => [same, version]);
    const told = (key: string) => answers.find(key).answer?.text;
    answers.find("a").keep(answer("first"));
    expect(told("a")).toBeUndefined();
    answers.find("a").keep(answer("second"));
    answers.find("b").keep(answer("other"));
    expect([told("a"), told("b")]).toEqual(["second", undefined]);
    version = 2;
    expect(told("a")).toBeUndefined();
    version = 1;
    expect(told("a")).toBeUndefined();
  });

  test("are not kept where a part became another while they were made", () => {
    let version = 1;
    const answers = createSearchAnswers(() => [version]);
    answers.find("a").keep(answer("first"));
    const asked = answers.find("a");
    version = 2;
    answers.find("b");
    asked.keep(answer("of the old parts"));
    expect(answers.find("a").answer).toBeUndefined();
  });

  test("take no more memory than is set aside for them", () => {
    const answers = createSearchAnswers(() => []);
    const long = "x".repeat(1024 * 1024);
    for (let at = 0; at < 20; at++) {
      answers.find(`${at}`).keep(answer(long));
      answers.find(`${at}`).keep(answer(long));
    }
    expect(answers.find("0").answer).toBeUndefined();
    expect(answers.find("19").answer?.text).toBe(long);
    const tooLong = "k".repeat(10_000);
    answers.find(tooLong).keep(answer("short"));
    answers.find(tooLong).keep(answer("short"));
    expect(answers.find(tooLong).answer).toBeUndefined();
  });
});

test("a search that is asked again is charged again, and answered anew once an actor is another", async () => {
  using shelf = emptyShelf();
  await shelf.build([described("skies.dev", { paths: { "/days": get("Weather forecast for the next days") } })]);
  using catalog = shelf.open(Math.random);
  await using hub = await startHub({ catalog });
  const registered = await fetch(`${hub.url}/api/v1/agent/register/?tier=free_testnet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "agent@example.com" }),
  });
  const { api_key: key } = (await registered.json()) as { api_key: string };
  const ask = async () => {
    const response = await fetch(`${hub.url}/api/v1/agent/search/?q=weather`, {
      headers: { "x-api-key": key },
    });
    const { results } = (await response.json()) as { results: { slug: string }[] };
    return { slugs: results.map(({ slug }) => slug), left: response.headers.get("x-calls-remaining") };
  };
  const answers = [await ask(), await ask(), await ask()];
  expect(answers.map(({ left }) => left)).toEqual(["299", "298", "297"]);
  expect(new Set(answers.map(({ slugs }) => slugs.join())).size).toBe(1);
  hub.registry.offer("weather.ts", "weather.ts", echoActor({ slug: "weather-echo", tags: ["weather"] }), "1");
  expect((await ask()).slugs).toEqual([...(answers[0]?.slugs ?? []), "weather-echo"]);
});
