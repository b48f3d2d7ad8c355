/** Several things by their ids, and members of lists that are written with a figure. */
import { expect, test } from "bun:test";
import { list, object, oneOf, operationOf, sent, text, whole } from "./sent.ts";

test("numbers behind the plural of what is listed are ids, and one before it is how many", () => {
  const crews = operationOf("/crews", { ids: { ...text, description: "Comma-separated list of ids." }, limit: whole });
  expect(sent("crews 5, 8 and 13", crews)).toEqual({ ids: "5,8,13" });
  expect(sent("13 crews", crews)).toEqual({ limit: 13 });
});

test("a member with a figure is said as it is written", () => {
  const clips = operationOf("/clips/license", { size: oneOf("web", "hd", "4k"), ids: list });
  expect(sent("license the clip in 4k", clips)).toEqual({ size: "4k" });
  expect(sent("license 4 clips", clips)).toEqual({});
});

test("behind the name of a list all members are meant that are joined", () => {
  const areas = { type: "array", items: oneOf("routes", "assets", "hooks") };
  const sites = operationOf("/routes/publish", {}, object({ areas, note: text }));
  expect(sent("publish with the areas assets, routes and hooks", sites) as object).toEqual({
    body: { areas: ["assets", "routes", "hooks"] },
  });
  expect(sent("publish with the areas assets and colours", sites) as object).toEqual({ body: { areas: ["assets"] } });
});
