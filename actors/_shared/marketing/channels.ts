/** The channels marketing copy is written for, and what fits into each. */
import { lengthOf } from "../model/run.ts";
import { messageSize, postWeight } from "./text-size.ts";

export const CHANNELS = ["email", "sms", "x", "linkedin", "ad", "push"] as const;
export type MarketingChannel = (typeof CHANNELS)[number];

export interface Copy {
  readonly headline: string;
  readonly body: string;
  readonly cta: string;
}

interface Limits {
  /** 0: the channel has no headline. */
  readonly headline: number;
  readonly body: number;
  readonly cta: number;
  /** Of body and call to action together, joined by a blank, where they are sent as one text. */
  readonly together?: number;
}

/** In characters: what the channels take, and for email and LinkedIn what is still read. */
export const LIMITS: Readonly<Record<MarketingChannel, Limits>> = {
  email: { headline: 60, body: 1_200, cta: 40 },
  sms: { headline: 0, body: 140, cta: 40, together: 160 },
  x: { headline: 0, body: 260, cta: 60, together: 280 },
  linkedin: { headline: 100, body: 1_300, cta: 80 },
  ad: { headline: 30, body: 90, cta: 20 },
  push: { headline: 40, body: 120, cta: 20 },
};

/** What does not fit, in sentences that a writer can shorten it by. `name` begins each. */
export function lengthFaults(channel: MarketingChannel, copy: Copy, name: string): string[] {
  const limits = LIMITS[channel];
  const parts = (["headline", "body", "cta"] as const).flatMap((part) => {
    const length = lengthOf(copy[part]);
    return length <= limits[part]
      ? []
      : [`${name} ${part} has ${length} characters; ${channel} takes ${limits[part]}.`];
  });
  return [...parts, ...togetherFaults(channel, `${copy.body} ${copy.cta}`, `${name} body and cta`)];
}

/** As those who send the text count it. */
function togetherFaults(channel: MarketingChannel, text: string, what: string): string[] {
  if (channel === "sms") {
    const { places, most, beyond } = messageSize(text);
    if (places <= most) return [];
    const why = beyond === undefined ? "" : ` with letters beyond GSM 7-bit, such as "${beyond}"`;
    return [`${what} have ${places} characters${why}; sms takes ${most}.`];
  }
  const most = LIMITS[channel].together;
  if (most === undefined) return [];
  const weight = postWeight(text);
  return weight <= most
    ? []
    : [`${what} have ${weight} characters as ${channel} counts them; ${channel} takes ${most}.`];
}

/** What to say beside a limit of all together. */
const COUNTED: Readonly<Partial<Record<MarketingChannel, string>>> = {
  sms: "70 where one of them is beyond GSM 7-bit, as emoji, á, ’ and Cyrillic are",
  x: "emoji and Chinese, Japanese or Korean letters count two, a link 23",
};

/** The limits in a sentence. */
export function limitsIn(channel: MarketingChannel): string {
  const { headline, body, cta, together } = LIMITS[channel];
  const titled = headline === 0 ? `headline "" (it has none)` : `headline at most ${headline}`;
  const sum = together === undefined ? "" : `, body and cta together at most ${together}`;
  const counted = COUNTED[channel] === undefined ? "" : ` (${COUNTED[channel]})`;
  return `${channel}: ${titled}, body at most ${body}, cta at most ${cta}${sum} characters${counted}`;
}
