import { expect, test } from "bun:test";
import { effectOfOperation } from "../../../../src/dynamic-tools/words/verbs/operation-effect.ts";
import { effectOf } from "../../../../src/dynamic-tools/words/verbs/verbs.ts";
import { isOfOwnThing } from "../../../../src/dynamic-tools/words/services/own-things.ts";
import { isAllowed } from "../../../../src/dynamic-tools/rank/ranking-signals.ts";
import { parseWish } from "../../../../src/dynamic-tools/words/wish/wish.ts";
import type { Entry } from "../../../../src/runtime/catalog.ts";

test.each<[string, ReturnType<typeof effectOf>]>([
  ["list my invoices", "read"],
  ["wie ist das Wetter in Bern", "read"],
  ["delet the instance 99", "delete"],
  ["supprime le dépôt acme/site", "delete"],
  ["lösche das Projekt 42", "delete"],
  ["shut down the EC2 instance", "run"],
  ["call logs of a user", "read"],
  ["call +4915123456", "create"],
  ["upload date of the video 7", "read"],
  ["the start time of event 42", "read"],
  ["update status of order 5 to paid", "change"],
  ["close price of order 5 to 20", "change"],
  ["Box: delete the folder 12", "delete"],
  ["start a meeting tomorrow", "create"],
  ["start the server 5", "run"],
  ["end the meeting 5", "run"],
  ["end date of the contract", "read"],
  ["subscriptions that are past due", "none"],
  ["the rent that is due tomorrow", "none"],
  ["protect the branch main", "change"],
  ["share the file 5 with bob", "change"],
  ["share price of apple", "read"],
  ["watch the repository acme/web", "change"],
  ["repeat the track", "change"],
  ["shuffle my songs", "change"],
  ["please send a mail", "create"],
  ["schließe das Ticket 8", "change"],
  ["mark task 991 as done", "change"],
  ["kick user 12 out of the team", "delete"],
  ["closed tickets of the team", "none"],
  ["open issues of the project", "none"],
  ["open github issues labelled bug in acme/web", "none"],
  ["open issues", "none"],
  ["order   prints of the model", "create"],
  ["order prints of the model", "none"],
  ["open issues 5 and 6", "create"],
  ["New Horizons recipes that need a star", "none"],
  ["new releases", "none"],
  ["new address of customer 5", "create"],
  ["withdraw my vote on poll 7", "delete"],
  ["open an issue in the project", "create"],
  ["players, page two", "none"],
  ["interest category 7 of the list 3 should be titled Topics", "change"],
  ["retweet the tweet 5", "change"],
  ["freeze the card 5", "change"],
  ["skip to the next track", "change"],
  ["snooze my notifications for 30 minutes", "change"],
  ["react with thumbsup to the message 5", "create"],
  ["rerun the workflow 5", "run"],
  ["heartbeat 3 of the log is healthy", "none"],
  ["supplier 12345 has a new company name", "change"],
  ["contact 8f1c is Mrs Lee now", "change"],
  ["der Kunde cus_7 heißt jetzt Müller", "change"],
  ["is contact 8f1c now Mrs Lee?", "read"],
  ["order 5501 gets the labels gift and fragile", "change"],
  ["API_URL is https://api.acme.dev from now on", "change"],
  ["ab sofort gilt der Tarif 7", "change"],
  ["show what changes from now on", "read"],
  ["customer 7 may not view charges", "change"],
  ["which customers may not view charges", "read"],
  ["movies that are now in cinemas", "none"],
  ["which order of user 12 has a new status", "read"],
  ["which plan should we take?", "read"],
  ["Box: concerts of Muse in Paris, page 2", "none"],
  ["active subscriptions of the customer", "none"],
  ["oldest first: comments on discussion 12", "none"],
  ["newest first: posts by ann", "none"],
  // In Portuguese it deletes.
  ["apaga la luz del salón", "change"],
  ["apaga o cliente da lista na conta", "delete"],
  ["don't delete the board 5", "read"],
  ["please do not archive anything, create a board", "create"],
  ["lösche keine Karten, zeig sie nur", "read"],
  ["lösche das Repo acme/site nicht", "read"],
  ["no borres nada, crea un tablero", "create"],
  ["ne supprime pas le dépôt acme/site", "read"],
  ["lösche alle nicht bezahlten Rechnungen", "delete"],
  ["refund the charge 5, no wait, don't", "read"],
  ["delete the card 5. Never mind!", "read"],
  ["lösche die Karte 5 – ach, lieber nicht", "read"],
  ["schick die Mail noch nicht ab, zeig mir den Entwurf", "read"],
  ["revoke nothing, but list my grants", "read"],
  ["delete none of them, just list the cards", "read"],
  ["has the server 42 been deleted?", "read"],
  ["Did the payout 5 arrive?", "read"],
  ["why can't I delete the meeting 8", "read"],
  ["were the cards archived", "read"],
  ["lösche nicht bezahlte Rechnungen", "delete"],
  ["lösche nicht das Repo acme/site auf GitHub", "read"],
  ["bitte lösche nicht meine Karten", "read"],
  ["as-tu supprimé le fichier 42 ?", "read"],
  ["você já apagou o arquivo 42?", "read"],
  ["¿ya borraste el archivo 42?", "read"],
  ["documentation on how to remove a user", "read"],
  ["vielleicht sollten wir den Nutzer 5 löschen", "read"],
  ["quizás deberíamos borrar el usuario 5", "read"],
  ["on devrait peut-être supprimer l'utilisateur 5", "read"],
  ["maybe we should delete the user 5", "read"],
  ["delete file 42? no", "read"],
  ["delete file 42, just kidding", "read"],
  ["under no circumstances delete the file 42", "read"],
  ["bajo ninguna circunstancia borres el archivo 42", "read"],
  ["en aucun cas ne supprime le fichier 42", "read"],
  ["bloß nicht löschen, die Datei 42", "read"],
  ["there is no need to delete the file 42", "read"],
  ["es ist nicht nötig, die Datei 42 zu löschen", "read"],
  ["pas besoin de supprimer le fichier 42", "read"],
  ["you shouldn't delete the file 42", "read"],
  ["- [x] delete user 5", "read"],
  ["- [ ] delete user 5", "delete"],
  ["order 8 cancelled", "read"],
  ["ne me supprime pas", "read"],
  ["horaires de train paris lyon", "none"],
  ["pedidos para mañana", "none"],
  ["nachrichten über die bahn", "none"],
  ["nobody wants you to cancel the booking 55", "read"],
  ["ich will nicht, dass die Rechnung 8 storniert wird", "read"],
  ["je ne veux pas que tu annules la commande 8", "read"],
  ["não quero que você cancele o pedido 8", "read"],
  ["die Bestellung 8 nicht stornieren", "read"],
  ["die Bestellung 8 nicht stornieren, sondern archiviere sie", "change"],
  ["explain the delete endpoint", "read"],
  ["stop deleting my files", "read"],
  ["stop removing my cards, list them", "read"],
  ["stop recording the meeting 5", "run"],
])("%s asks to %s", (text, effect) => {
  expect(effectOf(text)).toBe(effect);
});

const operation = (method: string, name: string, path = "/things") => ({ method, name, path });

test.each([
  [operation("GET", "TerminateInstances", "/#Action=TerminateInstances"), "destroy"],
  [operation("GET", "CreateSnapshot"), "write"],
  [operation("GET", "Release Hosts", "/#Action=ReleaseHosts"), "write"],
  [operation("GET", "Purchase Host Reservation", "/#Action=PurchaseHostReservation"), "write"],
  [operation("GET", "Failover DB Cluster", "/#Action=FailoverDBCluster"), "write"],
  [operation("GET", "Batch Apply Update Action", "/#Action=BatchApplyUpdateAction"), "write"],
  [operation("GET", "Batch Describe Type Configurations", "/#Action=BatchDescribeTypeConfigurations"), "read"],
  [operation("GET", "Receive Message", "/1/orders/#Action=ReceiveMessage"), "read"],
  [operation("GET", "apps uninstall", "/apps.uninstall"), "write"],
  [operation("GET", "views publish", "/views.publish"), "write"],
  [operation("GET", "users identity", "/users.identity"), "read"],
  [operation("GET", "List things"), "read"],
  [operation("POST", "Invalidate an access token"), "destroy"],
  [operation("POST", "Search things"), "read"],
  [operation("PATCH", "Update a thing"), "write"],
  [operation("POST", "Change reverse DNS entry for this Server"), "write"],
  [operation("PUT", "updateCardsIdListByIdCard", "/cards/{id}/idList"), "write"],
] as const)("%p: %s", (one, effect) => {
  expect(effectOfOperation(one)).toBe(effect);
});

/** Whether an operation may serve the words at all. */
const allowed = (text: string, one: ReturnType<typeof operation>) =>
  isAllowed({ said: parseWish(text, () => false), entry: one as unknown as Entry }); // Only these are read.

test("what was done is not to be done again", () => {
  for (const text of ["order 8 cancelled", "pedido 8 cancelado", "commande 8 annulée", "Datei 42 gelöscht"])
    expect(parseWish(text, () => false).effect).toBe("read");
});

test("reading words never reach what changes or deletes, and changing words never what deletes", () => {
  expect(allowed("plaid balance", operation("POST", "Invalidate an access token"))).toBe(false);
  expect(allowed("show my orders", operation("POST", "Create an order"))).toBe(false);
  expect(allowed("shut down the EC2 instance", operation("POST", "Terminate an instance"))).toBe(false);
  expect(allowed("update the card", operation("DELETE", "Remove a card"))).toBe(false);
  expect(allowed("unban the user joe", operation("DELETE", "Unban user"))).toBe(true);
  expect(allowed("units of the user joe", operation("DELETE", "Units delete"))).toBe(false);
  expect(allowed("delete the card, no, show me the card", operation("DELETE", "Delete a card"))).toBe(false);
  expect(allowed("delete the card, no only pause it", operation("DELETE", "Delete a card"))).toBe(false);
  expect(allowed("lösche die Karte, nein nur archivieren", operation("DELETE", "Delete a card"))).toBe(false);
  expect(allowed("apaga el servidor 5, sin eliminarlo", operation("DELETE", "Delete a server"))).toBe(false);
  expect(allowed("horaires de train", operation("POST", "Schedule a pickup"))).toBe(false);
  expect(allowed("rezepte mit kürbis", operation("POST", "Add to the grocery list"))).toBe(false);
  expect(allowed("nachrichten über die bahn", operation("POST", "Send a message"))).toBe(false);
  expect(allowed("el pedido cancelado ayer", operation("POST", "Order cancelled"))).toBe(false);
  expect(allowed("die gestern gelöschte Datei", operation("POST", "files.delete"))).toBe(false);
  expect(allowed("users that deleted their account", operation("DELETE", "Delete the account"))).toBe(false);
  expect(allowed("lyrics of Delete by Story Untold", operation("DELETE", "Delete the story"))).toBe(false);
  expect(allowed("the card 5 should be deleted", operation("DELETE", "Delete a card"))).toBe(true);
  expect(allowed("I need the card 5 deleted", operation("DELETE", "Delete a card"))).toBe(true);
  expect(allowed("terminate the instance", operation("POST", "Terminate an instance"))).toBe(true);
  expect(allowed("delete the card", operation("DELETE", "Remove a card"))).toBe(true);
});

test("what is taken back is not asked for, and no reading wish becomes a deletion", () => {
  expect(effectOf("Bitbucket: delete the webhook 4b21 in acme/website, hmm no, list hooks of acme/website")).toBe(
    "read",
  );
  expect(effectOf("show the card, no wait, delete the card")).toBe("delete");
  expect(effectOf("delete page 3 of the board... no, of the guests")).toBe("delete");
});

test("a device of one's own is no service's, unless something is sent to it", () => {
  expect(isOfOwnThing("delete the photos of my phone")).toBe(true);
  expect(isOfOwnThing("apague as fotos do meu celular")).toBe(true);
  expect(isOfOwnThing("send the code to my phone")).toBe(false);
  expect(isOfOwnThing("change my phone number to +4930123456")).toBe(false);
});
