import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ActorContext } from "../../src/runtime/actor.ts";
import { beginSpan, inSpan } from "../../src/runtime/span.ts";
import { createTracer, type EndedSpan } from "../../src/traces/tracer.ts";
import { actorText, type FencedFolder, fencedFolder, NO_FENCE, runIn, served } from "./support.ts";

describe.skipIf(NO_FENCE !== undefined)("a run behind the fence that is traced", () => {
  let folder: FencedFolder;
  beforeAll(async () => {
    folder = await fencedFolder();
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  test("has its upstream calls under its own request, though another run of the same child asks meanwhile", async () => {
    const fenced = await folder.open(
      actorText(`async ({ q }, context) => [{ status: (await context.fetch("https://" + q + ".example/")).status }]`),
    );
    const actor = served(fenced.actors[0]);
    const taken: EndedSpan[] = [];
    const tracer = createTracer({ share: 1, salt: "", take: (span) => void taken.push(span), drop: () => undefined });
    const bothAsk = Promise.withResolvers<void>();
    let asking = 0;
    const fetch: ActorContext["fetch"] = (url) =>
      inSpan(beginSpan(`GET ${new URL(url).hostname}`, "client"), async () => {
        if (++asking === 3) bothAsk.resolve();
        await bothAsk.promise;
        return { url, status: 200, headers: new Headers(), bytes: Buffer.from("") };
      });
    const run = (q: string) => runIn(actor, { q }, { fetch });
    await Promise.all([
      ...["one", "two"].map((q) => inSpan(tracer.root(`request ${q}`, "server", undefined), () => run(q))),
      run("untraced"),
    ]);

    const above = ({ parentId }: EndedSpan) => taken.find(({ spanId }) => spanId === parentId);
    const ways = taken
      .filter(({ name }) => name.startsWith("GET"))
      .map((span) => {
        const fence = above(span);
        return [span.name, fence?.name, fence?.facts["hub.operation"], fence && above(fence)?.name].join(" < ");
      });
    expect(ways.sort()).toEqual([
      "GET one.example < fenced run < probe < request one",
      "GET two.example < fenced run < probe < request two",
    ]);
  });
});
