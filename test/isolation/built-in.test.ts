/** The eighteen built-in actors say the same behind the fence as in the hub's process, on their recorded upstreams. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { bundleActor } from "../../src/isolation/bundle.ts";
import { createIsolation } from "../../src/isolation/isolation.ts";
import { createPool } from "../../src/isolation/pool.ts";
import { createDeaths } from "../../src/isolation/deaths.ts";
import { createSlots } from "../../src/isolation/slots.ts";
import { descriptionOf } from "../../src/isolation/child/describe.ts";
import type { Actor } from "../../src/runtime/actor.ts";
import { inputValidator } from "../../src/runtime/schema.ts";
import { actorSlugs, loadActor } from "../support/actor-files.ts";
import { contextFor, runActor } from "../support/actor-context.ts";
import { directoryOf, writtenActors } from "../support/actor-directory.ts";
import { asksModel, lentModel, readAnswers } from "../support/model-answers.ts";
import { SILENT } from "../support/operations.ts";
import { readExchanges, recordedUpstream } from "../support/recorded-upstream.ts";
import { smallCatalog } from "../support/small-catalog.ts";
import { ACTORS, NO_FENCE } from "./support.ts";

const LIMIT_MS = 60_000;

describe.skipIf(NO_FENCE !== undefined)(`a built-in actor${NO_FENCE ? ` (skipped: ${NO_FENCE})` : ""}`, async () => {
  const isolation = createIsolation({ mayBeWeak: false, clock: { now: Date.now }, log: SILENT });
  const catalog = await smallCatalog();
  const fence = await isolation.fence();
  const slots = createSlots(16);
  const actors = directoryOf(await writtenActors());
  afterAll(async () => {
    catalog[Symbol.dispose]();
    await isolation[Symbol.asyncDispose]();
  });

  test.each(await actorSlugs())(
    "%s says the same behind the fence",
    async (slug) => {
      const actor = (await loadActor(slug)) as Actor;
      const folder = await Bun.file(join(ACTORS, slug, "index.ts")).exists();
      const file = join(ACTORS, folder ? `${slug}/index.ts` : `${slug}.ts`);
      const { code, faults } = await bundleActor(file, { root: ACTORS, level: "own" });
      expect(faults).toEqual([]);
      // Its price depends on its input, which the fence refuses of others: the wire itself is judged here.
      const description = JSON.stringify(descriptionOf(actor));
      await using pool = createPool({
        fence,
        slots,
        deaths: createDeaths({ now: Date.now, warn: () => undefined }),
        now: Date.now,
        died: (slugs, cause, detail) => console.log(slugs, cause, detail),
        bundleOf: () => ({ code, description }),
      });
      const fenced = {
        ...actor,
        run: (input: unknown, context: Parameters<Actor["run"]>[1]) =>
          pool.perform({ slug, act: "run", input, limitMs: 30_000, signal: context.signal, context, llm: true }),
      };
      await using upstream = await recordedUpstream(await readExchanges(slug));
      await using model = await lentModel();
      const answers = await readAnswers(slug);
      for (const { title, input } of actor.examples) {
        model.server.script({ say: answers[title] ?? {} });
        const lent = { ...contextFor(actor, upstream), catalog: async () => catalog, actors };
        const context = asksModel(actor, input) ? { ...lent, llm: model.llm } : lent;
        expect(inputValidator(actor.input)(input).ok).toBe(true);
        const inProcess = await runActor(actor, structuredClone(input), context);
        const apart = await runActor(fenced, structuredClone(input), context);
        expect(JSON.parse(JSON.stringify(apart))).toEqual(JSON.parse(JSON.stringify(inProcess)));
      }
    },
    LIMIT_MS,
  );
});
