import { createHash } from "node:crypto";
import { type Tenant, TENANT_NAME } from "../../tenancy/tenant.ts";

export type Scope = "read" | "write" | "admin";

export const SCOPES: readonly Scope[] = ["read", "write", "admin"];

/** The claims of a valid token, by whichever method it was checked. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

export type ClaimRules = {
  server: string;
  roles: readonly string[];
  /** Undefined: each subject is a tenant of its own. */
  tenantClaim: string | undefined;
  tenants: ReadonlyMap<string, string>;
  roleClaim: string;
  roleNames: ReadonlyMap<string, string>;
  usesScopes: boolean;
};

export type Identity = {
  tenant: Tenant;
  /** A name for the person, unique among the subjects of all issuers. */
  subject: string;
  /** Undefined where scopes do not count. */
  scopes: ReadonlySet<Scope> | undefined;
};

/** The person that a token stands for; a sentence where its claims name no tenant. */
export function identityOf(claims: Claims, rules: ClaimRules): Identity | string {
  const scopes = rules.usesScopes ? scopesIn(claims, rules.server) : undefined;
  const name = tenantIn(claims, rules);
  if (name === undefined)
    return `The token's claim "${rules.tenantClaim}" names no tenant of this server.`;
  return {
    tenant: { name, role: roleIn(claims, rules, scopes) },
    subject: subjectOf(claims),
    scopes,
  };
}

/** The same for one subject of one issuer, and for nobody else. */
function subjectOf({ iss, sub }: Claims): string {
  return createHash("sha256")
    .update(JSON.stringify([iss, sub]))
    .digest("hex")
    .slice(0, 32);
}

function tenantIn(claims: Claims, { tenantClaim, tenants }: ClaimRules): string | undefined {
  if (tenantClaim === undefined) {
    const everybody = tenants.get("*");
    return everybody ?? `user-${subjectOf(claims)}`;
  }
  for (const value of valuesOf(claims, tenantClaim)) {
    const named = tenants.size === 0 ? value : tenants.get(value);
    if (named !== undefined && TENANT_NAME.test(named)) return named;
  }
  return tenants.get("*");
}

function roleIn(
  claims: Claims,
  { roles, roleClaim, roleNames }: ClaimRules,
  scopes: ReadonlySet<Scope> | undefined,
): string | undefined {
  for (const value of valuesOf(claims, roleClaim)) {
    const role = roleNames.get(value) ?? (roleNames.size === 0 ? value : undefined);
    if (role !== undefined && roles.includes(role)) return role;
  }
  return scopes?.has("admin") && roles.includes("admin") ? "admin" : undefined;
}

/** `read` and `agent-memory:read` mean the same; issuers put them into `scope`, `scp` or `permissions`. */
function scopesIn(claims: Claims, server: string): ReadonlySet<Scope> {
  const given = new Set(
    ["scope", "scp", "permissions"].flatMap((claim) => valuesOf(claims, claim)),
  );
  return new Set(SCOPES.filter((scope) => given.has(scope) || given.has(`${server}:${scope}`)));
}

/** The texts in a claim: one, several with blanks between them, or a list; a path such as `realm_access.roles` leads inside. */
function valuesOf(claims: Claims, path: string): string[] {
  const whole = Object.hasOwn(claims, path) ? claims[path] : inside(claims, path.split("."));
  const texts = Array.isArray(whole) ? whole : typeof whole === "string" ? whole.split(" ") : [];
  return texts.filter((text): text is string => typeof text === "string" && text !== "");
}

function inside(value: unknown, [first, ...rest]: readonly string[]): unknown {
  if (first === undefined) return value;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, first)) return undefined;
  return inside((value as Record<string, unknown>)[first], rest);
}
