/** A description in several files is one: its references lead to the other files, and never out of their folder. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { addToCatalog, type CommandWorld } from "../../src/catalog/import/commands.ts";
import { inputSchema } from "../../src/catalog/spec/definitions.ts";
import type { ReadFault } from "../../src/catalog/import/read-document.ts";
import { NOW } from "./support.ts";

let folder: string;
let faults: ReadFault[];
let world: CommandWorld;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "several-files-"));
  faults = [];
  world = {
    path: join(folder, "data/catalog.sqlite"),
    now: () => NOW,
    fetchText: () => Promise.reject(new Error("nothing is fetched")),
    onFault: (fault) => void faults.push(fault),
  };
  mkdirSync(join(folder, "data"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

async function specOf(slug: string): Promise<Readonly<Record<string, any>>> {
  const catalog = openCatalog(world.path, () => 0);
  const fragment = structuredClone({ ...(await catalog.spec(slug))! });
  catalog.close();
  expect(await new Validator().validate(structuredClone(fragment))).toMatchObject({ valid: true });
  return fragment;
}

const ROOT = `openapi: 3.0.3
info: { title: Tea Shop, version: "1" }
servers: [{ url: https://api.teashop.dev }]
paths:
  /teas/{id}: { $ref: paths/tea.yaml }
components:
  schemas:
    Maker: { type: object, properties: { name: { type: string } } }
`;
const FILES = {
  "api/openapi.yaml": ROOT,
  "api/paths/tea.yaml": `parameters: [{ $ref: "../shared.yaml#/parameters/Id" }]
put:
  operationId: putTea
  summary: Put a tea
  requestBody: { content: { application/json: { schema: { $ref: ../schemas/Tea.json } } } }
  responses: { "200": { $ref: "../shared.yaml#/responses/Done" } }
`,
  "api/schemas/Tea.json": JSON.stringify({
    type: "object",
    properties: {
      leaf: { $ref: "#/definitions/Leaf" },
      blend: { type: "array", items: { $ref: "Tea.json" } },
      maker: { $ref: "../openapi.yaml#/components/schemas/Maker" },
    },
    definitions: { Leaf: { type: "string", maxLength: 9 } },
    example: { $ref: "nothing.json" },
  }),
  "api/shared.yaml": `parameters:
  Id: { name: id, in: path, required: true, schema: { type: integer } }
responses:
  Done: { description: Done }
`,
};

test.each(["api/openapi.yaml", "api"])("%s is added with all that it is made of", async (from) => {
  write(FILES);
  const report = await addToCatalog(world, join(folder, from));
  expect([report.entries, report.skipped, faults]).toEqual([1, {}, []]);
  const schema = inputSchema(await specOf("teashop-dev--puttea")) as Record<string, any>;
  expect(schema.properties.params.properties).toEqual({ id: { type: "integer" } });
  expect(schema.properties.body).toEqual({ $ref: "#/$defs/Tea" });
  expect(schema.$defs).toMatchObject({
    Tea: {
      properties: {
        leaf: { $ref: "#/$defs/Leaf" },
        blend: { items: { $ref: "#/$defs/Tea" } },
        maker: { $ref: "#/$defs/Maker" },
      },
    },
    Leaf: { type: "string", maxLength: 9 },
    Maker: { properties: { name: { type: "string" } } },
  });
});

test("nothing outside of the folder is read, nor by a link", async () => {
  write({
    "secret.yaml": "type: string\ndescription: confidential\n",
    "api/openapi.yaml": `${ROOT.replace("paths/tea.yaml", '"#/components/x-items/tea"')}  x-items:
    tea:
      post:
        operationId: postTea
        parameters:
          - { name: up, in: query, schema: { $ref: ../secret.yaml } }
          - { name: whole, in: query, schema: { $ref: ${join(tmpdir(), "secret.yaml")} } }
          - { name: link, in: query, schema: { $ref: link.yaml } }
          - { name: gone, in: query, schema: { $ref: gone.yaml } }
          - { name: web, in: query, schema: { $ref: "https://schemas.teashop.dev/secret.yaml" } }
        responses: {}
`,
  });
  symlinkSync(join(folder, "secret.yaml"), join(folder, "api/link.yaml"));
  await addToCatalog(world, join(folder, "api/openapi.yaml"));
  const fragment = await specOf("teashop-dev--posttea");
  expect(JSON.stringify(fragment)).not.toContain("confidential");
  const { properties } = (inputSchema(fragment) as Record<string, any>).properties.params;
  const nowhere = { description: "Not described: the reference leads nowhere." };
  expect(properties).toMatchObject({ up: nowhere, whole: nowhere, link: nowhere, gone: nowhere, web: nowhere });
});

test("a file that cannot be read is named", async () => {
  write({ ...FILES, "api/shared.yaml": "parameters: [\n" });
  const file = join(folder, "api/shared.yaml");
  await expect(addToCatalog(world, join(folder, "api/openapi.yaml"))).rejects.toThrow(
    `It refers to "${file}": The text`,
  );
});

test("what none refers to and is no description is told, as before", async () => {
  write({ ...FILES, "api/notes.yaml": "a: 1\n" });
  await addToCatalog(world, join(folder, "api"));
  expect(faults).toMatchObject([{ name: join(folder, "api/notes.yaml") }]);
});
