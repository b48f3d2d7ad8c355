/** The whole catalogue against an independent judge; skipped where none was built (`bun run catalog import`). */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { openCatalog } from "../../src/catalog/file-catalog/catalog.ts";
import { buildRequest } from "../../src/proxy/request/build.ts";
import { readOperation } from "../../src/proxy/request/operation.ts";
import { shownBody } from "../../src/proxy/answer.ts";
import { playCount } from "../support/long.ts";
import { randomOf } from "../support/random.ts";
import { describe, faultsOfRequest } from "./described.ts";
import { makeInput } from "./generate.ts";

const PATH = process.env.CATALOG_FILE ?? new URL("../../data/catalog.sqlite", import.meta.url).pathname;
const isBuilt = existsSync(PATH);
if (!isBuilt)
  console.warn("Skipping random entries of the catalogue: none is built. `bun run catalog import` builds it.");

/** Judging takes Ajv most of the time. */
const ENTRIES = playCount("PROXY_ENTRIES", { short: 80, long: 2_000 });
const SENDER = { credentials: {}, userAgent: "hub" };

test.skipIf(!isBuilt)(
  "of random entries, what valid input builds satisfies the entry's own description, and what is missing is named",
  async () => {
    const random = randomOf(20_260_101);
    const catalog = openCatalog(PATH, random);
    const wrong: string[] = [];
    const unnamed: string[] = [];
    for (let built = 0; built < ENTRIES;) {
      const entry = catalog.random();
      const spec = entry && (await catalog.spec(entry.slug));
      if (entry === undefined || spec === undefined) throw new Error("The catalogue is empty");
      const description = describe(spec);
      const input = makeInput(description, random);
      if (input === undefined) continue; // No valid input can be made up for it.
      built++;
      const operation = readOperation(entry, spec);
      const wanted = input.contentType?.includes("*") === false ? { "content-type": input.contentType } : {};
      const { params, body } = input;
      const result = buildRequest(operation, { params, body, headers: wanted }, SENDER);
      if (!result.ok) wrong.push(`${entry.slug}: ${JSON.stringify(result.issues[0])}`);
      else {
        const { method, url, headers } = result.request;
        const faults = faultsOfRequest(description, { method, url, headers, body: shownBody(result.request.body) });
        if (faults.length > 0) wrong.push(`${entry.slug}: ${faults[0]}`);
      }
      const required = operation.parameters.find(
        (one) => one.required && one.fallback === undefined && one.in === "path",
      );
      if (required === undefined) continue;
      const { [required.name]: _, ...rest } = params;
      const lacking = buildRequest(operation, { params: rest, body }, SENDER);
      const pointers = lacking.ok ? [] : lacking.issues.map(({ pointer }) => pointer);
      if (!pointers.some((pointer) => pointer === `/params/${required.name.replaceAll("/", "~1")}`))
        unnamed.push(entry.slug);
    }
    catalog.close();
    expect({ wrong, unnamed }).toEqual({ wrong: [], unnamed: [] });
  },
  600_000,
);
