/** Days: from when, until when. */
import { OF_KIND, POSSIBLE } from "./scores.ts";

export function dateScore(word: string, before: string, role?: "start" | "end"): number {
  const isEnd =
    role === "end" ||
    /\b(?:until|till|through|before|back(?: on)?|return(?:ing)?(?: on)?|zurück(?: am)?|(?:older|earlier) than|no later than|bis|vor|hasta|antes del?|jusqu'?au?|avant(?: le)?|até)\s+$/i.test(
      before,
    ) ||
    /\b(?:to|and)\s+$/i.test(before);
  const isStart =
    role === "start" ||
    /\b(?:from|since|between|starting|after|(?:newer|later) than|ab|von|seit|desde|despu[ée]s del?|depuis|apr[èe]s(?: le)?)\s+$/iu.test(
      before,
    );
  const wantsEnd =
    /^(?:to|until|end|till|before)\b|\b(?:to|end|until|checkout|return|max)\b|\b(?:before|till|lte?)$|\bend (?:at|on)$/.test(
      word,
    );
  const wantsStart = /^(?:from|since|start|after)\b|\b(?:from|start|begin|checkin|min)\b|\b(?:after|since|gte?)$/.test(
    word,
  );
  if (isEnd) return wantsEnd ? OF_KIND + 0.1 : wantsStart ? 0 : POSSIBLE;
  if (isStart) return wantsStart ? OF_KIND + 0.1 : wantsEnd ? 0 : POSSIBLE + 0.05;
  return wantsEnd ? 0 : OF_KIND - 0.1;
}
