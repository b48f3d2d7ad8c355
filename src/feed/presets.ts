/** Feeds with a name of their own, in six groups. The news actors take these names, and the router proposes them. */

export interface Preset {
  readonly name: string;
  readonly group: string;
  readonly url: string;
}

const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  world: {
    world: "https://feeds.bbci.co.uk/news/world/rss.xml",
    bbc: "https://feeds.bbci.co.uk/news/rss.xml",
    guardian: "https://www.theguardian.com/international/rss",
    nytimes: "https://rss.nytimes.com/services/xml/rss/nyt/HomePage.xml",
    aljazeera: "https://www.aljazeera.com/xml/rss/all.xml",
    npr: "https://feeds.npr.org/1001/rss.xml",
    dw: "https://rss.dw.com/rdf/rss-en-all",
    france24: "https://www.france24.com/en/rss",
    lemonde: "https://www.lemonde.fr/rss/une.xml",
    tagesschau: "https://www.tagesschau.de/index~rss2.xml",
    spiegel: "https://www.spiegel.de/schlagzeilen/index.rss",
    elpais: "https://feeds.elpais.com/mrss-s/pages/ep/site/elpais.com/portada",
  },
  technology: {
    technology: "https://techcrunch.com/feed/",
    "bbc-technology": "https://feeds.bbci.co.uk/news/technology/rss.xml",
    hackernews: "https://news.ycombinator.com/rss",
    techcrunch: "https://techcrunch.com/feed/",
    theverge: "https://www.theverge.com/rss/index.xml",
    arstechnica: "https://feeds.arstechnica.com/arstechnica/index",
    wired: "https://www.wired.com/feed/rss",
    slashdot: "https://rss.slashdot.org/Slashdot/slashdotMain",
    lobsters: "https://lobste.rs/rss",
  },
  business: {
    business: "https://feeds.bbci.co.uk/news/business/rss.xml",
    cnbc: "https://www.cnbc.com/id/100003114/device/rss/rss.html",
    "guardian-business": "https://www.theguardian.com/business/rss",
    "nytimes-business": "https://rss.nytimes.com/services/xml/rss/nyt/Business.xml",
    marketwatch: "https://feeds.content.dowjones.io/public/rss/mw_topstories",
  },
  science: {
    science: "https://www.sciencedaily.com/rss/all.xml",
    "bbc-science": "https://feeds.bbci.co.uk/news/science_and_environment/rss.xml",
    sciencedaily: "https://www.sciencedaily.com/rss/all.xml",
    nasa: "https://www.nasa.gov/feed/",
    physorg: "https://phys.org/rss-feed/",
    nature: "https://www.nature.com/nature.rss",
    "guardian-science": "https://www.theguardian.com/science/rss",
  },
  crypto: {
    crypto: "https://www.coindesk.com/arc/outboundfeeds/rss/",
    coindesk: "https://www.coindesk.com/arc/outboundfeeds/rss/",
    cointelegraph: "https://cointelegraph.com/rss",
    decrypt: "https://decrypt.co/feed",
    theblock: "https://www.theblock.co/rss.xml",
    bitcoinmagazine: "https://bitcoinmagazine.com/feed",
  },
  sports: {
    sports: "https://feeds.bbci.co.uk/sport/rss.xml",
    espn: "https://www.espn.com/espn/rss/news",
    football: "https://feeds.bbci.co.uk/sport/football/rss.xml",
    "guardian-sport": "https://www.theguardian.com/sport/rss",
  },
};

export const PRESETS: readonly Preset[] = Object.entries(GROUPS).flatMap(([group, feeds]) =>
  Object.entries(feeds).map(([name, url]) => ({ name, group, url })),
);

/** By name, whatever its case and its spaces: "Hacker News" is "hackernews". */
export function presetNamed(text: string): Preset | undefined {
  const name = folded(text);
  return PRESETS.find((preset) => folded(preset.name) === name);
}

/** "world: bbc, guardian; technology: …". */
export function presetList(): string {
  const lines = Object.entries(GROUPS).map(([group, feeds]) => `${group}: ${Object.keys(feeds).join(", ")}`);
  return lines.join("; ");
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
