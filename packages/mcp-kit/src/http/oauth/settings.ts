import { ConfigError } from "../../options/config-error.ts";
import { TENANT_NAME, TENANT_NAME_RULE } from "../../tenancy/tenant.ts";
import { isLoopback } from "../caller.ts";
import type { ClaimRules } from "./claims.ts";

/** The values of the kit's options that concern tokens of an identity provider. */
export type OauthValues = {
  oauthIssuer?: readonly string[] | undefined;
  oauthAudience?: readonly string[] | undefined;
  publicUrl?: string | undefined;
  oauthTenantClaim?: string | undefined;
  oauthTenants?: readonly string[] | undefined;
  oauthRoleClaim: string;
  oauthRoles?: readonly string[] | undefined;
  oauthScopes: "on" | "off";
  oauthClientId?: string | undefined;
  oauthClientSecret?: string | undefined;
};

export type OauthSettings = {
  issuers: readonly string[];
  audiences: readonly string[];
  /** The address of `/mcp` as clients know it. */
  resource: string;
  rules: ClaimRules;
  /** For issuers whose tokens only they can read. */
  introspection: { clientId: string; clientSecret: string } | undefined;
};

/** Undefined without an issuer; wrong settings are refused at the start. */
export function readOauthSettings(
  values: OauthValues,
  { server, roles }: { server: string; roles: readonly string[] },
): OauthSettings | undefined {
  const issuers = values.oauthIssuer ?? [];
  if (issuers.length === 0) return undefined;
  for (const issuer of issuers) rejectUnsafeUrl("MCP_OAUTH_ISSUER", issuer);
  const { publicUrl, oauthClientId: clientId, oauthClientSecret: clientSecret } = values;
  if (publicUrl === undefined)
    throw new ConfigError(
      "MCP_OAUTH_ISSUER needs MCP_PUBLIC_URL: the address at which clients reach this server, such as https://memory.example.com/mcp.",
    );
  rejectUnsafeUrl("MCP_PUBLIC_URL", publicUrl);
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError("Set MCP_OAUTH_CLIENT_ID and MCP_OAUTH_CLIENT_SECRET, or neither.");
  const resource = resourceOf(publicUrl);
  const tenants = pairs("MCP_OAUTH_TENANTS", values.oauthTenants);
  for (const name of tenants.values())
    if (!TENANT_NAME.test(name))
      throw new ConfigError(
        `MCP_OAUTH_TENANTS: a tenant must be ${TENANT_NAME_RULE}, not "${name}".`,
      );
  const roleNames = pairs("MCP_OAUTH_ROLES", values.oauthRoles);
  for (const role of roleNames.values())
    if (!roles.includes(role))
      throw new ConfigError(
        roles.length === 0
          ? "MCP_OAUTH_ROLES: this server has no roles."
          : `MCP_OAUTH_ROLES: a role must be one of ${roles.join(", ")}, not "${role}".`,
      );
  return {
    issuers,
    audiences: values.oauthAudience ?? [resource],
    resource,
    rules: {
      server,
      roles,
      tenantClaim: values.oauthTenantClaim,
      tenants,
      roleClaim: values.oauthRoleClaim,
      roleNames,
      usesScopes: values.oauthScopes === "on",
    },
    introspection: clientId && clientSecret ? { clientId, clientSecret } : undefined,
  };
}

/** The address of `/mcp`, whether it or only the server was named. */
function resourceOf(publicUrl: string): string {
  const url = new URL(publicUrl);
  if (url.pathname === "/") url.pathname = "/mcp";
  return url.href;
}

function rejectUnsafeUrl(name: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSafe =
    url !== undefined &&
    url.username === "" &&
    url.search === "" &&
    url.hash === "" &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)));
  if (!isSafe)
    throw new ConfigError(
      `${name} must be an https:// address without user, query or fragment, not "${text}"; http:// is allowed on this machine only.`,
    );
}

/** `value=name`, with `*` for every other value. */
function pairs(name: string, entries: readonly string[] = []): ReadonlyMap<string, string> {
  return new Map(
    entries.map((entry) => {
      const at = entry.lastIndexOf("=");
      if (at < 1 || at === entry.length - 1)
        throw new ConfigError(
          `${name} takes value=name pairs with commas between them, not "${entry}".`,
        );
      return [entry.slice(0, at), entry.slice(at + 1)] as const;
    }),
  );
}
