/** News sources and topics people name, as the news actors take them: a preset where one is served, else the feed itself. */
import type { Wish } from "./_route-wish.ts";

interface Source {
  /** What a request calls it; matched against words in lower case. */
  readonly said: RegExp;
  /** Names under which a preset may be served, the likeliest first. */
  readonly presets: readonly string[];
  readonly url: string;
}

const SOURCES: readonly Source[] = [
  source(/hacker ?news|\bhn\b|ycombinator/, "hackernews hacker-news hn", "https://news.ycombinator.com/rss"),
  source(/\bbbc\b/, "bbc bbc-news bbc-world", "https://feeds.bbci.co.uk/news/rss.xml"),
  source(/\bguardian\b/, "guardian guardian-world", "https://www.theguardian.com/international/rss"),
  source(
    /new york times|\bnyt(?:imes)?\b|ny times/,
    "nytimes nyt",
    "https://rss.nytimes.com/services/xml/rss/nyt/HomePage.xml",
  ),
  source(/al ?jazeera/, "aljazeera al-jazeera", "https://www.aljazeera.com/xml/rss/all.xml"),
  source(/\bnpr\b/, "npr", "https://feeds.npr.org/1001/rss.xml"),
  source(/deutsche welle|\bdw\b/, "dw deutsche-welle", "https://rss.dw.com/rdf/rss-en-all"),
  source(/france ?24/, "france24", "https://www.france24.com/en/rss"),
  source(/le monde/, "lemonde le-monde", "https://www.lemonde.fr/rss/une.xml"),
  source(/tagesschau/, "tagesschau", "https://www.tagesschau.de/index~rss2.xml"),
  source(/spiegel/, "spiegel", "https://www.spiegel.de/schlagzeilen/index.rss"),
  source(/el pais/, "elpais el-pais", "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/portada"),
  source(/\bcnbc\b/, "cnbc", "https://www.cnbc.com/id/100003114/device/rss/rss.html"),
  source(/techcrunch|tech crunch/, "techcrunch", "https://techcrunch.com/feed/"),
  source(/the verge\b/, "theverge the-verge verge", "https://www.theverge.com/rss/index.xml"),
  source(/ars ?technica/, "arstechnica ars-technica ars", "https://feeds.arstechnica.com/arstechnica/index"),
  source(/\bwired\b/, "wired", "https://www.wired.com/feed/rss"),
  source(/slashdot/, "slashdot", "https://rss.slashdot.org/Slashdot/slashdotMain"),
  source(/lobste\.?rs/, "lobsters", "https://lobste.rs/rss"),
  source(/\bnasa\b/, "nasa", "https://www.nasa.gov/feed/"),
  source(/science ?daily/, "sciencedaily science-daily", "https://www.sciencedaily.com/rss/all.xml"),
  source(/phys\.org|physorg/, "physorg phys", "https://phys.org/rss-feed/"),
  source(/coin ?desk/, "coindesk", "https://www.coindesk.com/arc/outboundfeeds/rss/"),
  source(/cointelegraph/, "cointelegraph", "https://cointelegraph.com/rss"),
  source(/\bespn\b/, "espn", "https://www.espn.com/espn/rss/news"),
  source(/tech(?:nology)? (?:news|headlines|stories)/, "technology tech techcrunch", "https://techcrunch.com/feed/"),
  source(/science (?:news|headlines|stories)/, "science sciencedaily", "https://www.sciencedaily.com/rss/all.xml"),
  source(
    /(?:business|financial?|economic) (?:news|headlines|stories)/,
    "business",
    "https://feeds.bbci.co.uk/news/business/rss.xml",
  ),
  source(/sports? (?:news|headlines|stories)/, "sports sport espn", "https://feeds.bbci.co.uk/sport/rss.xml"),
  source(
    /(?:crypto(?:currency)?|bitcoin) (?:news|headlines|stories)/,
    "crypto coindesk",
    "https://www.coindesk.com/arc/outboundfeeds/rss/",
  ),
  source(
    /(?:world|international) (?:news|headlines|stories)/,
    "world bbc-world bbc",
    "https://feeds.bbci.co.uk/news/world/rss.xml",
  ),
];

/** Whether a request names one of the sources. */
export function namesSource({ said }: Wish): boolean {
  return SOURCES.some((one) => one.said.test(said));
}

/** What to read: an address of the request, else a source it names. `served` are the presets' own words. */
export function feedOf(wish: Wish, served: string): string | undefined {
  const [url] = wish.urls;
  const named = SOURCES.find((one) => one.said.test(wish.said));
  if (url !== undefined && (url.isExplicit || named === undefined)) return url.href;
  return named?.presets.find((preset) => isNamedIn(served, preset)) ?? named?.url;
}

function isNamedIn(served: string, preset: string): boolean {
  return new RegExp(`(?<![\\w-])${preset}(?![\\w-])`).test(served);
}

function source(said: RegExp, presets: string, url: string): Source {
  return { said, presets: presets.split(" "), url };
}
