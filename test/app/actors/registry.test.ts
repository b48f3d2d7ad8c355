import { expect, test } from "bun:test";
import { upstreamsOf } from "../../../src/app/actors/registry.ts";
import { loadConfig } from "../../../src/app/settings/config.ts";

test.each([
  [{}, "https://en.wikipedia.org", "https://www.wikidata.org"],
  [{ WIKIPEDIA_URL: "http://10.0.0.1:8080" }, "http://10.0.0.1:8080", "http://10.0.0.1:8080"],
  [{ WIKIDATA_URL: "http://10.0.0.2" }, "https://en.wikipedia.org", "http://10.0.0.2"],
  [{ WIKIPEDIA_URL: "http://10.0.0.1", WIKIDATA_URL: "http://10.0.0.2" }, "http://10.0.0.1", "http://10.0.0.2"],
])("with %j Wikipedia is asked at %s and Wikidata at %s", (settings, wikipedia, wikidata) => {
  const upstreams = upstreamsOf(loadConfig(settings));
  expect(upstreams.get("https://en.wikipedia.org")).toBe(wikipedia);
  expect(upstreams.get("https://www.wikidata.org")).toBe(wikidata);
});
