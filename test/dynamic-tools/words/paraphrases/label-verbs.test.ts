/** Who labels an issue as a bug adds a label to it, and who assigns it to somebody names the assignee. */
import { describe, expect, test } from "bun:test";
import { withLabelsAndAssignees } from "../../../../src/dynamic-tools/words/paraphrases/label-verbs.ts";

describe("withLabelsAndAssignees()", () => {
  test.each([
    [
      "label issue 5 in octocat/hello-world as bug on github",
      "add the label bug to issue 5 in octocat/hello-world on github",
    ],
    ["GitHub: tag the photo 12 with sunset", "GitHub: add the tag sunset to the photo 12"],
    ["Rumble: tag the asset 5 with owner=ops", 'Rumble: add the tag "owner=ops" to the asset 5'],
    ["add the secret variable API_TOKEN=abc to acme/web", 'add the secret variable API_TOKEN to "abc" to acme/web'],
    ['label the thread 18c2 with "to do"', 'add the label "to do" to the thread 18c2'],
    ["assign issue 5 in octocat/hello-world to Ann", "assign issue 5 in octocat/hello-world to the assignee Ann"],
    [
      "assign the support ticket 12 to user 33 in zendesk",
      "assign the support ticket 12 to the assignee 33 in zendesk",
    ],
    ["please assign task 12 to @ann, thanks", "please assign task 12 to the assignee @ann, thanks"],
  ])("%j is %j", (text, plain) => expect(withLabelsAndAssignees(text)).toBe(plain));

  test.each([
    "assign the role admin to ann",
    "assign a phone number to the connection 5",
    "assign issue 5 to the assignee ann",
    "label the issues",
    "tag v1.0 of octocat/hello-world",
    "list the labels with colors",
  ])("%j is left as it is", (text) => expect(withLabelsAndAssignees(text)).toBe(text));
});
