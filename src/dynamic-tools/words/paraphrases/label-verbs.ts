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

export function withLabelsAndAssignees(wish: string): string {
  const text = withPairsSaid(wish);
  const [labelled, before = "", verb = "", thing = "", name = ""] = LABELLED.exec(text) ?? [];
  if (labelled !== undefined)
    return `${before}add the ${verb.toLowerCase()} ${name} to ${thing}${text.slice(labelled.length)}`;
  return text.replace(
    ASSIGNED,
    (_found, lead: string, what: string, whom: string) => `${lead}assign ${what} ${TO_ASSIGNEE}${whom}`,
  );
}

/** "add the variable API_TOKEN=abc": a name and its value, and no field of the request. */
const PAIR = new RegExp(
  `${LEAD}((?:add|set|create|update|define|put) (?:\\p{L}{1,20} ){0,3}(?:variable|secret|env(?:ironment)? var|env|header|annotation|setting|property) )([\\p{L}_][\\w.-]{0,60})=([^\\s"'=&]{1,200})(?= |$)`,
  "iu",
);
/** "tag the asset 5 with owner=ops": both together are the tag. */
const PAIR_AS_TAG = new RegExp(
  `(${LEAD}(?:tag|label) [^"=\\n]{3,120}? with )([\\p{L}_][\\w.-]{0,60}=[^\\s"'=&,]{1,100})(?= |$)`,
  "iu",
);

function withPairsSaid(text: string): string {
  return text.replace(PAIR, '$1$2$3 to "$4"').replace(PAIR_AS_TAG, '$1"$3"');
}
