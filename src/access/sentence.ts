/** What a call of an operation must bring, in one sentence for the description of a tool. */
import type { Access } from "../runtime/access.ts";

export function accessSentence({ state, methods }: Access): string {
  const what = KINDS[methods[0] ?? "api_key"];
  switch (state) {
    case "open":
      return "Needs no credentials.";
    case "optional":
      return `Works without credentials; ${what} gives more.`;
    case "unsupported":
      return "Needs a signature or a login that the hub does not make.";
    case "unknown":
      return "Its description does not say whether it needs credentials.";
    default:
      return `Needs ${what}.`;
  }
}

const KINDS = {
  api_key: "an API key of the provider, from a connection of yours or in `credentials.api_key` of the call",
  basic: "a user name and a password of the provider, from a connection of yours or in `credentials.basic`",
  bearer: "a token of the provider, from a connection of yours or in `credentials.bearer` of the call",
  aws_sigv4: "an AWS access key, from a connection of yours",
  oauth2_code: "a login at the provider by OAuth 2.0, from a connection of yours",
  oauth2_client: "an OAuth 2.0 client of the provider, from a connection of yours",
  oauth2_device: "a login at the provider by OAuth 2.0, from a connection of yours",
} as const;
