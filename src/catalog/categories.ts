/** The thirty categories. Their order is their number in the store: add nothing in between. */

export interface Category {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
}

export const CATEGORIES = [
  category(
    "cloud-infrastructure",
    "Cloud Infrastructure",
    "Servers, containers, storage, networks and databases of cloud providers.",
  ),
  category("ecommerce", "E-commerce", "Shops, products, carts, orders, shipping and marketplaces."),
  category("developer-tools", "Developer Tools", "Source code, builds, tests, deployment and API management."),
  category(
    "government-open-data",
    "Government and Open Data",
    "Official registers, statistics, parliaments and public datasets.",
  ),
  category(
    "messaging-telecom",
    "Messaging and Telecom",
    "SMS, calls, e-mail, push notifications, chat and phone numbers.",
  ),
  category(
    "utilities-search",
    "Utilities and Search",
    "Converters, generators, web search, scraping and everything that fits nowhere else.",
  ),
  category("finance-markets", "Finance and Markets", "Bank accounts, stocks, exchange rates, accounting and lending."),
  category("transport-travel", "Transport and Travel", "Flights, trains, rides, vehicles, hotels and bookings."),
  category(
    "collaboration-productivity",
    "Collaboration and Productivity",
    "Documents, calendars, tasks, files and teamwork.",
  ),
  category(
    "geolocation-maps",
    "Geolocation and Maps",
    "Maps, routes, places, addresses and positions of IP addresses.",
  ),
  category("security-identity", "Security and Identity", "Sign-in, users and rights, secrets, threats and fraud."),
  category("entertainment-games", "Entertainment and Games", "Games, films, television, jokes and trivia."),
  category("news-publishing", "News and Publishing", "News, articles, blogs, podcasts and content management."),
  category("science-math", "Science and Mathematics", "Biology, chemistry, physics, astronomy and computation."),
  category("crypto-blockchain", "Crypto and Blockchain", "Coins, tokens, wallets, chains and their exchanges."),
  category("analytics-monitoring", "Analytics and Monitoring", "Usage statistics, logs, metrics, alerts and uptime."),
  category("ai-machine-learning", "AI and Machine Learning", "Models, predictions, vision, speech and embeddings."),
  category("text-language", "Text and Language", "Translation, spelling, sentiment, dictionaries and text analysis."),
  category("photo-video", "Photo and Video", "Images, video, streaming and their processing."),
  category("payments-billing", "Payments and Billing", "Charges, cards, invoices, subscriptions and payouts."),
  category("business-operations", "Business Operations", "CRM, HR, payroll, support, contracts and ERP."),
  category("education-reference", "Education and Reference", "Schools, courses, books, libraries and encyclopedias."),
  category("iot-devices", "IoT and Devices", "Sensors, smart homes, networks of devices and their fleets."),
  category("health-medicine", "Health and Medicine", "Patients, doctors, diseases, drugs and health records."),
  category("marketing-advertising", "Marketing and Advertising", "Campaigns, ads, mailing lists, links and leads."),
  category("social-networks", "Social Networks", "Posts, followers, communities and profiles."),
  category("music-audio", "Music and Audio", "Songs, artists, playlists, podcasts and sound."),
  category("weather-environment", "Weather and Environment", "Forecasts, climate, air, water and energy."),
  category("sports-fitness", "Sports and Fitness", "Teams, matches, scores, statistics and training."),
  category("food-drink", "Food and Drink", "Recipes, nutrition, restaurants and delivery."),
] as const satisfies readonly Category[];

export type CategorySlug = (typeof CATEGORIES)[number]["slug"];

const NUMBERS: ReadonlyMap<string, number> = new Map(CATEGORIES.map(({ slug }, number) => [slug, number]));

/** Its number in the store, or `undefined` for an unknown slug. */
export function categoryNumber(slug: string): number | undefined {
  return NUMBERS.get(slug);
}

export function categoryAt(number: number): Category {
  const found: Category | undefined = CATEGORIES[number];
  if (found === undefined) throw new RangeError(`Cannot name category ${number}: there are ${CATEGORIES.length}`);
  return found;
}

function category<Slug extends string>(slug: Slug, name: string, description: string) {
  return { slug, name, description } as const;
}
