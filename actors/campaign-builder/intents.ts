/** Requests for a campaign over several channels. */
import type { Intents } from "../../src/runtime/intents.ts";
import { asksForCopy, marketingLine, partsOf } from "../_shared/marketing/intents.ts";

const CAMPAIGN =
  /\b(?:campaigns?(?!\W(?:id\b|manager\b|\S{0,40}\d))|go-to-market|gtm (?:plan|strategy)|marketing (?:plan|strategy|push)|media plan|ad strategy|launch plan|(?:promotion|advertising|promotional) (?:plan|strategy)|\w*kampagnen?|campanas?|campagnes?|campagna)\b/;

export const intents: Intents = {
  cues: ["campaign"],
  read(utterance) {
    const line = marketingLine(utterance);
    if (line === undefined || !CAMPAIGN.test(utterance.said)) return [];
    return [{ payload: partsOf(line), confidence: asksForCopy(utterance) ? 0.8 : 0.94 }];
  },
};
