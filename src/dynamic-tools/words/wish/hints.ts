/** Words that a search is helped by, for values that say nothing of what they are. */
import type { Wish } from "./wish.ts";

const WHERE = /(?<!\p{L})(?:where|location|locat(?:e|ed)|wo|d[oó]nde|o[uù]|onde)(?!\p{L})/iu;

/** What descriptions call the kinds of values: who gives a point and asks for an address wants it geocoded backwards. */
export function hintsOf({ text, values }: Wish): string {
  const kinds = new Set(values.map(({ kind }) => kind));
  return [
    ...(kinds.has("point")
      ? [
          /\b(?:address|where|place|adresse|direcci[oó]n|endere[cç]o)\b/i.test(text)
            ? "reverse geocode coordinates"
            : "latitude longitude",
        ]
      : []),
    ...(kinds.has("phone") && /\b(?:check|valid|verify|real|whether|lookup)\b/i.test(text)
      ? ["validate phone number"]
      : []),
    ...(kinds.has("ip") ? [WHERE.test(text) ? "ip address geolocation location lookup" : "ip address"] : []),
    ...(kinds.has("hashtag") ? ["hashtag tag"] : []),
    ...(kinds.has("currency") && kinds.has("amount") ? ["currency conversion exchange"] : []),
  ].join(" ");
}
