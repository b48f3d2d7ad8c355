/**
 * Requests for the weather. A point in the United States goes to the official forecast where that, its service or its
 * periods are named; every other point, and every wish for current conditions, goes to the forecast of the world.
 */
import type { Intents, IntentReading, Utterance } from "../../../src/runtime/intents.ts";
import { isInUnitedStates, placeNamedIn } from "../../../src/text/places.ts";
import { asksForDeed } from "../../../src/utterance/deeds.ts";
import { pointIn } from "../../../src/utterance/points.ts";
import { COUNT, countOf } from "../../../src/utterance/words.ts";

const WEATHER =
  /\b(?:weather|forecasts?|temperatures?|temps?|freezing|rain\w*|snow\w*|wind[sy]?|humid\w*|sunn?y?|sunny|sunshine|umbrella|storm(?:s|y)?|thunder\w*|cloudy|degrees|celsius|fahrenheit|heatwave|drizzl\w*|precipitation|overcast|fog|hail|hurricane|tornado|blizzard|jacket|coat|outdoors|outside|sunrise|sunset|dew point|feels like|heat|frost|monsoon|typhoon|meteorolog\w*|(?:how|too|very|so) (?:hot|cold|warm)|(?:hot|cold|warm|chilly|freezing|foggy|icy) (?:is it|in|today|tonight|outside)|current conditions|wetter\w*|regne\w*|schneit|temperatur|vorhersage|clima|tiempo hace|el tiempo|llueve|llover|pronostico|temperatura|meteo|quel temps|pleut|pleuvoir|neige|schnee|sonnig|nieva|soleado|che tempo|piove|previsioni|previsao|tempo em|chuva|vader|weer in)\b/;
/** What neither forecast tells: the sea, the air, and any day that is past. */
const UNTOLD =
  /\b(?:marine|waves?|swells?|tides?|tidal|surf(?:ing|ers?)?|uv|ultraviolet|pollen|air quality|air pollution|aqi|pm2\.?5|ozone|soil|moon\w*|lightning strikes?|historical|histor(?:y|ic)|yesterday|last (?:night|week|month|year|summer|winter)|gestern|ayer|ontem|ieri)\b/;
const OFFICIAL =
  /\b(?:nws|noaa|national weather service|weather[ .-]nws|weather\.gov|official|government|federal|weather service|u\.?s\.? (?:national )?(?:weather|forecast)|american forecast|forecast periods?)\b/;
const PERIODS = new RegExp(`\\b(${COUNT})\\s+(?:forecast\\s+|half-day\\s+|12-hour\\s+)?periods?\\b`);
const DAYS = new RegExp(`\\b(${COUNT})[ -]days?\\b`);
const MOST_PERIODS = 14;
/** Of this hub: whatever its clock tells, the years before are past. */
const FIRST_YEAR = 2026;
/** "in Springfield": a place that is not in our table. */
const ELSEWHERE = /\b(?:in|at|for|near|around|en|a|à|pour|für|fur) \p{Lu}\p{L}+/u;

/** Of America, where many a town is called like a great city elsewhere; Georgia is a country, too. */
const STATES =
  /\b(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|wisconsin|wyoming)\b/;
const PROVINCES =
  /\b(?:alberta|british columbia|manitoba|new brunswick|newfoundland|nova scotia|ontario|prince edward island|saskatchewan)\b/;

/** What may stand beside a place without making another wish of it. */
const BESIDE = new Set(
  "in at for near around on the this next now today tonight tomorrow morning evening week weekend please lat latitude lon lng long longitude n s e w".split(
    " ",
  ),
);

const CUES = ["weather", "forecast", "temperature", "umbrella"];

export const worldWeather: Intents = { cues: CUES, read: (utterance) => readWeather(utterance).world };
export const officialWeather: Intents = { cues: CUES, read: (utterance) => readWeather(utterance).official };

interface WeatherReadings {
  readonly world: readonly IntentReading[];
  readonly official: readonly IntentReading[];
}

function readWeather({ said, words, prose, text }: Utterance): WeatherReadings {
  if (asksForDeed({ said, words }) || UNTOLD.test(said) || saysPastYear(said)) return { world: [], official: [] };
  const isOfficial = OFFICIAL.test(`${said} ${/weather\.gov/i.test(text) ? "weather.gov" : ""}`);
  const isWeather = WEATHER.test(said) || /\b(?:nws|noaa|weather\.gov)\b/i.test(text) || PERIODS.test(said);
  const coordinates = pointIn(said);
  const named = greatCityIn(said, words);
  const point = coordinates ?? named?.place;
  if (point === undefined) return { world: isWeather ? [withoutPlace(prose)] : [], official: [] };
  if (!isWeather && !(named?.beside ?? words).every((word) => BESIDE.has(word) || /^\d/.test(word)))
    return { world: [], official: [] };
  const strength = isWeather ? 0.9 : coordinates === undefined ? 0.3 : 0.5;
  const world: IntentReading = { payload: { ...point }, confidence: strength };
  if (!isInUnitedStates(point)) return { world: [world], official: [] };
  const periods = periodsIn(said);
  const confidence = isWeather && (isOfficial || PERIODS.test(said)) ? 0.95 : strength - 0.2;
  const payload = { ...point, ...(periods !== undefined && { periods }) };
  return { world: [world], official: [{ payload, confidence }] };
}

/** "Paris, Texas" is not the Paris of our table. */
function greatCityIn(said: string, words: readonly string[]): ReturnType<typeof placeNamedIn> {
  const named = placeNamedIn(words.filter((word, at) => word !== "nice" || isTown(words, at)));
  if (named === undefined) return undefined;
  const { lat, lon } = named.place;
  const isInCanada = lat > 41.6 && lon > -141 && lon < -52;
  const isOther = (STATES.test(said) && !isInUnitedStates(named.place)) || (PROVINCES.test(said) && !isInCanada);
  return isOther ? undefined : named;
}

/** Weather is nice anywhere: the town stands behind such a word, or at the end of "weather Nice" and "météo à Nice". */
function isTown(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? "";
  if (/^(?:in|at|for|near|around|of|de|pour)$/.test(before) || words[at + 1] === "france") return true;
  return at === words.length - 1 && (before === "a" || words.length === 2);
}

/** "on 2019-05-01", "in the summer of 1976": no forecast reaches back. */
function saysPastYear(said: string): boolean {
  const years = said.match(/(?<![\d.,-])(?:19|20)\d\d(?=-\d\d-\d\d\b|\b(?![.,-]?\d))/g) ?? [];
  return years.some((year) => Number(year) < FIRST_YEAR);
}

function withoutPlace(prose: string): IntentReading {
  return {
    payload: {},
    confidence: ELSEWHERE.test(prose) ? 0.4 : 0.6,
    warning: "No place that is known here is named: add lat and lon, or the weather of the default place is told.",
  };
}

function periodsIn(said: string): number | undefined {
  const days = countOf(DAYS.exec(said)?.[1]);
  const periods = countOf(PERIODS.exec(said)?.[1]) ?? (days === undefined ? undefined : days * 2);
  return periods === undefined || periods < 1 ? undefined : Math.min(periods, MOST_PERIODS);
}
