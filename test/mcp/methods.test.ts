/** Methods that OpenAPI knows since 3.2: what is no GET is never read, whatever its description calls it. */
import { expect, test } from "bun:test";
import { callView, toolFor } from "../../src/mcp/shapes.ts";
import { described, emptyShelf } from "../catalog/support.ts";

const operation = { operationId: "op", summary: "Do it", responses: { 200: { description: "Done" } } };

async function specOf(item: object) {
  using shelf = emptyShelf();
  await shelf.build([described("pets.dev", { openapi: "3.2.0", paths: { "/a": item } })]);
  using catalog = shelf.open();
  return (await catalog.spec("pets-dev--op"))!;
}

test.each([
  ["GET", { get: operation }, "read_api"],
  ["QUERY", { query: operation }, "call_api"],
  ["COPY", { additionalOperations: { COPY: operation } }, "call_api"],
  ["get", { additionalOperations: { get: operation } }, "call_api"],
])("%s is called by its own tool", async (method, item, tool) => {
  const spec = await specOf(item);
  expect(toolFor(spec)).toBe(tool as never);
  expect(callView(spec, "pets-dev--op")).toMatchObject({ method, name: "Do it", call_with: tool });
});
