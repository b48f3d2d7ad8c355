/** Things that one service alone calls so: who says "droplet" names DigitalOcean. Chosen by hand. */
const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ["droplet", "digitalocean"],
  ["subreddit", "reddit"],
  ["dyno", "heroku"],
  ["tweet", "twitter"],
  ["retweet", "twitter"],
  // Other services take files from S3 as well: who speaks of its buckets means itself.
  ["s3 bucket", "s3"],
  ["s3 object", "s3"],
]);

/** What finds operations of a service that others speak of more often than its own do. */
const SOUGHT: ReadonlyMap<string, string> = new Map([["s3", "s3 bucket"]]);

export function soughtOf(service: string): string | undefined {
  return SOUGHT.get(service);
}

/** The services whose things a text speaks of. */
export function servicesOfProducts(text: string): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []).map((word) => word.replace(/(?<=\p{L})s$/u, ""));
  const things = [...words, ...words.slice(1).map((word, at) => `${words[at] ?? ""} ${word}`)];
  return [...new Set(things.flatMap((thing) => PRODUCTS.get(thing) ?? []))];
}

/** "the pull requests of facebook/react", "refund ch_3Mml": where nobody was named, whose they most likely are. */
export function serviceImplied(text: string): string | undefined {
  if (REPOSITORY.test(text) && OF_CODE.test(text)) return "GitHub";
  return OF_STRIPE.test(text) ? "Stripe" : undefined;
}

const REPOSITORY = /(?<![\w/.@:-])[A-Za-z\d][\w-]{0,38}\/[\w.-]{0,80}\w(?![\w/])/;
const OF_CODE =
  /(?<!\p{L})(?:repos?(?:itor(?:y|ies))?|branch(?:es)?|commits?|pull requests?|PRs?|issues?|tickets?|incidencias?|fork(?:s|ed)?|stars?|stargazers|releases?|readme|contributors?|collaborators?|workflows?|milestones?|merge|clone|repositorios?|d[ée]p[ôo]ts?|reposit[óo]rios?|zweige?)(?!\p{L})/iu;
/** As it begins the ids of its customers, charges, intents, subscriptions, invoices and refunds. */
const OF_STRIPE = /(?<![\w-])(?:cus|ch|pi|sub|in|re|prod|price)_[A-Za-z\d]{3,60}(?![\w-])/;

/** What Amazon's best known services call their things, of which others of its have some as well. Chosen by hand. */
const OF_AMAZON: readonly (readonly [thing: RegExp, service: string])[] = [
  [/\b(?:s3|buckets?)\b/i, "S3"],
  [/\bqueues?\b/i, "SQS"],
  [/\btopics?\b/i, "SNS"],
  [/\b(?:lambdas?|functions?)\b/i, "Lambda"],
  [/\b(?:hosted zones?|dns)\b/i, "Route53"],
  [/\bdistributions?\b/i, "CloudFront"],
  [/\bstacks?\b/i, "CloudFormation"],
  [/\balarms?\b/i, "CloudWatch"],
  [/\blog groups?\b/i, "CloudWatch Logs"],
  [/\bsecrets?\b/i, "SecretsManager"],
  [/\bparameters?\b/i, "SSM"],
  [/\btables?\b/i, "DynamoDB"],
  [/\b(?:instances?|volumes?|snapshots?|security groups?|vpcs?|subnets?|key pairs?|elastic ips?|amis?)\b/i, "EC2"],
  [/\b(?:iam|users?|roles?|polic(?:y|ies))\b/i, "IAM"],
];
const AMAZON = /(?<![\p{L}\p{N}.-])(?:aws|amazon(?:aws)?)(?![\p{L}\p{N}.-])/iu;

export function isAmazon(service: string): boolean {
  return AMAZON.exec(service)?.[0] === service;
}

/** "aws: create a queue": where nothing but Amazon is named, the service that is most likely meant. */
export function serviceOfAmazon(text: string): string | undefined {
  return AMAZON.test(text) ? OF_AMAZON.find(([thing]) => thing.test(text))?.[1] : undefined;
}
