/**
 * The table of the `public-apis` list (and of those written after its pattern) as listings: names, links and sections,
 * but no operation. Nothing in it can be called, so a listing is no entry and never counted as one: it teaches the
 * classifier, and the statistics name how many are known.
 */
import type { CategorySlug } from "../categories.ts";
import { withoutMarkup } from "../words/words.ts";

export interface ApiListing {
  readonly name: string;
  readonly url: string;
  readonly description: string;
  /** The heading it stands under. */
  readonly section: string;
  readonly category: CategorySlug;
}

const SECTIONS: readonly (readonly [RegExp, CategorySlug])[] = [
  [/crypto|blockchain/i, "crypto-blockchain"],
  [/currency|finance/i, "finance-markets"],
  [/weather|environment/i, "weather-environment"],
  [/sport|fitness/i, "sports-fitness"],
  [/food|drink/i, "food-drink"],
  [/music/i, "music-audio"],
  [/news|podcast/i, "news-publishing"],
  [/science|math/i, "science-math"],
  [/health/i, "health-medicine"],
  [/machine learning|^ai$|artificial/i, "ai-machine-learning"],
  [/text analysis|dictionar|language/i, "text-language"],
  [/photo|video|art & design/i, "photo-video"],
  [/transport|vehicle|travel/i, "transport-travel"],
  [/geocod|maps|location/i, "geolocation-maps"],
  [/government|open data/i, "government-open-data"],
  [/shopping|commerce/i, "ecommerce"],
  [/phone|email|messaging/i, "messaging-telecom"],
  [/security|authentication|malware|anti-/i, "security-identity"],
  [/social/i, "social-networks"],
  [/game|anime|comic|entertainment|personality|animals/i, "entertainment-games"],
  [/cloud storage|hosting/i, "cloud-infrastructure"],
  [/develop|test data|continuous|programming/i, "developer-tools"],
  [/document|productivity|calendar/i, "collaboration-productivity"],
  [/business|jobs|patent/i, "business-operations"],
  [/book|education/i, "education-reference"],
  [/tracking/i, "ecommerce"],
  [/url shorten|data validation|search|event/i, "utilities-search"],
];

/** Rows of three to seven cells under `##` or `###` headings; whatever else stands there is passed over. */
export function readPublicApis(markdown: string): ApiListing[] {
  const listings: ApiListing[] = [];
  let section = "";
  for (const line of markdown.split(/\r?\n/)) {
    const heading = /^#{2,4}\s+(\S.*)$/.exec(line)?.[1];
    if (heading !== undefined) section = heading;
    const cells = line
      .trim()
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/);
    const link = /^\s*\[((?:[^\]\\]|\\.)+)\]\((https?:\/\/[^\s)]+)\)/.exec(cells[0] ?? "");
    const [, name, url] = link ?? [];
    if (name === undefined || url === undefined || cells.length < 3) continue;
    const category = SECTIONS.find(([pattern]) => pattern.test(section))?.[1] ?? "utilities-search";
    listings.push({
      name: withoutMarkup(name, 120),
      url,
      description: withoutMarkup(cells[1] ?? "", 300),
      section,
      category,
    });
  }
  return listings;
}
