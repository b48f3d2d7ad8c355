/** APIs whose subject their descriptions hardly say: suites of one provider by name, and services of clouds by kind. */
import type { CategorySlug } from "../categories.ts";

/** Matched against the API's name, "provider/service"; the first that fits decides. */
const KNOWN: readonly (readonly [RegExp, CategorySlug])[] = [
  [/^(?:spoonacular|bigoven|calorieninjas|chompthis|just-eat|globalwinescore)\./, "food-drink"],
  [/^(?:nowpayments|chaingateway|tokenmetrics|spectrocoin|chain49|nebl|tokenjay)\./, "crypto-blockchain"],
  [
    /^(?:weatherbit|visualcrossing|meteosource|stormglass|openuv|climate|climatekuul|corrently|oceandrivers|carbondoomsday)\./,
    "weather-environment",
  ],
  [/^(?:spotify|musixmatch|soundcloud|setlist|vocadb|flat|spinitron|bandsintown|freesound|zeno)\./, "music-audio"],
  [/^(?:twitter|instagram|stackexchange|orbit|bufferapp|daniweb)\./, "social-networks"],
  [/^(?:nytimes|npr|medium|pressassociation|prss|biztoc)\./, "news-publishing"],
  [
    /^(?:github|gitlab|bitbucket|gitea|circleci|visualstudio|launchdarkly|docker|swaggerhub|getpostman|apimatic|runscope|appcenter|configcat|snyk|vercel|netlify)\./,
    "developer-tools",
  ],
  [
    /^microsoft\.com\/graph|^(?:asana|trello|slack|notion|clickup|box|zoom|files|atlassian|dracoon)\.(?:com|us|team)|googleapis\.com\/(?:drive|docs|sheets|slides|calendar|tasks|forms|keep|meet)$/,
    "collaboration-productivity",
  ],
  [
    /googleapis\.com\/(?:gmail|chat|fcm)|^(?:twilio|nexmo|vonage|telnyx|sendgrid|telegram|mandrillapp|postmarkapp|clicksend|callfire|zoomconnect|bulksms)\./,
    "messaging-telecom",
  ],
  [
    /^(?:autotask|loket|payrun|salesloft|xtrf|visma|docusign|letmc|drchrono)\.|customer-profiles/,
    "business-operations",
  ],
  [
    /^(?:vimeo|flickr|shutterstock|gettyimages|mux|wowza|api\.video|unsplash)\.|youtube$|kinesis-?video|media(?:convert|live|package|store|tailor|services|connect)|\bivs\b|transcoder|photos/i,
    "photo-video",
  ],
  [
    /^(?:trakt|evetech|bungie|thetvdb|tvmaze|rawg|tcgdex|dnd5eapi|clubhouseapi|sportsdata\.io\/(?:lol|csgo))[./]|\/games?/,
    "entertainment-games",
  ],
  [/^sportsdata\.io|^(?:nba|thebluealliance|collegefootballdata|balldontlie)\./, "sports-fitness"],
  [
    /^(?:apisetu\.gov\.in|digitallocker\.gov\.in|unicourt\.com|parliament\.uk|epa\.gov|fec\.gov|gov\.bc\.ca|bclaws\.ca)/,
    "government-open-data",
  ],
  [
    /^(?:mist|meraki|netatmo|adafruit|clearblade)\.|(?:^|[/.-])iot|device|smarthome|homegraph|smartdevice/i,
    "iot-devices",
  ],
  [/^(?:stripe|squareup|adyen|klarna|zuora)\./, "payments-billing"],
  [/^(?:xero|bunq|codat|pocketsmith|youneedabudget|nordigen|yodlee|interactivebrokers)\./, "finance-markets"],
  [/^(?:netbox|digitalocean|linode|hetzner|kubernetes|solarvps|clever-cloud)\./, "cloud-infrastructure"],
  [
    /machine-?learning|sagemaker|cognitive|rekognition|comprehend|polly|transcribe|textract|personalize|lookout|\blex\b|bedrock|aiplatform|automl|vision|speech|dialogflow|documentai|knowledgegraph|openai|\/ml$|videointelligence/i,
    "ai-machine-learning",
  ],
  [
    /guardduty|inspector|macie|waf|securityhub|\biam\b|\bkms\b|cognito|secretsmanager|secretmanager|keyvault|\/security|authorization|\/msi|identity|accesscontext|recaptcha|safebrowsing|webrisk|\bsso\b|detective|shield|acm|policytroubleshooter|binaryauthorization|graphrbac|attestation/i,
    "security-identity",
  ],
  [
    /code(?:build|commit|deploy|pipeline|star|artifact|guru)|devops|apimanagement|cloudbuild|sourcerepo|artifactregistry|firebase|devicefarm|devtestlabs|androidpublisher|xray|cloudtrace|clouddebugger/i,
    "developer-tools",
  ],
  [
    /chime|pinpoint|\/ses|\/email$|\/sns$|\/connect|communication|notificationhubs|\/botservice|servicebus|\/sms/i,
    "messaging-telecom",
  ],
  [
    /monitor|cloudwatch|\/logs$|logging|errorreporting|insights|advisor|alertsmanagement|analytics|observability|cloudtrail|resourcehealth/i,
    "analytics-monitoring",
  ],
  [/translate/i, "text-language"],
  [/blockchain/i, "crypto-blockchain"],
  [/healthcare|healthlake|lifesciences|genomics|healthbot/i, "health-medicine"],
  [/^amadeus\.com|lufthansa|transavia|travelpartner|wmata|tfl\.gov/i, "transport-travel"],
  [
    /adsense|admob|adexchange|dfareporting|doubleclick|searchads|authorizedbuyers|displayvideo|mybusiness/i,
    "marketing-advertising",
  ],
  [/\/maps|location-|\/location$|geocod/i, "geolocation-maps"],
  [/^(?:amazonaws|azure|windows)\./, "cloud-infrastructure"],
];

export function knownCategory(api: string): CategorySlug | undefined {
  return KNOWN.find(([pattern]) => pattern.test(api))?.[1];
}
