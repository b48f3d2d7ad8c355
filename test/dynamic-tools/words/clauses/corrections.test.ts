/** What is corrected is done and sent as it was meant at last. */
import { expect, test } from "bun:test";
import { corrected } from "../../../../src/dynamic-tools/words/clauses/corrections.ts";

test.each([
  ["don't delete the file 42, delete the file 43", "delete the file 43"],
  ["no borres el archivo 42, borra el archivo 43", "borra el archivo 43"],
  ["ne supprime pas le fichier 42, supprime le fichier 43", "supprime le fichier 43"],
  ["lösche die Datei 42 nicht, sondern die Datei 43", "lösche die Datei 43"],
  ["disable the server 42's backups? No - enable them", "enable the server 42's backups"],
  ["delete the webhook 5, hmm, no, just pause it", "pause the webhook 5"],
  ["close issue 4021 of a/b? no wait, only lock it, people are angry", "lock issue 4021 of a/b, people are angry"],
  ["Hetzner: stop server 7. Actually, restart it please", "Hetzner: restart server 7 please"],
  ["lösche die Karte 5, nein, archiviere sie", "archiviere die Karte 5"],
  [
    "move meeting 857 to Thursday 10:00 UTC. no wait, make that Friday 10:00 UTC",
    "move meeting 857 to Friday 10:00 UTC",
  ],
  ["pay 20 euros to bob, no, make that 30", "pay 30 euros to bob"],
  ["set the total to 12.40, no sorry, 14.20, on receipt 5", "set the total to 14.20, on receipt 5"],
  ["show 50 rows, er, make that 24, only open ones", "show 24 rows, only open ones"],
  ["send it to bob@acme.com, sorry, I mean rob@acme.com.", "send it to rob@acme.com."],
  ["a table for 4 at 19:30, no wait, make it 5", "a table for 5 at 19:30"],
  ["invite Ann to the meeting, I mean Bea", "invite Bea to the meeting"],
])("%s", (text, meant) => {
  expect(corrected(text)).toBe(meant);
});

test.each([
  "delete the card 5, no comments on it",
  "create a note, no title, and share it",
  'post "no wait, make that Friday" in the channel',
  'post "at 5, sorry, 6 today" in the channel',
  "show holiday no. 16 of 2027",
  "send 20 euros to bob, make it fast",
  "list my cards, actually list my boards",
  "show page 3 of the board... no, of the guests",
])("is left as it is: %s", (text) => {
  expect(corrected(text)).toBe(text);
});
