import type { HttpRefusal } from "../refusal.ts";
import { type Scope, SCOPES } from "./claims.ts";
import type { OauthSettings } from "./settings.ts";

const WELL_KNOWN = "/.well-known/oauth-protected-resource";

/** Where the metadata of this server can be read: at the root, and behind it the path of the resource. */
export function isMetadataPath(path: string | undefined, { resource }: OauthSettings): boolean {
  return (
    path === WELL_KNOWN ||
    path === WELL_KNOWN + new URL(resource).pathname ||
    path === `${WELL_KNOWN}/mcp`
  );
}

/** Tells clients which issuers they may get a token from (RFC 9728). */
export function resourceMetadata({ resource, issuers, rules }: OauthSettings): object {
  return {
    resource,
    authorization_servers: issuers,
    bearer_methods_supported: ["header"],
    resource_name: rules.server,
    ...(rules.usesScopes && {
      scopes_supported: SCOPES.map((scope) => scopeName(rules.server, scope)),
    }),
  };
}

export function invalidToken(settings: OauthSettings, reason?: string): HttpRefusal {
  return {
    reason: "token",
    status: 401,
    message: reason ?? "A bearer token of the server's identity provider is required.",
    headers: {
      "www-authenticate": challenge(settings, {
        ...(reason !== undefined && { error: "invalid_token", error_description: reason }),
        // Most sessions write sooner or later, and not every client can ask its user a second time.
        ...(settings.rules.usesScopes && { scope: scopesUpTo(settings.rules.server, "write") }),
      }),
    },
  };
}

export function insufficientScope(settings: OauthSettings, scope: Scope): HttpRefusal {
  const name = scopeName(settings.rules.server, scope);
  const message = `This call needs the scope ${name}. Ask for it and try again.`;
  return {
    reason: "scope",
    status: 403,
    message,
    headers: {
      "www-authenticate": challenge(settings, {
        error: "insufficient_scope",
        scope: scopesUpTo(settings.rules.server, scope),
        error_description: message,
      }),
    },
  };
}

export function issuerAway(): HttpRefusal {
  return {
    reason: "issuer",
    status: 503,
    message:
      "The identity provider cannot be reached, so the token cannot be checked. Try again in a few seconds.",
    headers: { "retry-after": "5" },
  };
}

function challenge({ resource }: OauthSettings, parts: Record<string, string>): string {
  const { origin, pathname } = new URL(resource);
  const all = { ...parts, resource_metadata: `${origin}${WELL_KNOWN}${pathname}` };
  return `Bearer ${Object.entries(all)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\]/g, "'")}"`)
    .join(", ")}`;
}

/** The scopes that a client needs from now on: those below stay needed. */
function scopesUpTo(server: string, scope: Scope): string {
  return SCOPES.slice(0, SCOPES.indexOf(scope) + 1)
    .map((one) => scopeName(server, one))
    .join(" ");
}

const scopeName = (server: string, scope: Scope): string => `${server}:${scope}`;
