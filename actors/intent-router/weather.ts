/**
 * Requests for the weather. A point in the United States goes to weather-nws where the official forecast, the service
 * itself or its periods are named; every other point, and every wish for current conditions, to weather-openmeteo.
 */
import { isInUnitedStates, type Place, placeIn } from "../../src/text/places.ts";
import { COUNT, countOf, type Proposal, type Rule } from "./wish.ts";

const WEATHER =
  /\b(?:weather|forecasts?|temperatures?|temps?|freezing|rain\w*|snow\w*|wind[sy]?|humid\w*|sunn?y?|sunny|sunshine|umbrella|storm(?:s|y)?|thunder\w*|cloudy|degrees|celsius|fahrenheit|heatwave|drizzl\w*|precipitation|overcast|fog|hail|hurricane|tornado|blizzard|jacket|coat|outdoors|outside|sunrise|sunset|dew point|uv index|feels like|heat|frost|monsoon|typhoon|meteorolog\w*|(?:how|too|very|so) (?:hot|cold|warm)|(?:hot|cold|warm|chilly|freezing|foggy|icy) (?:is it|in|today|tonight|outside)|current conditions|wetter\w*|regne\w*|schneit|temperatur|vorhersage|clima|tiempo hace|el tiempo|llueve|llover|pronostico|temperatura|meteo|quel temps|pleut|pleuvoir|neige|schnee|sonnig|nieva|soleado|che tempo|piove|previsioni|previsao|tempo em|chuva|vader|weer in)\b/;
const OFFICIAL =
  /\b(?:nws|noaa|national weather service|weather[ .-]nws|weather\.gov|official|government|federal|weather service|u\.?s\.? (?:national )?(?:weather|forecast)|american forecast|forecast periods?)\b/;
const PERIODS = new RegExp(`\\b(${COUNT})\\s+(?:forecast\\s+|half-day\\s+|12-hour\\s+)?periods?\\b`);
const DAYS = new RegExp(`\\b(${COUNT})[ -]days?\\b`);
const MOST_PERIODS = 14;
/** "in Springfield": a place that is not in our table. */
const ELSEWHERE = /\b(?:in|at|for|near|around|en|a|à|pour|für|fur) \p{Lu}\p{L}+/u;

const NUMBER = "([-+\\u2212]?\\d{1,3}(?:\\.\\d+)?)";
const FRACTION = "([-+\\u2212]?\\d{1,3}\\.\\d+)";
const POINTS: readonly (readonly [RegExp, (parts: readonly string[]) => Place])[] = [
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

export const routeWeather: Rule = (wish) => {
  const { said, words, prose, text } = wish;
  const isOfficial = OFFICIAL.test(`${said} ${/weather\.gov/i.test(text) ? "weather.gov" : ""}`);
  const isWeather = WEATHER.test(said) || /\b(?:nws|noaa|weather\.gov)\b/i.test(text) || PERIODS.test(said);
  const point = pointIn(said) ?? placeIn(words);
  if (point === undefined) return isWeather ? [withoutPlace(prose)] : [];
  const strength = isWeather ? 0.9 : pointIn(said) === undefined ? 0.3 : 0.5;
  const world: Proposal = { actor: "weather-openmeteo", payload: { ...point }, confidence: strength };
  if (!isInUnitedStates(point)) return [world];
  const periods = periodsIn(said);
  const official = isWeather && (isOfficial || PERIODS.test(said));
  const payload = { ...point, ...(periods !== undefined && { periods }) };
  return [world, { actor: "weather-nws", payload, confidence: official ? 0.95 : strength - 0.2 }];
};

/** Decimal degrees in the ways they are written; what lies outside the globe is no point. */
export function pointIn(said: string): Place | undefined {
  for (const [pattern, read] of POINTS) {
    const found = pattern.exec(said);
    const point = found === null ? undefined : read(found.slice(1));
    if (point !== undefined && Math.abs(point.lat) <= 90 && Math.abs(point.lon) <= 180) return point;
  }
  return undefined;
}

function withoutPlace(prose: string): Proposal {
  const proposal: Proposal = { actor: "weather-openmeteo", payload: {}, confidence: 0.6 };
  if (!ELSEWHERE.test(prose)) return proposal;
  return {
    ...proposal,
    confidence: 0.4,
    warning: "The place is not known here: add lat and lon, or the weather of the default place is told.",
  };
}

function periodsIn(said: string): number | undefined {
  const days = countOf(DAYS.exec(said)?.[1]);
  const periods = countOf(PERIODS.exec(said)?.[1]) ?? (days === undefined ? undefined : days * 2);
  return periods === undefined || periods < 1 ? undefined : Math.min(periods, MOST_PERIODS);
}

function signed(written: string, isNegative = false): number {
  const value = Number(written.replace("\u2212", "-"));
  // Adding zero turns -0 into 0.
  return (isNegative ? -Math.abs(value) : value) + 0;
}
