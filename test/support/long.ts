/**
 * Whether plays, draws and simulations are long, as `npm run test:long` and `bun run mutate` have them. `npm test` plays a
 * short form of each, which has to prove the same claim.
 */
export const IS_LONG = process.env["LONG"] === "1";

/** How many of something are played; the variable of this name says otherwise for one file. */
export function playCount(name: string, { short, long }: { readonly short: number; readonly long: number }): number {
  return Number(process.env[name] ?? (IS_LONG ? long : short));
}
