/** Operations that would do more than was asked, or sooner. */
import { expect, test } from "bun:test";
import { changesInstead, keepsInstead } from "../../../src/dynamic-tools/rank/instead.ts";
import { isOfMore, isOfUntold } from "../../../src/dynamic-tools/rank/id-unplaced.ts";
import {
  isOfNobody,
  isOfOtherThings,
  isOfOneself,
  isOfUnsaidPart,
  isSentNow,
  isTooEarly,
  takesOtherwise,
} from "../../../src/dynamic-tools/rank/unsafe.ts";
import { deletesNothingSaid } from "../../../src/dynamic-tools/words/wish/taken-out.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";
import { candidate, entryOf, said } from "../found.ts";
import { flag, operationOf, text } from "../sent.ts";

const isOther = (text: string, entry: Entry) => isOfOtherThings(candidate(text, entry));

const deleteCard = entryOf("DELETE", "Delete a card", "/cards/{cardId}");
const deleteMember = entryOf("DELETE", "Archive list member", "/lists/{list_id}/members/{hash}");
const moveAll = entryOf("POST", "addListsMoveAllCards", "/lists/{idList}/moveAllCards");
const cancelJob = entryOf("POST", "Cancel all builds in the job", "/projects/{id}/jobs/{job_id}/cancel");
const deleteCache = entryOf("DELETE", "DELETE /projects/{id}/job-cache", "/projects/{id}/job-cache");
const deleteTestJob = entryOf("DELETE", "Delete a test job", "/test-jobs/{id}");

test.each([
  ["delete contact 501", deleteCard, true],
  ["delete the contact with id 501", deleteCard, true],
  ["delete the card 501", deleteCard, false],
  ["delete the weather", deleteCard, true],
  ["delete the card", deleteCard, false],
  ["delete my old cards", deleteCard, false],
  ["delete the card named ct-room2", deleteCard, false],
  ["delete 501", deleteCard, false],
  ["archive the list 5f1", deleteMember, true],
  ["lösche die Liste 5f1", deleteMember, true],
  ["archive the list member 5f1", deleteMember, false],
  ["delete the member 5f1 of list 7", deleteMember, false],
  ["unsubscribe from list 5f1", deleteMember, false],
  ["move card 5f1 to list 6a2", moveAll, true],
  ["move all cards to list 6a2", moveAll, false],
  ["move the cards of list 6a2", moveAll, false],
  ["cancel job 8812 of project 4321", cancelJob, false],
  ["cancel build 8812 of project 4321", cancelJob, true],
  ["cancel job 1042", deleteCache, true],
  ["delete the job 1042", deleteCache, true],
  ["delete the job cache of project 5", deleteCache, false],
  ["delete the job 1042", deleteTestJob, false],
] as const)("an operation on other things, or on all of them: %s", (text, entry, isOf) => {
  expect(isOther(text, entry)).toBe(isOf);
});

test.each([
  ["remove the file from the card", deleteCard, true],
  ["remove the sticker smile from acme card 5f1", deleteCard, true],
  ["entferne die Datei von der Karte 5f1", deleteCard, true],
  ["entferne die Datei vom Brett der Karte 5f1", deleteCard, true],
  ["supprime l'étiquette bleue de la carte 5f1", deleteCard, true],
  ["elimina el archivo de la tarjeta 5f1", deleteCard, true],
  ["elimina el archivo del tarjetero 5f1", deleteCard, true],
  ["remove o arquivo do cartão 5f1", deleteCard, true],
  ["rimuovi il file dalla scheda 5f1", deleteCard, true],
  ["remove the card from the list", deleteCard, false],
  ["remove all of the cards", deleteCard, false],
  ["remove bob from the card", deleteCard, false],
  ["remove the old card from my list", deleteCard, false],
] as const)("what is taken out of a thing deletes not the thing: %s", (text, entry, isOf) => {
  expect(isOther(text, entry)).toBe(isOf);
});

test.each([
  ["star the file 5", "files copy", true],
  ["rename file 5 to plan", "Duplicate a file", true],
  ["copy the file 5", "files copy", false],
  ["save file 5 as a new one", "files copy", false],
] as const)("who changes a thing wants no other one made of it: %s", (words, name, keeps) => {
  expect(keepsInstead({ entry: entryOf("POST", name, "/files/{id}/copy"), said: said(words) })).toBe(keeps);
});

const updatePage = entryOf("PATCH", "Update a page", "/pages/{id}");

test.each([
  ["create a page under the page abc123", updatePage, true],
  ["add a page below the page abc123", updatePage, true],
  ["erstelle eine Seite unter der Seite abc123", updatePage, true],
  ["schedule a meeting for tomorrow", entryOf("PATCH", "meetings.update", "/meetings/{id}"), true],
  ["create a page under the page abc123", entryOf("GET", "Retrieve a page", "/pages/{id}"), true],
  ["create a page under the page abc123", entryOf("POST", "Create a page", "/pages"), false],
  ["create a page", entryOf("PUT", "Create or update a page", "/pages/{id}"), false],
  ["add a tag to the page abc123", updatePage, false],
  ["schedule the campaign abc123 for Friday", entryOf("PATCH", "Update a campaign", "/campaigns/{id}"), false],
  ["change the title of the page abc123", updatePage, false],
] as const)("what shall be made changes nothing that is there: %s", (text, entry, isOf) => {
  expect(changesInstead({ entry, said: said(text) })).toBe(isOf);
});

const cancel = { entry: entryOf("DELETE", "Delete a subscription", "/subscriptions/{id}") };
const update = { entry: entryOf("POST", "Update a subscription", "/subscriptions/{id}") };

test("what is deleted stands before the name of the service, too", () => {
  const found = candidate("supprime la réunion acme 5", entryOf("DELETE", "Delete a room", "/rooms/{id}"));
  expect(isOfOtherThings({ ...found, brands: { known: ["acme"] } })).toBe(true);
});

test.each([
  "cancel the subscription sub_1 at period end",
  "cancel the subscription sub_1 at the end of the month",
  "cancel my subscription sub_1 when the trial ends",
  "delete the branch dev1 once it is merged",
  "delete the message m12 in 5 minutes",
  "cancel the subscription sub_1, but not right now",
  "kündige das Abo sub_1 zum Monatsende",
  "kündige das Abo sub_1 zum Ende des Zeitraums",
  "cancela la suscripción sub_1 al final del periodo",
  "annule l'abonnement sub_1 à la fin de la période",
  "annule l'abonnement sub_1, pas tout de suite",
  "cancele a assinatura sub_1 no fim do período",
  "annulla l'abbonamento sub_1 alla fine del mese",
  "if the payment fails, cancel the subscription sub_1",
  "cancel the subscription sub_1 if the payment fails",
  "cancel the subscription sub_1 when bob says so",
  "borra la tarjeta 5 si es antigua",
  "supprime la carte 5 s'il est vide",
  "apague o cartão 5 se estiver vazio",
  "wenn die Zahlung fehlschlägt, kündige sub_1: cancel it",
])("what shall be deleted later is not deleted now: %s", (text) => {
  expect(isTooEarly({ ...cancel, said: said(text) }, [])).toBe(true);
});

test("an operation that takes the moment may delete later", () => {
  const slots = slotsOf(operationOf("/subscriptions/{id}", { cancel_at_period_end: flag }));
  const later = said("cancel the subscription sub_1 at period end");
  expect(isTooEarly({ ...update, said: later }, slots)).toBe(false);
  expect(isTooEarly({ ...update, said: later }, [])).toBe(true);
});

test.each([
  ["schedule a tweet for 2026-05-01", {}, true],
  ["schedule a tweet for 2026-05-01", { send_at: text }, false],
  ["schedule a tweet", {}, false],
  ["post a tweet about 2026-05-01", {}, false],
] as const)("what shall be sent later is not sent now: %s, %p", (words, query, is) => {
  const tweet = { entry: entryOf("POST", "Create a tweet", "/tweets"), said: said(words) };
  expect(isSentNow(tweet, slotsOf(operationOf("/tweets", query)))).toBe(is);
});

test.each([
  "cancel the subscription sub_1",
  'delete the task "when the rain ends"',
  "lösche die Karte 5 jetzt",
  "borra la tarjeta 5 de la lista",
  "supprime la carte 5 du tableau",
  "delete the webhook that fires when the build ends",
  "delete the card 5 if it exists",
  "delete the card 5, if possible",
])("what is deleted now: %s", (text) => {
  expect(isTooEarly({ ...cancel, said: said(text) }, [])).toBe(false);
});

test.each([
  ["delete reports/may.csv from the bucket logs", "Delete Bucket Inventory Configuration", true],
  ["delete reports/may.csv from the bucket logs", "Delete Object", false],
  ["remove src/old.ts from acme/web", "Delete a file", false],
  ["remove src/old.ts from acme/web", "Delete a deployment", true],
] as const)("who deletes a file deletes nothing else of where it is: %s", (words, name, isOf) => {
  const entry = entryOf("DELETE", name, "/buckets/{id}/things/{key}");
  expect(isOfNobody(candidate(words, entry), () => [], false)).toBe(isOf);
});

test("what is done against somebody is not done to oneself", () => {
  const disable = candidate("disable the crm user bob", entryOf("POST", "Two Factor Disable", "/profile/tfa-disable"));
  expect(isOfOneself(disable, () => [], false)).toBe(true);
  expect(isOfOneself(disable, () => ["bob"], false)).toBe(false);
  expect(isOfOneself(disable, () => [], true)).toBe(false);
  expect(isOfOneself(candidate("disable two factor", disable.entry), () => [], false)).toBe(false);
});

test.each([
  ["archive acme list 60aa33ff", "addListsArchiveAllCards", true],
  ["archive the cards of list 60aa33ff", "addListsArchiveAllCards", false],
] as const)("nothing is done to all that a list holds: %s", (words, name, isOf) => {
  expect(isOther(words, entryOf("POST", name, "/lists/{idList}/archiveAllCards"))).toBe(isOf);
});

test("what is told by its id is deleted by nothing that takes no id", () => {
  const emptyTrash = candidate("delete file 5f1a", entryOf("DELETE", "files emptyTrash", "/files/trash"));
  expect(isOfUntold(emptyTrash, () => false, false)).toBe(true);
  expect(isOfUntold(emptyTrash, () => false, true)).toBe(false);
  expect(isOfUntold(emptyTrash, () => true, false)).toBe(false);
  expect(isOfUntold(candidate("empty the trash", emptyTrash.entry), () => false, false)).toBe(false);
});

test.each([
  ["delete", true],
  ["delete it", true],
  ["delete everything", true],
  ["löschen", true],
  ["borrar todo", true],
  ["delete the todo", false],
  ["delete my files", false],
  ["delete 5", false],
  ["show everything", false],
] as const)("who says not what is to be deleted deletes nothing: %s", (text, is) => {
  expect(deletesNothingSaid(said(text))).toBe(is);
});

test("who is removed from something is removed, and nothing else of it", () => {
  const isRefused = (text: string, entry: Entry, asks = false) => isOfNobody(candidate(text, entry), () => [], asks);
  const kick = entryOf("POST", "Remove a member from an organization", "/orgs/{org}/removeMember");
  const pins = entryOf("POST", "pins.remove", "/pins.remove");
  expect(isRefused("remove bob from the org 5", kick, true)).toBe(false);
  expect(isRefused("remove bob from the org 5", kick)).toBe(true);
  expect(isRefused("remove bob from the channel 5", pins, true)).toBe(true);
  expect(isRefused("remove pins from the channel 5", pins)).toBe(false);
  expect(isRefused("remove the pin 7 from the channel 5", pins)).toBe(false);
  expect(isRefused("show bob of the channel 5", pins)).toBe(false);
  const setDefaults = entryOf("POST", "Set the default channels", "/channels");
  expect(isRefused("remove bob from the channel 5", setDefaults, true)).toBe(true);
  expect(isRefused("remove bob from the channel 5", entryOf("POST", "Convert to private", "/channels"))).toBe(true);
  expect(isOfNobody(candidate("remove bob from the channel 5", setDefaults), () => ["bob"], false)).toBe(false);
});

test.each([
  "quita a ana del canal C123",
  "quita a ana de la lista C123",
  "enlève ana du canal C123",
  "enlève ana de l'équipe C123",
  "remova a ana do canal C123",
  "remova o bob da equipa C123",
  "rimuovi anna dal canale C123",
  "rimuovi anna dall'elenco C123",
])("who is taken out of a thing deletes it in no language: %s", (words) => {
  const things = ["channel", "list", "team"].map((noun) => entryOf("DELETE", `Remove ${noun}`, `/${noun}s/{id}`));
  for (const entry of things) expect(isOfNobody(candidate(words, entry), () => ["C123"], false)).toBe(true);
});

const deleteLabel = entryOf("DELETE", "Delete a label", "/labels/{name}");

test.each([
  ["remove the label bug from issue 42", true],
  ["quita la etiqueta bug de la incidencia 42", true],
  ["elimina la etiqueta bug de la incidencia 42", true],
  ["entferne das Label bug von der Aufgabe 42", true],
  ["retire l'étiquette bug de l'incident 42", false],
  ["remove the label 7 from the issue 42", true],
  ["delete the label 7 from the issue 42", false],
  ["delete the label 42", false],
  ["delete the label 7 of 42", false],
] as const)("what is removed from one thing is not deleted for all: %s", (words, is) => {
  const found = candidate(words, deleteLabel);
  expect(isOfMore(found, () => false)).toBe(is);
  expect(isOfMore(found, () => true)).toBe(false);
});

test("a base of data is no part of data", () => {
  const found = candidate("borra base de datos 5", entryOf("DELETE", "Delete a database", "/databases/{id}"));
  expect(isOfNobody(found, () => ["5"], false)).toBe(false);
});

test("who removes something gets no copy of it", () => {
  const found = (name: string) => ({
    entry: entryOf("POST", name, "/projects/{id}"),
    said: said("remove the project 5"),
  });
  expect(keepsInstead(found("Duplicate a project"))).toBe(true);
  expect(keepsInstead(found("Create a cancellation"))).toBe(false);
});

test("the thing before a name is meant, and no setting of it", () => {
  const protection = entryOf("DELETE", "Delete branch protection", "/repos/{repo}/branches/{branch}/protection");
  expect(isOther("delete the branch x from the repo 5", protection)).toBe(true);
  expect(isOther("elimina il ramo x da acme/web", protection)).toBe(true);
  expect(isOther("lösche den Branch x von acme/web", protection)).toBe(true);
  expect(isOther("delete the branch protection of main", protection)).toBe(false);
});

test("what is changed is no part that nobody spoke of", () => {
  const path = "/repos/{repo}/branches/{branch}/rename";
  const [repo, branch] = slotsOf(operationOf(path, { repo: text, branch: text }));
  const entry = entryOf("POST", "Rename a branch", path);
  const isPart = (words: string) => isOfUnsaidPart({ entry, said: said(words) }, [branch!], new Set([repo!]));
  expect(isPart("rename the repo web to site")).toBe(true);
  expect(isPart("rename the branch of the repo web to site")).toBe(false);
  expect(isPart("benenne den Branch von web um")).toBe(false);
  expect(isOfUnsaidPart({ entry, said: said("rename it") }, [branch!], new Set())).toBe(false);
});

test("who is removed by his id has a place in the request, as that has from which he is removed", () => {
  const found = {
    entry: entryOf("POST", "Remove channels from a group", "/groups.removeChannels"),
    said: said("entferne den benutzer U123456 aus dem kanal C987654"),
  };
  expect(isOfMore(found, ({ text }) => text === "C987654")).toBe(true);
  expect(isOfMore(found, () => true)).toBe(false);
});

test("what only a machine calls a thing by names nobody", () => {
  const songs = entryOf("DELETE", "Remove saved tracks", "/me/tracks");
  const isRefused = (words: string, ...taken: string[]) => isOfNobody(candidate(words, songs), () => taken, false);
  expect(isRefused("remove 4iV5W9uYEdYUVa79Axb7Rh from my songs", "4iV5W9uYEdYUVa79Axb7Rh")).toBe(false);
  expect(isRefused("remove bob from my songs", "bob")).toBe(true);
});

test("what is moved to the trash is not deleted there", () => {
  const forGood = entryOf("DELETE", "Permanently remove file", "/files/{file_id}/trash");
  const toTrash = entryOf("DELETE", "Delete file", "/files/{file_id}");
  expect(isOfOtherThings(candidate("trash file 8", forGood))).toBe(true);
  expect(isOfOtherThings(candidate("move file 8 to the trash", forGood))).toBe(true);
  expect(isOfOtherThings(candidate("trash file 8", toTrash))).toBe(false);
  expect(isOfOtherThings(candidate("delete file 8 from the trash", forGood))).toBe(false);
});

test.each<[string, Entry, string, string, boolean]>([
  [
    "remove ann@x.org from meeting 5",
    entryOf("PATCH", "Update a meeting", "/meetings/{id}"),
    "body.owner",
    "ann@x.org",
    true,
  ],
  ["remove ann@x.org from meeting 5", entryOf("DELETE", "Delete a meeting", "/meetings/{id}"), "params.id", "5", true],
  [
    "remove ann@x.org from meeting 5",
    entryOf("DELETE", "Remove a guest", "/guests/{email}"),
    "params.email",
    "ann@x.org",
    false,
  ],
  ["remove the label l-5 from card 7", entryOf("PATCH", "Update a card", "/cards/{id}"), "body.labels", "l-5", true],
  [
    "remove the label l-5 from card 7",
    entryOf("PATCH", "Update a card", "/cards/{id}"),
    "body.removeLabels",
    "l-5",
    false,
  ],
  ["kick u-5 out of room 7", entryOf("POST", "rooms kick", "/rooms.kick"), "body.user", "u-5", false],
  ["delete the card 7", entryOf("PATCH", "Update a card", "/cards/{id}"), "body.state", "7", false],
  [
    "add ann@x.org to meeting 5",
    entryOf("PATCH", "Update a meeting", "/meetings/{id}"),
    "body.guest",
    "ann@x.org",
    false,
  ],
])("%s by %p, told %s: takes something otherwise", (words, entry, at, sent, takes) => {
  const [place = "", name = ""] = at.split(".");
  const slot = { place, name, path: [name] } as unknown as Parameters<typeof takesOtherwise>[1][number]["slot"]; // Only these are read.
  expect(takesOtherwise(candidate(words, entry), [{ slot, sent }], [])).toBe(takes);
});

test("who revokes is given nothing", () => {
  const keeps = (words: string, name: string) =>
    keepsInstead({ entry: entryOf("POST", name, "/things"), said: said(words) });
  expect(keeps("revoke the access of bob", "Create an access")).toBe(true);
  expect(keeps("remove the share", "shares insert")).toBe(true);
  expect(keeps("revoke the consent of bob", "Create a revocation")).toBe(false);
  expect(keeps("remove bob from the team", "Remove a member")).toBe(false);
});
