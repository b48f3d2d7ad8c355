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
