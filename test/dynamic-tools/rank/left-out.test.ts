import { expect, test } from "bun:test";
import { isOfContainer, isOfExcepted } from "../../../src/dynamic-tools/rank/left-out.ts";
import { slotsOf } from "../../../src/dynamic-tools/slots/slots.ts";
import { entryOf, said } from "../found.ts";
import { operationOf, sent, text } from "../sent.ts";

const deleteFolder = entryOf("DELETE", "Delete folder", "/folders/{id}");
const deleteFiles = entryOf("DELETE", "Delete files of a folder", "/folders/{id}/files");

test.each([
  ["delete everything in the folder 5", deleteFolder, true],
  ["delete all files in the folder 5", deleteFolder, true],
  ["delete all files in the folder 5", entryOf("DELETE", "Permanently remove folder", "/folders/{id}/trash"), true],
  [
    "delete all files in the folder 5",
    entryOf("DELETE", "Remove watermark from folder", "/folders/{id}/watermark"),
    true,
  ],
  ["lösche alles in dem Folder 5", deleteFolder, true],
  [
    "delete everything in the folder 5",
    entryOf("DELETE", "Remove watermark from folder", "/folders/{id}/watermark"),
    true,
  ],
  ["delete everything in the trash", entryOf("DELETE", "Empty trash of files", "/files/trash"), false],
  ["delete all the files in the folder 5", deleteFiles, false],
  ["delete the folder 5", deleteFolder, false],
  ["delete all folders of the user 5", deleteFolder, false],
  ["show everything in the folder 5", deleteFolder, false],
] as const)("who empties a thing keeps it: %s", (words, entry, is) => {
  expect(isOfContainer({ entry, said: said(words) })).toBe(is);
});

const stop = entryOf("POST", "Stop a server", "/servers/{id}/stop");

test.each([
  ["stop all servers except 5", {}, true],
  ["delete all servers except 5", {}, true],
  ["archiviere alle Karten außer 5", {}, true],
  ["para todos los servidores salvo 5", {}, true],
  ["borra todos los servidores menos 5", {}, true],
  ["delete every server but 5", {}, true],
  ["stop everything but the server 5", {}, true],
  ["elimina todos los servidores a excepción de 5", {}, true],
  ["arrête tous les serveurs à l'exception de 5", {}, true],
  ["delete all servers except 5", { tax_exempt: text }, true],
  ["stop all servers except 5", { exclude_ids: text }, false],
  ["stop the server 5", {}, false],
  ["stop all my servers, but not at once", {}, false],
  ["stop the server 5 but keep its disk", {}, false],
  ['update the note with the text "all except 5"', {}, false],
  ["list all servers except 5", {}, false],
] as const)("nothing is done to what is excepted: %s, %p", (words, query, is) => {
  expect(isOfExcepted({ entry: stop, said: said(words) }, slotsOf(operationOf("/servers", query)))).toBe(is);
});

test.each([
  ["the invoices of all customers except cus_1", {}],
  ["the invoices of every customer but cus_1", {}],
  ["Rechnungen aller Kunden außer cus_1", {}],
  ["the invoices of all customers except cus_1", { exclude_customer: "cus_1" }],
] as const)("what is excepted is sent to no field but one for exceptions: %s, %p", (words, query) => {
  const fields = Object.fromEntries(Object.keys(query).map((name) => [name, text]));
  expect(sent(words, operationOf("/customers/{customer}/invoices", { customer: text, ...fields }))).toEqual(query);
});
