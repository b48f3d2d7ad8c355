/**
 * Sixty everyday requests, written from the catalogue's own entries before any was composed. Every other one was never
 * looked at while the composer was worked on.
 */

export interface EverydayWish {
  readonly words: string;
  /** Of "METHOD https://host/path/{template}": every operation that really does it. `undefined`: the catalogue has none. */
  readonly does: RegExp | undefined;
  /** What the request must hold, in its URL or body, undone of percent signs. */
  readonly holds: readonly RegExp[];
}

export const wish = (words: string, does: RegExp | undefined, ...holds: RegExp[]): EverydayWish => ({
  words,
  does,
  holds,
});

export const WISHES: readonly EverydayWish[] = [
  wish("convert 100 USD to EUR", /convert-?_?(?:a-)?currency|\/convert$|currency\/convert/i, /100/, /USD/, /EUR/),
  wish("what time is it in Tokyo", /worldtimeapi|\/time(?:zone)?\b|current_?time/i, /Tokyo|35\.\d+.*139\.\d+/i),
  wish("random cat picture", /giphy.*random|\bcats?\b|pixabay|images?\/search|photos?\/random/i, /cat/i),
  wish("weather forecast for Berlin", /forecast/i, /Berlin|52\.\d+.*13\.\d+/),
  wish("get today's top stories from the New York Times", /nytimes.*topstories/),
  wish("what is the air quality in Delhi", /air_?-?quality|aqi|pollution/i, /Delhi|28\.\d+.*77\.\d+/),
  wish(
    "look up the location of the IP address 8.8.8.8",
    /ip-?geo|iptwist|geoip|iplookup|ip\/\{|ip-?info|geolocat|geo\/\{ip/i,
    /8\.8\.8\.8/,
  ),
  wish(
    "check if the email jane@example.com is valid",
    /valid.*email|email.*(?:valid|verif)|verif.*email|emailverif/i,
    /jane@example\.com/,
  ),
  wish('generate a QR code for "https://example.com"', /\bqr/i, /https:\/\/example\.com/),
  wish("public holidays in Canada", /holiday/i),
  wish("NASA astronomy picture of the day", /apod/),
  wish("astronomy picture of 2021-07-04", /apod/, /2021-07-04/),
  wish(
    "star the repository oven-sh/bun on GitHub",
    /^PUT https:\/\/api\.github\.com\/user\/starred\/\{owner\}\/\{repo\}/,
    /oven-sh\/bun/,
  ),
  wish(
    "list the branches of torvalds/linux on GitHub",
    /^GET https:\/\/api\.github\.com\/repos\/\{owner\}\/\{repo\}\/branches$/,
    /torvalds\/linux/,
  ),
  wish(
    "close issue 42 in octocat/hello-world on GitHub",
    /^PATCH https:\/\/api\.github\.com\/repos\/.*\/issues\/\{issue_number\}$/,
    /octocat\/hello-world\/issues\/42/,
  ),
  wish(
    'comment "Looks good" on issue 7 of facebook/react on GitHub',
    /^POST https:\/\/api\.github\.com\/repos\/.*\/issues\/\{issue_number\}\/comments$/,
    /facebook\/react\/issues\/7/,
    /Looks good/,
  ),
  wish(
    'create an issue titled "Broken link" in GitLab project 278964',
    /^POST https:\/\/gitlab\.com\/api\/v\d\/projects\/\{id\}\/issues$/,
    /projects\/278964/,
    /Broken link/,
  ),
  wish("list my GitLab projects", /^GET https:\/\/gitlab\.com\/api\/v\d\/projects(?:\/owned)?$/),
  wish("list the channels of my Slack workspace", /^GET https:\/\/slack\.com\/api\/(?:conversations|channels)\.list/),
  wish(
    'send the Slack message "Deploy done" to channel C024BE91L',
    /slack\.com\/api\/chat\.postMessage/,
    /C024BE91L/,
    /Deploy done/,
  ),
  wish(
    "create a Stripe customer with email bob@example.com",
    /^POST https:\/\/api\.stripe\.com\/v1\/customers$/,
    /bob@example\.com/,
  ),
  wish(
    "refund the Stripe charge ch_3MmlLrLkdIwHu7ix0snN0B15",
    /^POST https:\/\/api\.stripe\.com\/v1\/(?:refunds|charges\/\{charge\}\/refunds?)$/,
    /ch_3MmlLrLkdIwHu7ix0snN0B15/,
  ),
  wish(
    'send an SMS saying "Hello" to +15005550006 with Twilio',
    /^POST https:\/\/api\.twilio\.com\/.*Messages\.json$/,
    /\+15005550006/,
    /Hello/,
  ),
  wish(
    "make a phone call with Twilio to +14155550100",
    /^POST https:\/\/api\.twilio\.com\/.*Calls\.json$/,
    /\+14155550100/,
  ),
  wish('search Spotify for "Bohemian Rhapsody"', /spotify\.com\/v1\/search/, /Bohemian Rhapsody/),
  wish(
    "get the top tracks of the Spotify artist 0TnOYISbd1XYRBk9myaseg",
    /spotify\.com\/v1\/artists\/\{id\}\/top-tracks/,
    /0TnOYISbd1XYRBk9myaseg/,
  ),
  wish('search YouTube videos about "sourdough bread"', /youtube\/v3\/search/, /sourdough bread/),
  wish("get the comments of the YouTube video dQw4w9WgXcQ", /youtube\/v3\/commentThreads/, /dQw4w9WgXcQ/),
  wish('create a Trello board named "Holiday plans"', /^POST https:\/\/trello\.com\/1\/boards$/, /Holiday plans/),
  wish("delete the Zoom meeting 85746065", /^DELETE https:\/\/api\.zoom\.us\/v2\/meetings\/\{meetingId\}$/, /85746065/),
  wish('create a HubSpot contact for "ann@example.com"', undefined),
  wish('send an email with SendGrid to "tom@example.com"', /^POST https?:\/\/api\.sendgrid\.com\/v3\/mail\/send/),
  wish('create an Asana task called "Write report"', /^POST https:\/\/app\.asana\.com\/api\/1\.0\/tasks$/),
  wish(
    "query the Notion database 668d797c76fa49349b05ad288df2d136",
    /^POST https:\/\/api\.notion\.com\/v1\/databases\/\{id\}\/query/,
    /668d797c76fa49349b05ad288df2d136/,
  ),
  wish("tell me a dad joke", /joke/i),
  wish("random trivia question", /trivia/i),
  wish("inspirational quote of the day", /quotes\.rest|\/qod|quote/i),
  wish('definitions of the word "ephemeral"', /wordnik.*definitions|dictionar|definition/i, /ephemeral/),
  wish('synonyms for "happy"', /relatedWords|synonym|thesaurus/i, /happy/),
  wish("random word", /randomWord|word\/random|random/i),
  wish(
    'search recipes with "tofu and rice"',
    /recipes?\/(?:complexSearch|search|findByIngredients)|recipes$/i,
    /tofu and rice/,
  ),
  wish('how many calories are in "2 eggs and toast"', /nutri|calori|food/i, /2 eggs and toast/),
  wish("exchange rates of GBP on 2020-03-15", /historical|history|\{date\}|exchange|rates/i, /2020-03-15/),
  wish(
    'search for books about "quantum physics"',
    /books\/v1\/volumes$|books?.*search|search.*books?/i,
    /quantum physics/,
  ),
  wish(
    'find movies called "Blade Runner"',
    /movies?(?:\.json|\/search|\/reviews\/search)|search\/movies?|Movie\/Search/i,
    /Blade Runner/,
  ),
  wish("New York Times best seller list", /nytimes.*books\/v3\/lists/),
  wish(
    'search news articles about "climate change"',
    /articlesearch|news\/search|search\/news|\/news/i,
    /climate change/,
  ),
  wish('search GIFs for "dancing cat"', /giphy.*gifs\/search/, /dancing cat/),
  wish("decode the VIN 1HGCM82633A004352", /vin/i, /1HGCM82633A004352/),
  wish("whois of example.com", /whois/i, /example\.com/),
  wish(
    "flight status of LH400 on 2024-05-01",
    /flightstatus\/\{flightNumber\}|flights?.*status|schedule\/flights/i,
    /LH400|400/,
    /2024-05-01/,
  ),
  wish("validate the phone number +442079460958", /phone.*valid|phone_numbers|valid.*phone/i, /\+?442079460958/),
  wish('sentiment of the text "I love this product"', /sentiment|text2data.*Analyze/i, /I love this product/),
  wish('detect the language of "Guten Morgen"', /language-?_?detect|detect.*language|dominant/i, /Guten Morgen/),
  wish("distance between the zip codes 10001 and 90210", /zipc\/v1\/distance/, /10001/, /90210/),
  wish("coordinates of the city of Lisbon", /geocod|geo|locat|cit(?:y|ies)/i, /Lisbon/),
  wish("reverse geocode 48.8584, 2.2945", /reverse|geocod/i, /48\.8584/, /2\.2945/),
  wish("list my DigitalOcean droplets", /^GET https:\/\/api\.digitalocean\.com\/v2\/droplets$/),
  wish("latest xkcd comic", /^GET http:\/\/xkcd\.com\/info\.0\.json/),
  wish(
    'search Stack Overflow questions about "undefined is not a function"',
    /stackexchange\.com\/2\.\d\/(?:search|similar)/,
    /undefined is not a function/,
  ),
];
