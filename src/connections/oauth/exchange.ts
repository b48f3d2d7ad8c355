/** What is asked of an authority's token endpoint, through a library that knows the protocol. */
import * as oauth from "oauth4webapi";
import type { Authority } from "../../runtime/access.ts";
import { asHubError, HubError } from "../../runtime/errors.ts";
import type { Clock } from "../../runtime/world.ts";
import type { OAuthClient } from "../clients.ts";
import type { GivenSecret } from "../service.ts";
import type { AuthorityFetch } from "./fetch.ts";

/** Why an authority gave no token. `isFinal`: only a person can mend it. */
export class AuthorityRefusal extends Error {
  override readonly name = "AuthorityRefusal";
  readonly reason: string;
  readonly isFinal: boolean;

  constructor(reason: string, isFinal: boolean, cause: unknown) {
    super(reason, { cause });
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

export interface TokenExchange {
  /** The address that a person is sent to. */
  authorizeUrl(authority: Authority, client: OAuthClient, login: Login): Promise<string>;
  /** @throws {AuthorityRefusal} also for an answer with another state or issuer. */
  code(authority: Authority, client: OAuthClient, login: Login, answer: URLSearchParams): Promise<GivenSecret>;
  clientCredentials(authority: Authority, client: OAuthClient, scopes: readonly string[]): Promise<GivenSecret>;
  refresh(authority: Authority, client: OAuthClient, refreshToken: string): Promise<GivenSecret>;
  device(authority: Authority, client: OAuthClient, scopes: readonly string[]): Promise<DeviceStart>;
  /** `undefined` while the person has not logged in yet. */
  deviceToken(authority: Authority, client: OAuthClient, deviceCode: string): Promise<GivenSecret | undefined>;
  /** Tells the authority that a token is over; that it does not listen changes nothing. */
  revoke(authority: Authority, client: OAuthClient, token: string): Promise<void>;
}

export interface Login {
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly scopes: readonly string[];
}

export interface DeviceStart {
  readonly deviceCode: string;
  readonly userCode: string;
  readonly url: string;
}

/** Errors that no repetition mends: of RFC 6749, section 5.2, and what GitHub and Slack say in their place. */
const FINAL = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "unsupported_grant_type",
  "invalid_scope",
  "access_denied",
  "expired_token",
  "bad_refresh_token",
  "bad_verification_code",
  "incorrect_client_credentials",
  "invalid_refresh_token",
  "invalid_client_id",
  "bad_client_secret",
  "token_expired",
  "token_revoked",
]);

export function createExchange(over: AuthorityFetch, clock: Clock): TokenExchange {
  return {
    async authorizeUrl(authority, { clientId }, { redirectUri, state, verifier, scopes }) {
      const url = new URL(authority.authorize ?? "");
      if (url.protocol !== "https:" && !over.mayBePlain(url.href))
        throw new HubError("insecure_upstream", "The address of the authority is not https.");
      const wanted = {
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        ...scopesOf(authority, scopes),
        ...authority.authorize_params,
        ...(authority.pkce !== false && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
        }),
      };
      for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
      return url.href;
    },
    code: (authority, client, login, answer) =>
      told(async () => {
        const { as, known, auth, options } = partiesOf(authority, client);
        const said = new URLSearchParams(answer);
        // Of an authority whose name nobody has said the address that it answers at, which no other has, must do.
        if (authority.issuer === undefined) said.delete("iss");
        const parameters = oauth.validateAuthResponse(as, known, said, login.state);
        const { redirectUri } = login;
        const verifier = authority.pkce === false ? oauth.nopkce : login.verifier;
        const response = await oauth.authorizationCodeGrantRequest(
          as,
          known,
          auth,
          parameters,
          redirectUri,
          verifier,
          options(authority.token),
        );
        return givenBy(await oauth.processAuthorizationCodeResponse(as, known, response), authority, client);
      }),
    clientCredentials: (authority, client, scopes) =>
      told(async () => {
        const { as, known, auth, options } = partiesOf(authority, client);
        const wanted = scopesOf(authority, scopes);
        const response = await oauth.clientCredentialsGrantRequest(as, known, auth, wanted, options(authority.token));
        const answer = await oauth.processClientCredentialsResponse(as, known, response);
        // The hub itself asks for the next one.
        return { ...givenBy(answer, authority, client), ends_at: null };
      }),
    refresh: (authority, client, refreshToken) =>
      told(async () => {
        const { as, known, auth, options } = partiesOf(authority, client);
        const response = await oauth.refreshTokenGrantRequest(as, known, auth, refreshToken, options(authority.token));
        const answer = await oauth.processRefreshTokenResponse(as, known, response);
        // Some rotate the refresh token; where none comes, the old one stays good, as long as it was.
        const given = givenBy({ refresh_token: refreshToken, ...answer }, authority, client);
        if (answer.refresh_token !== undefined || given.ends_at !== null) return given;
        const { ends_at: _, ...asBefore } = given;
        return asBefore;
      }),
    device: (authority, client, scopes) =>
      told(async () => {
        const { as, known, auth, options } = partiesOf(authority, client);
        const wanted = scopesOf(authority, scopes);
        const response = await oauth.deviceAuthorizationRequest(
          as,
          known,
          auth,
          wanted,
          options(authority.device ?? ""),
        );
        const answer = await oauth.processDeviceAuthorizationResponse(as, known, response);
        // A page of ours links it: an address that is a script must not get there.
        if (!/^https?:\/\//i.test(answer.verification_uri)) throw new TypeError("The address of the login is no page.");
        return { deviceCode: answer.device_code, userCode: answer.user_code, url: answer.verification_uri };
      }),
    async deviceToken(authority, client, deviceCode) {
      try {
        return await told(async () => {
          const { as, known, auth, options } = partiesOf(authority, client);
          const response = await oauth.deviceCodeGrantRequest(as, known, auth, deviceCode, options(authority.token));
          return givenBy(await oauth.processDeviceCodeResponse(as, known, response), authority, client);
        });
      } catch (error) {
        const isWaiting =
          error instanceof AuthorityRefusal && /^(?:authorization_pending|slow_down)$/.test(error.reason);
        if (isWaiting) return undefined;
        throw error;
      }
    },
    async revoke(authority, client, token) {
      const { revoke: address } = authority;
      if (address === undefined) return;
      await told(async () => {
        const { as, known, auth, options } = partiesOf(authority, client);
        await oauth.processRevocationResponse(await oauth.revocationRequest(as, known, auth, token, options(address)));
      }).catch(() => undefined);
    },
  };

  /** Both as the library knows them, how the client shows who it is, and how it asks at an address. */
  function partiesOf(authority: Authority, client: OAuthClient) {
    const options = (url: string) => ({
      [oauth.customFetch]: over.fetch as never, // The library hands over what this takes.
      ...(over.mayBePlain(url) && { [oauth.allowInsecureRequests]: true }),
    });
    return { as: serverOf(authority), known: { client_id: client.clientId }, auth: authOf(client), options };
  }

  function givenBy(answer: oauth.TokenEndpointResponse, authority: Authority, { clientId }: OAuthClient): GivenSecret {
    const now = clock.now();
    const endOf = (left: number | undefined) => (left === undefined ? null : now + left * 1000);
    const { access_token: token, refresh_token: refresh, expires_in: seconds, scope } = answer;
    return {
      secret: {
        kind: "tokens",
        access_token: token,
        client_id: clientId,
        obtained_at: now,
        ...(refresh !== undefined && { refresh_token: refresh }),
      },
      expires_at: endOf(seconds),
      ends_at: refresh === undefined ? endOf(seconds) : endOf(refreshSeconds(answer)),
      scopes:
        scope === undefined || scope === "" ? null : scope.split(authority.scope_separator ?? /[\s,]+/).filter(Boolean),
    };
  }
}

/** RFC 6749 has no name for it: GitHub, Microsoft and others say the one, Keycloak the other; 0 is for ever. */
function refreshSeconds(answer: oauth.TokenEndpointResponse): number | undefined {
  const seconds = Number(answer["refresh_token_expires_in"] ?? answer["refresh_expires_in"]);
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds < 1e10 ? seconds : undefined;
}

function scopesOf({ scope_separator: separator = " " }: Authority, scopes: readonly string[]): { scope?: string } {
  return scopes.length > 0 ? { scope: scopes.join(separator) } : {};
}

function serverOf({ issuer, authorize, token, device, revoke }: Authority): oauth.AuthorizationServer {
  return {
    issuer: issuer ?? new URL(token).origin,
    ...(authorize !== undefined && { authorization_endpoint: authorize }),
    token_endpoint: token,
    ...(device !== undefined && { device_authorization_endpoint: device }),
    ...(revoke !== undefined && { revocation_endpoint: revoke }),
  };
}

function authOf({ secret, tokenAuth }: OAuthClient): oauth.ClientAuth {
  if (secret === undefined || tokenAuth === "none") return oauth.None();
  return tokenAuth === "post" ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
}

/** Its answers and faults in words of ours: what an authority writes is nobody's to read. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.ResponseBodyError || error instanceof oauth.AuthorizationResponseError) {
      const reason = /^[a-z_]{1,40}$/.test(error.error) ? error.error : "refused";
      throw new AuthorityRefusal(reason, FINAL.has(error.error), error);
    }
    const { code } = asHubError(error);
    const reason = code === "internal" ? "an answer that breaks the protocol" : code;
    throw new AuthorityRefusal(reason, false, error);
  }
}
