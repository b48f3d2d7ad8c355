/** Coordinates as people write them. */
import type { City } from "../text/places.ts";

const NUMBER = "([-+\\u2212]?\\d{1,3}(?:\\.\\d+)?)";
const FRACTION = "([-+\\u2212]?\\d{1,3}\\.\\d+)";
/** Degrees with a decimal comma, which a comma cannot part. */
const COMMA = "([-+\\u2212]?\\d{1,3},\\d{2,9})";
/** "46°57′8.66″", with the marks of any keyboard. */
const MINUTES = "(\\d{1,3})\\s*[°º]\\s*(\\d{1,2})\\s*['′’]\\s*(?:(\\d{1,2}(?:[.,]\\d{1,9})?)\\s*(?:[\"″”]|''|′′)\\s*)?";
const POINTS: readonly (readonly [RegExp, (parts: readonly string[]) => City])[] = [
  [
    new RegExp(`${MINUTES}([ns])\\b[\\s,;/]{0,9}${MINUTES}([ew])\\b`),
    ([d1 = "", m1 = "", s1 = "", ns, d2 = "", m2 = "", s2 = "", ew]) => ({
      lat: fromMinutes([d1, m1, s1], ns === "s"),
      lon: fromMinutes([d2, m2, s2], ew === "w"),
    }),
  ],
  [
    new RegExp(`${NUMBER}\\s*°?\\s*([ns])\\b[\\s,;/]*${NUMBER}\\s*°?\\s*([ew])\\b`),
    ([lat = "", ns, lon = "", ew]) => ({ lat: signed(lat, ns === "s"), lon: signed(lon, ew === "w") }),
  ],
  [
    new RegExp(`\\blat(?:itude)?\\s*[:=]?\\s*${NUMBER}[^\\d+\\u2212-]{1,8}lon(?:g(?:itude)?)?\\s*[:=]?\\s*${NUMBER}`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`\\blon(?:g(?:itude)?)?\\s*[:=]?\\s*${NUMBER}[^\\d+\\u2212-]{1,8}lat(?:itude)?\\s*[:=]?\\s*${NUMBER}`),
    ([lon = "", lat = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`(?<![\\w.,])${COMMA}(?:\\s*[;/]\\s*|\\s+|,\\s+)${COMMA}(?![\\w.,]*\\w|%)`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat.replace(",", ".")), lon: signed(lon.replace(",", ".")) }),
  ],
  [
    new RegExp(`(?<![\\w.])${FRACTION}\\s*[,;/\\s]\\s*${FRACTION}(?![\\w.]*\\w|%)`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`(?<![\\w.])${NUMBER}\\s*,\\s*${NUMBER}(?![\\w.]*\\w|%)`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
];

/** Decimal degrees in the ways they are written; what lies outside the globe is no point. */
export function pointIn(said: string): City | undefined {
  for (const [pattern, read] of POINTS) {
    const found = pattern.exec(said);
    const point = found === null ? undefined : read(found.slice(1));
    if (point !== undefined && Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180) return point;
  }
  return undefined;
}

function fromMinutes([degrees, minutes, seconds]: readonly [string, string, string], isNegative: boolean): number {
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(",", ".")) / 3600;
  return signed(String(Math.round(value * 1e6) / 1e6), isNegative);
}

function signed(written: string, isNegative = false): number {
  const value = Number(written.replace("\u2212", "-"));
  // Adding zero turns -0 into 0.
  return (isNegative ? -Math.abs(value) : value) + 0;
}
