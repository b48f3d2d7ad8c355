/**
 * Exactly what each actor sends to a model for its examples. A changed word shows here; when it is meant, give the
 * prompt a new version and write the transcripts anew: `UPDATE=1 npm test -- test/llm/transcripts.test.ts`.
 */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Actor } from "../../src/runtime/actor.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { directoryOf } from "../support/actor-directory.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { asksModel, lentModel, readAnswers } from "../support/model-answers.ts";
import { readExchanges, recordedUpstream } from "../support/recorded-upstream.ts";
import { smallCatalog } from "../support/small-catalog.ts";

const catalog = await smallCatalog();
afterAll(() => catalog[Symbol.dispose]());
/** Two that stand still, so that a word changed in one actor does not change what another sends. */
const standing = ["api-match", "weather-openmeteo"].map(async (slug) => (await loadActor(slug)) as Actor);
const actors = directoryOf(await Promise.all(standing));

interface Transcript {
  readonly example: string;
  readonly prompt: string;
  readonly sent: unknown;
}

const slugs = await actorSlugs();

describe("what is sent to the model", () => {
  for (const slug of slugs) {
    test(`by ${slug}`, async () => {
      const actor = (await loadActor(slug)) as Actor;
      const transcripts = await transcriptsOf(actor);
      const file = new URL(`../fixtures/${slug}/model/transcript.json`, import.meta.url);
      if (transcripts.length === 0) return expect(existsSync(file)).toBeFalse();
      if (process.env["UPDATE"] === "1") await writeFile(file, `${JSON.stringify(transcripts, null, 2)}\n`);
      const kept: Transcript[] = JSON.parse(await readFile(file, "utf8"));
      expect(transcripts).toEqual(kept);
    });
  }
});

async function transcriptsOf(actor: Actor): Promise<Transcript[]> {
  const answers = await readAnswers(actor.slug);
  const transcripts: Transcript[] = [];
  await using upstream = await recordedUpstream(await readExchanges(actor.slug));
  for (const { title, input } of actor.examples.filter((example) => asksModel(actor, example.input))) {
    await using lent = await lentModel({ say: answers[title] });
    const context = { ...contextFor(actor, upstream), catalog: async () => catalog, actors, llm: lent.llm };
    const { report } = await runActor(actor, input, context);
    expect(lent.server.asked).toHaveLength(1);
    transcripts.push({ example: title, prompt: String(report?.["prompt"]), sent: lent.server.asked[0]?.body });
  }
  return transcripts;
}
