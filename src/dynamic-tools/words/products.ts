/** Things that one service alone calls so: who says "droplet" names DigitalOcean. Chosen by hand. */
const PRODUCTS: ReadonlyMap<string, string> = new Map([
  ["droplet", "digitalocean"],
  ["subreddit", "reddit"],
  ["dyno", "heroku"],
]);

/** The services whose things a text speaks of. */
export function servicesOfProducts(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words.flatMap((word) => PRODUCTS.get(word.replace(/s$/, "")) ?? []))];
}
