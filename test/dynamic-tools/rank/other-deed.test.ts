/** Operations that do something else than was said, or do it to something else: none of them is offered. */
import { expect, test } from "bun:test";
import { keepsInstead, makesAnew, makesAnother } from "../../../src/dynamic-tools/rank/instead.ts";
import { oneThingOf } from "../../../src/dynamic-tools/rank/one-thing.ts";
import { onlyShows } from "../../../src/dynamic-tools/rank/only-shows.ts";
import { doesOtherDeed } from "../../../src/dynamic-tools/rank/other-deed.ts";
import { isAllowed, OF_ENTRY } from "../../../src/dynamic-tools/rank/ranking-signals.ts";
import { ofSaidThings } from "../../../src/dynamic-tools/rank/said-things.ts";
import { isOfOtherThings } from "../../../src/dynamic-tools/rank/unsafe.ts";
import type { Entry } from "../../../src/runtime/catalog.ts";
import { candidate, entryOf, said } from "../found.ts";
import { object, operationOf, sent, text, whole } from "../sent.ts";

const getTask = entryOf("GET", "Get a task", "/tasks/{id}");

test.each([
  ["complete task 120987", getTask, true],
  ["follow the user 5", entryOf("GET", "Get a user", "/users/{id}"), true],
  ["ban user 5 from chat 9", entryOf("POST", "POST /getChatMember", "/getChatMember"), true],
  ["take bob off the list", entryOf("GET", "Check a member", "/lists/{id}/members/{name}"), true],
  ["refund the charge ch_31", entryOf("GET", "Retrieve a charge", "/charges/{id}"), true],
  ["complete company info of Acme", entryOf("GET", "Get company info", "/companies/{id}"), false],
  ["create a password", entryOf("GET", "Get a random password", "/password"), false],
  ["cancel the job 5", entryOf("GET", "GET /jobs/cancel", "/jobs/cancel"), false],
  ["cancel the job 5", entryOf("GET", "CancelJob", "/#Action=CancelJob"), false],
  ["task 120987", getTask, false],
  ["send a fax", entryOf("GET", "List faxes", "/faxes"), true],
  ["invita a ann@example.org a la reunión 5", entryOf("GET", "Get an invitation", "/meetings/{id}/invitation"), true],
  ["schick ein Fax", entryOf("GET", "List faxes", "/faxes"), true],
  ["send me the faxes of today", entryOf("GET", "List faxes", "/faxes"), false],
  ["schick mir die Faxe von heute", entryOf("GET", "List faxes", "/faxes"), false],
  ["send a message", entryOf("GET", "Send a message", "/messages/send"), false],
  ["invite octocat to the team", entryOf("GET", "List invitations", "/invitations"), true],
  ["create a page", entryOf("POST", "Query a database", "/query"), true],
  ["add a query", entryOf("POST", "Query a database", "/query"), false],
  ["post a message to #general", entryOf("GET", "Search messages", "/messages"), true],
  ["react with smile to message 5 in C02", entryOf("GET", "search messages", "/search.messages"), true],
] as const)("who wants something done to a thing is not only shown it: %s", (words, entry, shows) => {
  expect(onlyShows({ entry, said: said(words) })).toBe(shows);
});

test.each([
  ["comments of the video 5", "Update a comment", false],
  ["unread messages in the inbox", "Update messages", false],
  ["merge requests of the project 278", "Merge a merge request", false],
  ["comments on the video 5", "Create a comment", false],
  ["merge the request 5", "Merge a request", true],
  ["payroll in april", "Run a payroll", true],
  ["videos about cooking", "Update a video", false],
  ["flag of Japan", "Create a flag", false],
  ["quote of the day", "Update the days of a quote", false],
] as const)("who asks for some of them has none changed: %s", (words, name, allows) => {
  expect(isAllowed({ entry: entryOf("PUT", name, "/things/{id}"), said: said(words) })).toBe(allows);
});

test("what is sent to a path that ends with a verb does that", () => {
  const saysVerb = (words: string, method: string, path: string) =>
    OF_ENTRY.saysVerb(candidate(words, entryOf(method, "Create one", path)));
  expect(saysVerb("fork acme/web", "POST", "/repos/{owner}/{repo}/forks")).toBe(1);
  expect(saysVerb("tag the payment 5", "POST", "/payments/{id}/tags")).toBe(1);
  expect(saysVerb("fork acme/web", "GET", "/repos/{owner}/{repo}/forks")).toBe(0);
  expect(saysVerb("key 5 of the address 7 shall be called ci", "POST", "/addresses/{id}/keys")).toBe(0);
});

test("a pull request has its number where programmers say pull", () => {
  const merge = operationOf("/pulls/{pull_number}/merge", { pull_number: whole }, object({ sha: text }));
  expect(sent("merge pull request 17", merge)).toEqual({ pull_number: 17 });
});

test("what is forked is not what the fork is called", () => {
  const forks = operationOf("/repos/{owner}/{repo}/forks", {}, object({ name: text }));
  expect(sent("fork acme/web", forks)).toEqual({ owner: "acme", repo: "web" });
});

const deleteProtection = entryOf("DELETE", "Delete branch protection", "/repos/{repo}/branches/{branch}/protection");
const stopBackups = entryOf("GET", "Stop DB Instance Backups", "/#Action=StopDBInstanceBackups");

test.each([
  ["delete branch old-stuff", deleteProtection, true],
  ["delete the branch protection 5", deleteProtection, false],
  ["delete project 555", entryOf("DELETE", "Delete a label", "/projects/{id}/labels"), true],
  ["delete project 555", entryOf("DELETE", "Delete a project", "/projects/{id}"), false],
  ["delete server 5", entryOf("DELETE", "Remove it", "/servers/{id}/delete"), false],
  ["stop the instance prod-1", stopBackups, true],
  ["stop the instance backups prod-1", stopBackups, false],
  ["stop the instance prod-1", entryOf("GET", "StopDBInstance", "/#Action=StopDBInstance"), false],
  ["stop the instance 5", entryOf("POST", "Stop instance now", "/instances/{id}/stop"), false],
] as const)("a part or a setting of a thing is not the thing: %s", (words, entry, isOf) => {
  expect(isOfOtherThings(candidate(words, entry))).toBe(isOf);
});

test.each([
  ["delete the branch 5", entryOf("POST", "Rename a branch", "/branches/{id}/rename"), true],
  ["delete the cluster c-1", entryOf("GET", "RestoreCluster", "/#Action=RestoreCluster"), true],
  ["delete the cluster c-1", entryOf("GET", "RebootCluster", "/#Action=RebootCluster"), true],
  ["delete the cluster c-1", entryOf("GET", "DeleteCluster", "/#Action=DeleteCluster"), false],
  ["cancel the order 5", entryOf("PUT", "Update an order", "/orders/{id}"), false],
  ["delete the template 5", entryOf("POST", "Merge templates", "/templates/merge"), true],
  ["delete the picture 5", entryOf("POST", "POST /api/delete_pic", "/api/delete_pic"), false],
  ["remove the picture 5", entryOf("POST", "Search pictures", "/search"), true],
] as const)("who deletes a thing keeps it not: %s", (words, entry, keeps) => {
  expect(keepsInstead({ entry, said: said(words) })).toBe(keeps);
});

const createServer = entryOf("POST", "Create a new server", "/servers");

test.each([
  ["attach volume 77 to server 116", createServer, true],
  ["put the shipments 5 and 6 into batch se-285", entryOf("POST", "Create a batch", "/batches"), true],
  ["create a server in the server 5", createServer, false],
  ["attach volume 77 to server 116", entryOf("POST", "Attach a volume", "/volumes/{id}/attach"), false],
  ["add task 12 to project 5", entryOf("POST", "Add a project to a task", "/tasks/{id}/addProject"), false],
  ["put the shipments 5 and 6 into batch se-285", entryOf("POST", "Add To Batch", "/batches/{id}/add"), false],
  ["add bob to board 60d", entryOf("POST", "addBoards()", "/boards"), true],
  ["mache Bob zum Admin auf dem Trello-Board 60d", entryOf("POST", "addBoards()", "/boards"), true],
  ["comment on issue 88", entryOf("POST", "Create an issue comment", "/issues/{id}/comments"), false],
] as const)("what is there already is not made anew: %s", (words, entry, makes) => {
  expect(makesAnew({ entry, said: said(words) })).toBe(makes);
});

test.each([
  ["archive the product prod_7", entryOf("POST", "Post Products", "/v1/products"), true],
  ["archiviere das Produkt prod_7", entryOf("POST", "Creates a product.", "/v1/products"), true],
  ["void the envelope 33f", entryOf("POST", "Creates an envelope.", "/envelopes"), true],
  ["update the product prod_7", entryOf("POST", "Update a product", "/v1/products"), false],
  ["archive the product prod_7", entryOf("POST", "Archive", "/v1/archive"), false],
  ["save the product prod_7", entryOf("POST", "Post Products", "/v1/products"), false],
  ["create the product prod_7", entryOf("POST", "Post Products", "/v1/products"), false],
  ["assign task 12 to the assignee ann", entryOf("POST", "Create a subtask", "/tasks/{id}/subtasks"), true],
  ["assign task 12 to the assignee ann", entryOf("POST", "Create an assignment", "/tasks/{id}/assignments"), false],
  ["assign task 12 to the assignee ann", entryOf("POST", "Add assignees", "/tasks/{id}/assignees"), false],
] as const)("what is changed is there, and no other is made: %s", (words, entry, makes) => {
  expect(makesAnother({ entry, said: said(words) })).toBe(makes);
});

const request = { params: {}, body: { id: "5" } };
const verify = entryOf("PUT", "Verify a card", "/cards/{id}/verify");

test.each([
  ["hold 50 dollars on the card 5", verify, request, true],
  ["reply to the tweet 5", entryOf("PUT", "Hide reply by id", "/tweets/{id}/hidden"), request, true],
  ["attach the volume 5", entryOf("POST", "Create a server", "/servers"), request, true],
  ["lock the file 5", entryOf("PUT", "Update a file", "/files/{id}"), request, true],
  ["lock the file 5", entryOf("PUT", "Update a file", "/files/{id}"), { params: {}, body: { lock: true } }, false],
  ["attach the volume 5", entryOf("POST", "Volume actions", "/volumes/{id}", "To attach it."), request, false],
  ["set the card 5", verify, request, false],
  // Its description may speak of anything.
  ["reboot the server 5", entryOf("POST", "StopServer", "/stop", "Unlike a reboot it stops."), request, true],
  ["restart the server 5", entryOf("POST", "Server Upgrade", "/mutate", "It is restarted."), request, true],
  ["restart the server 5", entryOf("POST", "Server Reboot", "/reboot"), request, false],
  ["stop the pipeline 5", entryOf("POST", "Retry a pipeline", "/pipelines/{id}/retry"), request, true],
  ["void the envelope 5", entryOf("POST", "Add recipients to an envelope", "/r", "Unless it is void."), request, true],
  ["hold the order 5", entryOf("POST", "Create a hold", "/holds"), request, false],
  ["refund the payment 5", entryOf("POST", "Return payment", "/payments/{id}/returns"), request, false],
  ["beende den Anruf 5", entryOf("POST", "Assign numbers to a call queue", "/queue"), request, true],
  ["whitelist the address 5", entryOf("POST", "Add an address to a pool", "/pools"), request, true],
  ["stop the pipeline 5", entryOf("POST", "Cancel a pipeline", "/pipelines/{id}/cancel"), request, false],
] as const)(
  "a verb that operations are called by is not done by one that is silent on it: %s",
  (words, entry, constants, isOther) => {
    expect(doesOtherDeed({ ...candidate(words, entry), constants })).toBe(isOther);
  },
);

const deleteVideo = entryOf("DELETE", "Delete a video", "/videos/{id}", "As you like.");

test.each([
  ["unlike the video 5", deleteVideo, true],
  ["unlike the video 5", entryOf("DELETE", "Remove it", "/videos/{id}/likes"), false],
  ["unblock the user 5", entryOf("POST", "Follow a user", "/users/{id}/following"), true],
  ["delete the video 5", deleteVideo, false],
  ["delete the newest gist", entryOf("POST", "gists fork", "/gists/{id}/forks"), true],
  ["delete the address 5", entryOf("POST", "Release an address", "/release"), false],
  ["like the video 5", entryOf("PUT", "videos update", "/videos"), true],
  ["react with smile to the message 5", entryOf("POST", "pins add", "/pins.add"), true],
  ["react with smile to the message 5", entryOf("POST", "reactions add", "/reactions.add"), false],
  ["trash file 5", entryOf("DELETE", "files delete", "/files/{id}", "Permanently deletes a file."), true],
  ["trash file 5", entryOf("DELETE", "files delete", "/files/{id}", "Deletes a file, which goes to the trash."), false],
  ["trash file 5", entryOf("DELETE", "files emptyTrash", "/files/trash"), true],
  ["trash file 5", entryOf("POST", "files trash", "/files/{id}/trash"), false],
  ["trash file 5", entryOf("PATCH", "files update", "/files/{id}", "Updates a file."), true],
  ["cancel pipeline 5", entryOf("PUT", "Set pipelines-email service", "/services/pipelines-email"), true],
  ["cancel order 5", entryOf("PUT", "Set order status", "/orders/{id}/status"), false],
  ["dislike the video 5", entryOf("PUT", "videos update", "/videos"), true],
  ["like the video 5", entryOf("POST", "videos rate", "/videos/rate"), false],
  ["like the tweet 5", entryOf("POST", "Create a favorite", "/favorites"), false],
  ["rename the file 5 to plan", entryOf("POST", "files copy", "/files/{id}/copy"), true],
  ["rename the file 5 to plan", entryOf("PATCH", "files update", "/files/{id}"), false],
] as const)("what is undone or renamed is not lost or doubled: %s", (words, entry, isOther) => {
  expect(doesOtherDeed({ ...candidate(words, entry), constants: { params: { id: "5" } } })).toBe(isOther);
});

test("who starts a thing by its id wants no other thing made for it", () => {
  const makes = (name: string, path: string) =>
    makesAnother({ entry: entryOf("POST", name, path), said: said("start server 55") });
  expect(makes("Volume Create", "/volumes")).toBe(true);
  expect(makes("Create a start of a server", "/servers/{id}/starts")).toBe(false);
  expect(makes("Create an action", "/servers/{id}/actions")).toBe(false);
  expect(makes("Power on a server", "/servers/{id}/actions/poweron")).toBe(false);
});

test.each([
  ["stop server 55 on hetzner", "run"],
  ["start linode 55", "run"],
  ["run workflow 7 in acme/web", "run"],
  ["stop ec2 instance i-0abc12", "run"],
  ["start page 2", "none"],
  ["run logs 5", "none"],
  ["play the next song", "run"],
  ["boot linode 55", "run"],
] as const)("what is told by its id is started or stopped: %s", (words, effect) => {
  expect(said(words).effect).toBe(effect);
});

test("an operation may be asked for by its own verb, whatever its method", () => {
  const allows = (words: string, entry: Entry) => isAllowed({ entry, said: said(words) });
  // In French alone a suppression deletes.
  const suppression = entryOf("DELETE", "Delete a suppression", "/suppressions/{email}");
  expect(allows("add ann@example.org to the suppression group 77", suppression)).toBe(false);
  const unlock = entryOf("DELETE", "Unlock an issue", "/issues/{id}/lock");
  expect(allows("unlock issue 12", unlock)).toBe(true);
  expect(allows("lock issue 12", unlock)).toBe(false);
  expect(allows("unapprove the request 3", entryOf("DELETE", "Unapprove a request", "/requests/{id}/approve"))).toBe(
    true,
  );
  expect(allows("reboot instance 5", entryOf("GET", "RebootInstances", "/#Action=RebootInstances"))).toBe(true);
});

test("of two that do the same, that which acts on what was said is meant", () => {
  const words = "stop the database prod-1";
  const stream = candidate(words, entryOf("GET", "Stop Activity Stream", "/#Action=StopActivityStream"));
  const instance = candidate(words, entryOf("GET", "Stop DB Instance", "/#Action=StopDBInstance"));
  expect(ofSaidThings([stream, instance])).toEqual([instance]);
  expect(ofSaidThings([stream])).toEqual([stream]);
});

test("the one thing that is meant stands behind the whole verb, and may be called as no sentence is", () => {
  expect(oneThingOf(said("power off droplet 123"))).toBe("droplet");
  expect(oneThingOf(said("delete branch old-stuff"))).toBe("branch");
  expect(oneThingOf(said("delete branch of main"))).toBeUndefined();
});

test("the id of a thing is no tag's name, and an identifier is an id", () => {
  const byTag = operationOf(
    "/droplets/actions",
    { tag_name: { ...text, description: "The tag of Droplets." } },
    object({ type: text }),
  );
  expect(sent("reboot droplet 123", byTag)).toEqual({});
  expect(sent("reboot tag 123", byTag)).toEqual({ tag_name: "123" });
  const byIdentifier = operationOf("/{InstanceIdentifier}", { InstanceIdentifier: text, Amount: whole });
  expect(sent("stop the instance prod-1", byIdentifier)).toEqual({ InstanceIdentifier: "prod-1" });
});
