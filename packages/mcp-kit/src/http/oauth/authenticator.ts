import { decodeJwt } from "jose";
import type { Logger } from "../../observe/logger.ts";
import { type Authenticator, bearerHash, bearerToken, type Caller, Denial } from "../caller.ts";
import type { HttpRefusal } from "../refusal.ts";
import { type Claims, identityOf, type Scope } from "./claims.ts";
import { InvalidToken, Issuer } from "./issuer.ts";
import { insufficientScope, invalidToken, issuerAway } from "./challenge.ts";
import type { OauthSettings } from "./settings.ts";

const LONGEST_TOKEN = 8 * 1024;
/** How long a checked token is known: an issuer that takes it back is heard of after this time. */
const KNOWN_MS = 30_000;
const MOST_KNOWN = 10_000;

type Known = { caller: Caller; until: number; expiresAt: number; isLooking: boolean };

/**
 * Lets in callers with a token of an identity provider. Tokens that the server itself gave out (`own`) count as before.
 * A token is never passed on to anybody but its issuer.
 */
export class OauthAuthenticator implements Authenticator {
  readonly #settings: OauthSettings;
  readonly #issuers: ReadonlyMap<string, Issuer>;
  readonly #own: Authenticator | undefined;
  readonly #log: Logger;
  readonly #known = new Map<string, Known>();

  constructor(settings: OauthSettings, own: Authenticator | undefined, log: Logger) {
    this.#settings = settings;
    this.#issuers = new Map(settings.issuers.map((name) => [name, new Issuer(name)]));
    this.#own = own;
    this.#log = log;
  }

  async identify(authorization: string | undefined): Promise<Caller | Denial> {
    const own = await this.#own?.identify(authorization);
    if (own !== undefined && !(own instanceof Denial)) return own;
    const token = bearerToken(authorization);
    if (token === undefined) return new Denial(invalidToken(this.#settings));
    const hash = bearerHash(authorization)?.toString("hex") ?? "";
    const known = this.#known.get(hash);
    if (known && known.until > Date.now()) return known.caller;
    return this.#check(token, hash);
  }

  /** False when the token has expired, was taken back, or stands for somebody else now. */
  admits(caller: Caller): boolean {
    const { oauth } = caller;
    if (oauth === undefined) return this.#own?.admits(caller) ?? true;
    if (oauth.expiresAt <= Date.now()) return false;
    const known = this.#known.get(oauth.tokenHash);
    if (known === undefined) return !oauth.wasRefused;
    if (known.until <= Date.now() && !known.isLooking) {
      known.isLooking = true;
      void this.#check(oauth.token, oauth.tokenHash).then((found) => {
        oauth.wasRefused = found instanceof Denial && !found.isPassing;
        known.isLooking = false;
      });
    }
    return !oauth.wasRefused;
  }

  /** The refusal for a caller without this scope, so that its client can ask the user for more. */
  refuseScope(scope: Scope): HttpRefusal {
    return insufficientScope(this.#settings, scope);
  }

  async #check(token: string, tokenHash: string): Promise<Caller | Denial> {
    try {
      const claims = await this.#read(token);
      const identity = identityOf(claims, this.#settings.rules);
      if (typeof identity === "string") throw new InvalidToken(identity);
      const expiresAt =
        typeof claims["exp"] === "number" ? claims["exp"] * 1000 : Date.now() + KNOWN_MS;
      const { tenant, subject, scopes } = identity;
      const caller: Caller = {
        tenant,
        subject,
        scopes,
        oauth: { token, tokenHash, expiresAt, wasRefused: false },
      };
      this.#keep(tokenHash, {
        caller,
        until: Math.min(expiresAt, Date.now() + KNOWN_MS),
        expiresAt,
        isLooking: false,
      });
      return caller;
    } catch (error) {
      if (error instanceof InvalidToken) {
        this.#known.delete(tokenHash);
        this.#log.info("a token was refused", { reason: error.message });
        return new Denial(invalidToken(this.#settings, error.message));
      }
      this.#log.error("an issuer of tokens cannot be asked", { error });
      return new Denial(issuerAway(), true);
    }
  }

  async #read(token: string): Promise<Claims> {
    if (token.length > LONGEST_TOKEN) throw new InvalidToken("The token is too long.");
    const { audiences, introspection, issuers } = this.#settings;
    const named = issuerIn(token);
    if (named !== undefined) {
      const issuer = this.#issuers.get(named);
      if (issuer === undefined)
        throw new InvalidToken("The token is of an issuer that is not trusted here.");
      return issuer.verify(token, audiences);
    }
    const [only] = issuers;
    const issuer = only === undefined ? undefined : this.#issuers.get(only);
    if (introspection === undefined || issuer === undefined)
      throw new InvalidToken("The token is not a JWT.");
    return issuer.introspect(token, introspection, audiences);
  }

  #keep(hash: string, known: Known): void {
    this.#known.delete(hash);
    this.#known.set(hash, known);
    const [oldest] = this.#known.size > MOST_KNOWN ? this.#known.keys() : [];
    if (oldest !== undefined) this.#known.delete(oldest);
  }
}

/** The issuer that a JWT names, not yet believed; undefined for any other token. */
function issuerIn(token: string): string | undefined {
  if (token.split(".").length !== 3) return undefined;
  try {
    const { iss } = decodeJwt(token);
    return iss ?? "";
  } catch {
    return undefined;
  }
}
