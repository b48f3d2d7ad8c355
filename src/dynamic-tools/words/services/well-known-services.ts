/**
 * Services that people name as if everybody knew them, chosen by hand: no ranking stands behind it, and it grows by what
 * is asked for. Only such as are not also everyday words: "signal" and "notion" are told by their capital alone.
 */
export const WELL_KNOWN_SERVICES: ReadonlySet<string> = new Set(
  (
    "whatsapp facebook instagram tiktok snapchat pinterest reddit linkedin twitter youtube netflix hulu disney+ hbo twitch discord telegram wechat " +
    "skype viber kakaotalk line.me tumblr quora medium.com mastodon bluesky threads.net weibo vk.com " +
    "airbnb booking.com expedia tripadvisor kayak skyscanner trivago hostelworld vrbo hotels.com agoda yelp foursquare opentable doordash " +
    "ubereats grubhub deliveroo instacart uber lyft blablacar lime bolt flixbus ryanair lufthansa easyjet " +
    "paypal venmo zelle revolut wise klarna stripe adyen cashapp monzo n26 coinbase kraken binance bitfinex robinhood etoro " +
    "todoist asana trello jira zendesk freshdesk intercom hubspot salesforce monday.com clickup basecamp evernote onenote airtable " +
    "dropbox onedrive icloud wetransfer slack zoom webex calendly doodle mailchimp sendgrid twilio shopify etsy ebay amazon aliexpress alibaba " +
    "walmart ikea zalando wayfair craigslist vinted depop spotify shazam soundcloud deezer tidal pandora audible bandcamp " +
    "duolingo coursera udemy udacity edx khan codecademy quizlet goodreads imdb letterboxd rottentomatoes " +
    "fitbit strava garmin myfitnesspal headspace whoop oura peloton nintendo playstation xbox roblox minecraft fortnite " +
    "github gitlab bitbucket netlify vercel heroku replicate deepl grammarly figma canva adobe photoshop chatgpt openai midjourney huggingface " +
    "tesla nest ring.com alexa siri sonos hue roomba ifttt zapier tinder bumble hinge okcupid zillow redfin " +
    "glassdoor upwork fiverr indeed.com docusign dhl fedex ups usps hermes qualtrics surveymonkey typeform wordpress wix squarespace " +
    "ticketmaster eventbrite stubhub meetup.com waze mapquest bitly tinyurl pocket instapaper feedly kindle patreon kickstarter gofundme substack " +
    "cloudflare coingecko easypost pagerduty opsgenie datadog grafana sentry dropcam discogs mailgun postmark mandrill firebase supabase auth0 okta " +
    "gmail ec2 sqs sns rds dynamodb cloudfront bigquery salesloft pipedrive zoho xero quickbooks freshbooks bamboohr workday greenhouse.io snapdeal rakuten mercadolibre"
  ).split(" "),
);

export function isWellKnown(name: string): boolean {
  return WELL_KNOWN_SERVICES.has(name.toLowerCase());
}
