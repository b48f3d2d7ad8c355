/** Coordinates as people write them. */
import type { City } from "../text/places.ts";

const NUMBER = "([-+\\u2212]?\\d{1,3}(?:\\.\\d+)?)";
/** Beside its letter or its name a decimal comma parts nothing. */
const DEGREES = "([-+\\u2212]?\\d{1,3}(?:[.,]\\d+)?)";
const FRACTION = "([-+\\u2212]?\\d{1,3}\\.\\d+)";
/** Degrees with a decimal comma, which a comma cannot part. */
const COMMA = "([-+\\u2212]?\\d{1,3},\\d{2,9})";
/** "46°57′8.66″", with the marks of any keyboard. */
const MINUTES = "(\\d{1,3})\\s*[°º]\\s*(\\d{1,2})\\s*['′’]\\s*(?:(\\d{1,2}(?:[.,]\\d{1,9})?)\\s*(?:[\"″”]|''|′′)\\s*)?";
/** Without accents, in several languages. */
const LATITUDE = "(?:lat(?:itude?|itudine)?|breite)";
const LONGITUDE = "(?:lon(?:g(?:itude?|itudine)?)?|lange)";
const IS = "\\s{0,3}[:=]?\\s{0,3}";
/** A sign or a letter of degrees: the comma before was a decimal one. */
const OF_DEGREES = "\\s{0,3}°|\\s{1,3}[nsweo]\\b(?!\\.)";
const POINTS: readonly (readonly [RegExp, (parts: readonly string[]) => City])[] = [
  [
    new RegExp(`${MINUTES}([ns])\\b[\\s,;/]{0,9}${MINUTES}([ew])\\b`),
    ([d1 = "", m1 = "", s1 = "", ns, d2 = "", m2 = "", s2 = "", ew]) => ({
      lat: fromMinutes([d1, m1, s1], ns === "s"),
      lon: fromMinutes([d2, m2, s2], ew === "w"),
    }),
  ],
  [
    new RegExp(`${DEGREES}\\s*°?\\s*([ns])\\b[\\s,;/]*${DEGREES}\\s*°?\\s*([ew])\\b`),
    ([lat = "", ns, lon = "", ew]) => ({ lat: signed(lat, ns === "s"), lon: signed(lon, ew === "w") }),
  ],
  [
    new RegExp(`\\b([ns])\\s?${DEGREES}°?[\\s,;/]{0,3}([ew])\\s?${DEGREES}`),
    ([ns, lat = "", ew, lon = ""]) => ({ lat: signed(lat, ns === "s"), lon: signed(lon, ew === "w") }),
  ],
  [
    new RegExp(`\\b${LATITUDE}${IS}${DEGREES}[^\\d+\\u2212-]{1,8}${LONGITUDE}${IS}${DEGREES}`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`\\b${LONGITUDE}${IS}${DEGREES}[^\\d+\\u2212-]{1,8}${LATITUDE}${IS}${DEGREES}`),
    ([lon = "", lat = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`(?<![\\w.,])${COMMA}(?:\\s*[;/]\\s*|\\s+|,\\s+)${COMMA}(?![\\w.,]*\\w|%)`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`(?<![\\w.])${FRACTION}\\s*[,;/\\s]\\s*${FRACTION}(?![\\w.]*\\w|%)`),
    ([lat = "", lon = ""]) => ({ lat: signed(lat), lon: signed(lon) }),
  ],
  [
    new RegExp(`(?<![\\w.])${NUMBER}\\s*,\\s*${NUMBER}(?![\\w.]*\\w|%|${OF_DEGREES})`),
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
  const value = Number(written.replace("\u2212", "-").replace(",", "."));
  // Adding zero turns -0 into 0.
  return (isNegative ? -Math.abs(value) : value) + 0;
}
