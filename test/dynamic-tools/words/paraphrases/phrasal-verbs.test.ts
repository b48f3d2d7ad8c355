/** Verbs of two words are read as the one that is meant: their first alone would do another thing. */
import { expect, test } from "bun:test";
import { withPlainVerb } from "../../../../src/dynamic-tools/words/paraphrases/phrasal-verbs.ts";

test.each([
  ["kick off a build of acme/web", "start a build of acme/web"],
  ["kick the build 5 off", "start the build 5"],
  ["CircleCI: kick off a build", "CircleCI: start a build"],
  ["Amazon machine learning jobs: get rid of the model m-4", "Amazon machine learning jobs: delete the model m-4"],
  ["fire off a reboot of the server 5", "reboot the server 5"],
  ["Linode: perform a restart of the server 5", "Linode: restart the server 5"],
  ["spin up a droplet called web-03", "create a droplet called web-03"],
  ["tick off the task 12, it is done", "complete the task 12, it is done"],
  ["call the meeting off", "cancel the meeting"],
  ["bring back the file 5", "restore the file 5"],
  ["hand the repository acme/web over to the user jane", "transfer the repository acme/web to the user jane"],
  ["put the message 18c2 into the trash", "trash the message 18c2"],
  ["move the thread 18c2 to the bin, please", "trash the thread 18c2, please"],
  ["drop the card 5f1 into the list 63f", "move the card 5f1 into the list 63f"],
  ["drop a comment on the card 5f1", "add a comment on the card 5f1"],
  ["undo the deletion of the message 18c2", "restore the message 18c2"],
  ["remove my like from the video dQw4", "unlike the video dQw4"],
  ["revert the deletion of the file 5", "restore the file 5"],
  ["Zoom: set up a meeting", "Zoom: create a meeting"],
  ["pay out 50 euros with stripe", "create a payout of 50 euros with stripe"],
  ["undelete the file 5", "restore the file 5"],
  ["give the order 7 a rating of 4", "set the order 7 a rating of 4"],
  ["Trello: give bob access to the board 5", "Trello: set bob access to the board 5"],
  ["leave a short review on the place 12", "add a short review on the place 12"],
  ["take back my reaction on the message 5", "remove my reaction on the message 5"],
  ["take the post 12 down", "remove the post 12"],
  ["Vonage: hang up the call 55a1", "Vonage: end the call 55a1"],
  ["stop following bob on github", "unfollow bob on github"],
  ["partially refund the charge ch_31", "refund part of the charge ch_31"],
  ["send 20 euros back to the charge ch_31", "refund 20 euros of the charge ch_31"],
  ["Stripe: give the money back for charge ch_31", "Stripe: refund the money of charge ch_31"],
  ["sign up the app Paperboat", "register the app Paperboat"],
  ["let the team know that the build 12 is done", "notify the team that the build 12 is done"],
  ["get rid of the item 5 on the Trello checklist 7", "delete the item 5 on the Trello checklist 7"],
  ["Spotify: take 4iV5 out of my liked songs", "Spotify: remove 4iV5 from my liked songs"],
  ["make sure that the server 5 is protected", "set the server 5 is protected"],
  ["see to it that the ip 42 is deleted with its server", "set the ip 42 is deleted with its server"],
  ["let the user 5521 see my video 76", "allow the user 5521 see my video 76"],
  ["tell the team that the build 12 is done", "notify the team that the build 12 is done"],
])("%s", (text, plain) => {
  expect(withPlainVerb(text)).toBe(plain);
});

test.each([
  "kick the user joe out of the channel",
  "call +4930123456",
  "put the card 5 in the list 6",
  "drop the table users",
  "drop the label wontfix from the issue 12",
  "check the status of order 5",
  "set the volume to 30",
  "hand me the list of users",
  "give me the list of users",
  "give the details of the order 7",
  "give a summary of the page",
  "let me see my invoices",
  "tell me that joke again",
  "make sure",
  "leave the channel C123",
  "take a snapshot",
  'post "time to kick off" in the channel',
])("is left as it is: %s", (text) => {
  expect(withPlainVerb(text)).toBe(text);
});
