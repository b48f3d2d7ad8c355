/** Members of lists that are written with a figure. */
import { expect, test } from "bun:test";
import { list, object, oneOf, operationOf, sent, text } from "../sent.ts";

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
