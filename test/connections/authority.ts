/** An authorization server on loopback whose only person says yes to everything. */
import type { IncomingMessage, ServerResponse } from "node:http";
// @ts-expect-error -- the package has no types
import Provider from "oidc-provider";
import type { Authority } from "../../src/runtime/access.ts";
import { listen, startHttp, type TestServer } from "../support/http-server.ts";

export interface TestAuthority extends AsyncDisposable {
  readonly server: TestServer;
  readonly place: string;
  readonly authority: Authority;
  /** Requests at the token endpoint by grant type, in order. */
  readonly grants: string[];
  /** Answers the next requests at the token endpoint in its place. */
  fail(answer: ((response: ServerResponse) => void) | undefined): void;
  isGood(token: string): Promise<boolean>;
  /** Forgets a token, as its owner would by logging out. */
  forget(token: string): Promise<void>;
  /** Whose client it is, once the redirect address is known. */
  register(redirectUri: string): void;
}

export const CLIENT = { client_id: "the-hub", client_secret: "client_canary_51c2f0a7d9e84b36" };

export async function startAuthority(
  settings: { lifetime?: number; pkce?: boolean; rotates?: boolean } = {},
): Promise<TestAuthority> {
  const { lifetime = 3600, pkce = true, rotates = true } = settings;
  const grants: string[] = [];
  let failure: ((response: ServerResponse) => void) | undefined;
  let callback: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  let provider: any;
  const server = await startHttp((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://authority.test");
    if (pathname === "/token") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        grants.push(new URLSearchParams(body).get("grant_type") ?? "");
        if (failure !== undefined) return failure(response);
        (request as any).body = Object.fromEntries(new URLSearchParams(body));
        callback?.(request, response);
      });
      return;
    }
    if (pathname.startsWith("/interaction/")) return void sayYes(request, response);
    callback?.(request, response);
  });

  async function sayYes(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === "login") {
      await provider.interactionFinished(request, response, { login: { accountId: "person" } });
      return;
    }
    const grant = new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    grant.addOIDCScope(String(params.scope ?? ""));
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
  }

  const { origin } = server;
  const authority: Authority = {
    id: "test-authority",
    issuer: origin,
    authorize: `${origin}/auth`,
    token: `${origin}/token`,
    device: `${origin}/device/auth`,
    revoke: `${origin}/token/revocation`,
    ...(!pkce && { pkce: false }),
  };
  return {
    server,
    place: `127.0.0.1:${server.port}`,
    authority,
    grants,
    fail: (answer) => (failure = answer),
    isGood: async (token) =>
      (await provider.AccessToken.find(token)) !== undefined ||
      (await provider.ClientCredentials.find(token)) !== undefined,
    async forget(token) {
      await (await provider.AccessToken.find(token))?.destroy();
    },
    register(redirectUri) {
      provider = new Provider(origin, {
        clients: [
          {
            ...CLIENT,
            grant_types: [
              "authorization_code",
              "refresh_token",
              "client_credentials",
              "urn:ietf:params:oauth:grant-type:device_code",
            ],
            redirect_uris: [redirectUri],
            response_types: ["code"],
          },
        ],
        scopes: ["offline_access", "things", "more"],
        features: {
          devInteractions: { enabled: false },
          clientCredentials: { enabled: true },
          deviceFlow: { enabled: true },
          revocation: { enabled: true },
        },
        pkce: { required: () => pkce },
        issueRefreshToken: () => true,
        rotateRefreshToken: () => rotates,
        ttl: {
          AccessToken: lifetime,
          ClientCredentials: lifetime,
          RefreshToken: 86_400,
          Grant: 86_400,
          Session: 3600,
          Interaction: 600,
        },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
        cookies: { keys: ["a key of the tests"] },
      });
      callback = provider.callback();
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export { listen };
