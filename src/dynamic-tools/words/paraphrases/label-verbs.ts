/**
 * What a thing is labelled with, and whom it is assigned to, said by the names that operations have for them: who labels an issue
 * as a bug adds a label to the others, and does not put one in the place of all.
 */

import { LEAD } from "../introductions.ts";

const THING = '((?:the |my |this )?[^"“”;\\n]{3,120}?)';
const NAME = "(\"[^\"]{1,60}\"|“[^”]{1,60}”|'[^']{1,60}'|[\\p{L}\\p{N}][\\p{L}\\p{N}:/_.-]{0,60}?)";
/** "on github", "in trello". */
const END = "(?=[.!?]?$|,|[.]? (?:on|in|at|via|using|with|for|please)(?!\\p{L}))";

const LABELLED = new RegExp(`${LEAD}(label|tag) ${THING} (?:as|with(?: the (?:label|tag))?) ${NAME}${END}`, "iu");
/** What people work on: a policy or a role is assigned otherwise. */
const WORK =
  "issue|ticket|task|card|bug|story|epic|case|conversation|incident|pull request|pr|merge request|mr|work item|to-?do";
const ASSIGNED = new RegExp(
  `${LEAD}assign (?=(?:the |my |this )?(?:[\\p{L}\\d]{2,20} )?(?:${WORK})(?!\\p{L}))${THING} to (?!the assignee )(?:(?:the )?user )?(@?[\\p{L}\\p{N}][^\\s,;"“”]{0,80}?)${END}`,
  "iu",
);

/** So whom a thing is assigned to is said then. */
export const TO_ASSIGNEE = "to the assignee ";

export function withLabelsAndAssignees(text: string): string {
  const [labelled, before = "", verb = "", thing = "", name = ""] = LABELLED.exec(text) ?? [];
  if (labelled !== undefined)
    return `${before}add the ${verb.toLowerCase()} ${name} to ${thing}${text.slice(labelled.length)}`;
  return text.replace(
    ASSIGNED,
    (_found, lead: string, what: string, whom: string) => `${lead}assign ${what} ${TO_ASSIGNEE}${whom}`,
  );
}
