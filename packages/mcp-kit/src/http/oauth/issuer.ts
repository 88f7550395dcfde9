import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from "jose";
import * as z from "zod";
import { isLoopback } from "../caller.ts";
import type { Claims } from "./claims.ts";
import { boundedFetch, fetchJson } from "./fetch-json.ts";

// Only signatures by a key that the server itself does not have: never "none", never a shared secret.
const ALGORITHMS = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const CLOCK_TOLERANCE_S = 5;
const KEYS_LAST_MS = 10 * 60 * 1000;
/** A key that is not known is looked for once in this time, however many tokens name it. */
const KEYS_COOLDOWN_MS = 30 * 1000;
const RETRY_MS = 10 * 1000;

const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.string().optional(),
  introspection_endpoint: z.string().optional(),
});

type Found = {
  keys: ReturnType<typeof createRemoteJWKSet> | undefined;
  introspection?: string | undefined;
};

/** A token is wrong, as opposed to an issuer that cannot be asked. */
export class InvalidToken extends Error {}

/** An issuer of tokens, looked up when the first token needs it. */
export class Issuer {
  readonly name: string;
  #found: Promise<Found> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }

  /** The claims of a JWT with a valid signature, issuer, audience and time. */
  async verify(token: string, audiences: readonly string[]): Promise<Claims> {
    const { keys } = await this.#lookUp();
    if (keys === undefined) throw new Error(`${this.name} publishes no keys (jwks_uri)`);
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: this.name,
        audience: [...audiences],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ["exp", "sub"],
      });
      return payload as JWTPayload & Claims;
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
      throw new InvalidToken(sentenceFor(error), { cause: error });
    }
  }

  /** The claims of a token that only the issuer can read, by RFC 7662. */
  async introspect(
    token: string,
    { clientId, clientSecret }: { clientId: string; clientSecret: string },
    audiences: readonly string[],
  ): Promise<Claims> {
    const { introspection } = await this.#lookUp();
    if (introspection === undefined) throw new Error(`${this.name} has no introspection_endpoint`);
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(":");
    const answer = (await fetchJson(introspection, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ token, token_type_hint: "access_token" }).toString(),
    })) as Record<string, unknown>;
    if (answer["active"] !== true) throw new InvalidToken("The token is not active.");
    const { sub, exp, nbf, aud, iss = this.name } = answer;
    const now = Date.now() / 1000;
    if (typeof sub !== "string" || iss !== this.name)
      throw new InvalidToken("The token is of another issuer, or names no subject.");
    if (typeof exp === "number" && exp < now - CLOCK_TOLERANCE_S)
      throw new InvalidToken("The token has expired.");
    if (typeof nbf === "number" && nbf > now + CLOCK_TOLERANCE_S)
      throw new InvalidToken("The token is not valid yet.");
    if (![aud].flat().some((one) => audiences.includes(String(one))))
      throw new InvalidToken("The token is meant for another audience.");
    return { ...answer, iss: this.name, sub };
  }

  /** Throws where the issuer's metadata or keys cannot be had, for the doctor. */
  async check(): Promise<void> {
    const { keys } = await this.#lookUp();
    await keys?.reload();
  }

  #lookUp(): Promise<Found> {
    if (this.#found === undefined && performance.now() - this.#failedAt < RETRY_MS)
      return Promise.reject(new Error(`${this.name} could not be asked a moment ago`));
    this.#found ??= discover(this.name).catch((error: unknown) => {
      this.#found = undefined;
      this.#failedAt = performance.now();
      throw error;
    });
    return this.#found;
  }
}

async function discover(issuer: string): Promise<Found> {
  const metadata = metadataSchema.parse(await fetchMetadata(issuer));
  if (metadata.issuer !== issuer)
    throw new Error(`the metadata at ${issuer} is of "${metadata.issuer}"`);
  const { jwks_uri, introspection_endpoint } = metadata;
  for (const url of [jwks_uri, introspection_endpoint])
    if (url !== undefined && !isSafe(url))
      throw new Error(`${issuer} names the unsafe address ${url}`);
  return {
    keys:
      jwks_uri === undefined
        ? undefined
        : createRemoteJWKSet(new URL(jwks_uri), {
            cacheMaxAge: KEYS_LAST_MS,
            cooldownDuration: KEYS_COOLDOWN_MS,
            [customFetch]: (url, init) => boundedFetch(url, init as RequestInit),
          }),
    introspection: introspection_endpoint,
  };
}

/** RFC 8414 puts the well-known part before the issuer's path, OpenID behind it. */
async function fetchMetadata(issuer: string): Promise<unknown> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  let failure: unknown;
  for (const place of places)
    try {
      return await fetchJson(place);
    } catch (error) {
      failure = error;
    }
  throw new Error(`The metadata of ${issuer} cannot be read`, { cause: failure });
}

function isSafe(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

function sentenceFor(error: InstanceType<typeof errors.JOSEError>): string {
  if (error instanceof errors.JWTExpired) return "The token has expired.";
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === "aud") return "The token is meant for another audience.";
    if (error.claim === "nbf") return "The token is not valid yet.";
    return `The token's claim "${error.claim}" is missing or wrong.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return "The token is signed by an algorithm that is not allowed.";
  if (error instanceof errors.JWKSNoMatchingKey)
    return "The token is signed by a key that its issuer does not publish.";
  return "The token's signature is not valid.";
}
