import { expect, test } from "bun:test";
import { isOpposite } from "../../../../src/dynamic-tools/words/wish/opposites.ts";
import { parseWish } from "../../../../src/dynamic-tools/words/wish/wish.ts";

test.each<[string, string, boolean]>([
  ["Power on a server", "power off server 4711", true],
  ["Power off a server", "power off server 4711", false],
  ["unlockAccount", "lock the account 7", true],
  ["Recover meeting recordings", "supprime la réunion 7", true],
  ["Lock an account", "lock the account 7", false],
  // Who says both is not understood, and neither is who says none.
  ["Pause a campaign", "pause the campaign now and resume it on Friday", false],
  ["Enable a rule", "show the rules", false],
  // A name that says both serves both.
  ["Enable or disable a rule", "disable the rule 3", false],
  // The verb decides, in any language.
  ["Resume a subscription", "stop the subscription I-7, we want to resume it later", true],
  ["Resume a campaign", "pausiere die Kampagne 5", true],
  ["conversations unarchive", "archiviere den Kanal C024", true],
  ["Stop a poll", "create a poll", true],
  ["Save tracks", "remove the track 7 from my saved ones", true],
  ["Save tracks", "save the track 7", false],
  ["Create a subscription", "cancel the subscription I-7", true],
  ["Create a stop", "create a stop in the tour 7", false],
  ["Hold an order", "add a hold to the order 7", false],
  ["Create a subscription cancellation", "cancel the subscription I-7", false],
  ["Create a suspension", "suspend the user 7", false],
  ["Close the issue", "list the open issues", false],
  ["Cancel an order", "show the start date of order 7", false],
  // Another language has the word as well.
  ["Resume a subscription", "resume my paused subscription sub_9", false],
  ["Pause a subscription", "resume my paused subscription sub_9", true],
  ["Add assignees to an issue", "unassign octocat from issue 42", true],
  ["Remove assignees from an issue", "unassign octocat from issue 42", false],
  ["Linode Shut Down", "start linode 55", true],
  ["Linode Boot", "shut down linode 55", true],
  ["Air quality forecast", "past air quality in Oslo", true],
  ["Historical air quality", "past air quality in Oslo", false],
  ["Past matches", "upcoming matches", true],
  ["Forecast and history", "weather history of Oslo", false],
  ["Linode Shut Down", "shut down linode 55", false],
  ["Power on a server", "start server 55", false],
  // "un" before any word undoes it.
  ["gmail users messages untrash", "move the message 18c2fa to trash", true],
  ["gmail users messages trash", "move the message 18c2fa to trash", false],
  ["Pin a message", "unpin the message 7", true],
  ["List messages", "list the unread messages", false],
  ["List units", "what are its members", false],
])("%s is the opposite of %s: %p", (name, text, is) => {
  expect(
    isOpposite(
      name,
      parseWish(text, () => false),
    ),
  ).toBe(is);
});
