import { expect, test } from "bun:test";
import type { Candidate } from "../../../src/dynamic-tools/rank/candidate-match.ts";
import { isAllowed, OF_ENTRY } from "../../../src/dynamic-tools/rank/ranking-signals.ts";
import { candidate, entryOf } from "../found.ts";

test("nobody says the versions and forms of a path", () => {
  const unsaid = (path: string) =>
    OF_ENTRY.unsaidPath(candidate("list the messages of my account", entryOf("GET", "List Message", path)));
  expect(unsaid("/2010-04-01/Accounts/{Sid}/Messages.json")).toBe(0);
  expect(unsaid("/api/v2/rest/accounts/{id}/messages")).toBe(0);
  expect(unsaid("/v1/accounts/{id}/messages/media")).toBeCloseTo(Math.log(2));
  expect(unsaid("/#X-Amz-Target=AWSMailFrontend_20170701.ListMessages")).toBe(0);
});

test("a word is said by another one for the same thing", () => {
  const unsaid = (name: string) => OF_ENTRY.unsaid(candidate("send an sms", entryOf("POST", name, "/messages")));
  expect(unsaid("Send Message")).toBe(0);
  expect(unsaid("Send Fax")).toBeCloseTo(Math.log(2));
});

test("of several APIs of a service that is named, the one with a name of its own is meant less", () => {
  const unsaid = (words: string, apiTitle: string, known: readonly string[] = ["crm"]) => {
    const entry = { ...entryOf("POST", "Create", "/messages"), apiTitle };
    const brands = { known, has: () => known.length > 0 };
    return OF_ENTRY.unsaidApi({ ...candidate(words, entry), brands } as unknown as Candidate); // Only these are read.
  };
  expect(unsaid("send an sms with crm", "CRM API 2.0")).toBe(0);
  expect(unsaid("send an sms with crm", "CRM Supersim")).toBeCloseTo(Math.log(2));
  expect(unsaid("send an sms with crm supersim", "CRM Supersim")).toBe(0);
  expect(unsaid("send an sms", "CRM Supersim", [])).toBe(0);
});

test("an identifier has its verb before what it is all of, or by which", () => {
  const saysVerb = (name: string) =>
    OF_ENTRY.saysVerb(candidate("list the machines", entryOf("GET", name, "/machines")));
  expect(saysVerb("Machines_List")).toBe(1);
  expect(saysVerb("Machines_ListAll")).toBe(1);
  expect(saysVerb("Machines_ListByRegion")).toBe(1);
  expect(saysVerb("Machines_ListUpdates")).toBe(0);
});

test("a thing that a wish begins with is no verb", () => {
  const ofLanguage = candidate(
    "language 8f0c77, even if it was deleted",
    entryOf("PATCH", "Partially update the language", "/languages/{id}"),
  );
  expect(OF_ENTRY.saysVerb(ofLanguage)).toBe(0);
});

test("what is mine may be said by the path as that of the current user", () => {
  const unsaid = (words: string) =>
    OF_ENTRY.unsaidPath(candidate(words, entryOf("GET", "Get", "/users/current/albums/{id}")));
  expect(unsaid("my album 1501")).toBe(0);
  expect(unsaid("album 1501")).toBeGreaterThan(0);
});

test("whose things they are is said with my, and a verb of making with any other", () => {
  const unsaid = (words: string, name: string) => OF_ENTRY.unsaid(candidate(words, entryOf("POST", name, "/messages")));
  const own = "List messages for the authenticated user";
  expect(unsaid("list my messages", own)).toBe(0);
  expect(unsaid("list messages", own)).toBeGreaterThan(0);
  expect(unsaid("send a message", "Post message")).toBe(0);
  expect(unsaid("show a message", "Post message")).toBeGreaterThan(0);
});

test("a verb of another language says what a name begins with, and allows nothing by it", () => {
  const says = (words: string, name: string) => OF_ENTRY.saysVerb(candidate(words, entryOf("POST", name, "/cards")));
  expect(says("erstelle eine karte", "Create a card")).toBe(1);
  expect(says("crea una tarjeta", "Create a card")).toBe(1);
  expect(says("mueve la tarjeta", "Create a card")).toBe(0);
  const deletes = entryOf("DELETE", "Delete a droplet", "/droplets/{id}");
  expect(isAllowed(candidate("apaga el droplet 5", deletes))).toBe(false);
});

test("a partial update does what a change asks for", () => {
  const of = candidate("update the webhook 91", entryOf("PATCH", "Partial update webhook", "/webhooks/{id}/"));
  expect([OF_ENTRY.saysVerb(of), OF_ENTRY.sameEffect(of)]).toEqual([1, 1]);
});

test.each<[string, string, string, boolean]>([
  ["comments on the video 5", "PUT", "Update a comment", false],
  ["YouTube comments on the video 5", "PUT", "Update a comment", false],
  ["my return policies", "PUT", "Update a return policy", false],
  ["quotes by Einstein", "POST", "Create a quote", false],
  ["board members of the company 5", "POST", "Company board members", true],
  ["webhooks for app 5 set the target url", "PUT", "Configure webhooks", true],
  ["comments on the video 5", "GET", "List comments", true],
])("%s: %s %s may be meant: %p", (words, method, name, may) => {
  expect(isAllowed(candidate(words, entryOf(method, name, "/things/{id}")))).toBe(may);
});
