/** Coordinates as people write them. */
import type { City } from "../text/places.ts";

const NUMBER = "([-+\\u2212]?\\d{1,3}(?:\\.\\d+)?)";
const FRACTION = "([-+\\u2212]?\\d{1,3}\\.\\d+)";
const POINTS: readonly (readonly [RegExp, (parts: readonly string[]) => City])[] = [
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

function signed(written: string, isNegative = false): number {
  const value = Number(written.replace("\u2212", "-"));
  // Adding zero turns -0 into 0.
  return (isNegative ? -Math.abs(value) : value) + 0;
}
