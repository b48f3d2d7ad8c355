import { expect, test } from "bun:test";
import { contentStems } from "../../src/catalog/words/stems.ts";
import { splitIdentifier, wordsOf } from "../../src/catalog/words/words.ts";

test.each([
  ["GET_RunInstances", "GET Run Instances"],
  ["files.listByUser", "files list By User"],
  ["describeDBClusters", "describe DB Clusters"],
  ["createVPC2Endpoint", "create VPC2 Endpoint"],
  ["Search GIFs", "Search GIFs"],
  ["getURLsById", "get URLs By Id"],
  ["listVMs", "list VMs"],
  ["DNSRecords", "DNS Records"],
])("%s is taken apart between its words, and no plural of an acronym is", (identifier, words) => {
  expect(splitIdentifier(identifier)).toBe(words);
});

test("what shows nothing within a word, as copied from a page, parts no word", () => {
  expect(wordsOf("trans\u00adla\u00adtion of doc\u2060u\ufeffments")).toEqual(["translation", "of", "documents"]);
  // Where a line may break there is a blank for who reads.
  expect(wordsOf("weather\u200bforecast")).toEqual(["weather", "forecast"]);
});

test("a phone call is sought by its name", () => {
  expect(contentStems("make a phone call")).toEqual(["phone", "call"]);
});
