/** Operations that are read by GET and change something all the same, as every action of Amazon's older services is. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { toolFor } from "../../src/mcp/shapes.ts";
import { onlyReads } from "../../src/runtime/entries/only-reads.ts";
import { connectKey, send } from "../connections/support.ts";
import { type EchoWorld, startEchoWorld } from "../support/echo-upstream.ts";

const action = (name: string, method = "get") => ({
  [method]: {
    operationId: name,
    summary: `${name} of this service`,
    security: [{ key: [] }],
    parameters: [{ in: "query", name: "Action", required: true, schema: { type: "string", enum: [name] } }],
    responses: { 200: { description: "ok" } },
  },
});
const LIST = "echo-dev--listthings";
const DELETE = "echo-dev--deletething";

let world: EchoWorld;
beforeAll(async () => {
  world = await startEchoWorld(
    {
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Echo-Key" } } },
      paths: { "/#Action=ListThings": action("ListThings"), "/#Action=DeleteThing": action("DeleteThing") },
    },
    { reply: (_, response) => void response.writeHead(502).end() },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ["GET", "/#Action=DescribeInstances", true],
  ["HEAD", "/things", true],
  ["GET", "/things?Action=GetQueueUrl", true],
  ["GET", "/#Action=GetThing&Version=1", true],
  ["GET", "/#Action=DeleteUser", false],
  ["GET", "/#Action=ListenForever", false],
  ["GET", "/#Action=ReceiveMessage", false],
  ["POST", "/#Action=DescribeInstances", false],
])("%s %s only reads: %p", (method, path, expected) => expect(onlyReads({ method, path })).toBe(expected));

test("what fails is sent again where it only reads, and never where it may have been carried out", async () => {
  const sentBy = async (slug: string) => {
    const before = world.seen.length;
    await world.call(slug, { connection: "none" });
    return world.seen.slice(before).map(({ url }) => url);
  };
  expect(await sentBy(LIST)).toEqual(["/base/?Action=ListThings", "/base/?Action=ListThings"]);
  expect(await sentBy(DELETE)).toEqual(["/base/?Action=DeleteThing"]);
});

test("an agent is not sent to the tool that only reads", () => {
  const toolOf = (name: string) => toolFor({ paths: { [`/#Action=${name}`]: action(name) } });
  expect([toolOf("ListThings"), toolOf("DeleteThing")]).toEqual(["read_api", "call_api"]);
});

test("a connection for reading only carries no such call", async () => {
  await connectKey(world, "sk_of_the_actions_1234", { for: LIST, label: "reading", get_only: true });
  const outcomeOf = async (slug: string) => {
    const { code, upstream } = await (await world.call(slug, {})).json();
    return upstream?.status ?? code;
  };
  expect([await outcomeOf(LIST), await outcomeOf(DELETE)]).toEqual([502, "connection_not_allowed"]);
  await send(world, "DELETE", "connections/reading/");
});
