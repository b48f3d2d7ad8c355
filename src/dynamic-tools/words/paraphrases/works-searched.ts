/**
 * Works by somebody or about something are searched for, whether that is said or not: "songs by radiohead on spotify" asks for
 * no list of one's own songs.
 */

import { OF_SERVICE } from "../introductions.ts";

const LEAD = `^(${OF_SERVICE}(?:please |now |then )?)`;
/** Who says "list" or "get" means a list that there is. */
const LOOKS =
  "(?:(?:find|show|look for|looking for|give|get)(?: me| us)(?: some| a few| any)? |(?:find|look for|looking for)(?: some| any)? )?";
const WORKS =
  "songs|albums|music|videos|clips|movies|films|books|e-?books|novels|papers|articles|photos|pictures|gifs|paintings|artworks|recipes|podcasts|episodes|playlists|games";
/** What has an id, and what belongs to somebody's account, is no subject: "photos of the user 5". */
const SUBJECT =
  "(?!(?:the|an?|my|me|mine|our|us|this|that|these|those|all|each|user|author|channel|album|playlist|id|type|category|tag|label|status|name|title)\\b)\\p{L}[\\p{L}'’-]{1,30}(?: \\p{L}[\\p{L}'’-]{0,30}){0,5}";
const WANTED = new RegExp(
  `${LEAD}${LOOKS}((?:${WORKS}) (?:by|about|of|with|featuring|starring) ${SUBJECT}[.?!]?)$`,
  "iu",
);

export function withWorksSearched(text: string): string {
  return text.replace(WANTED, (_found, lead: string, works: string) => `${lead}search for ${works}`);
}
