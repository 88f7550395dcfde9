import { describe, expect, test } from "vitest";
import { type ClaimRules, identityOf } from "./claims.ts";

const RULES: ClaimRules = {
  server: "notes",
  roles: ["viewer", "admin"],
  tenantClaim: undefined,
  tenants: new Map(),
  roleClaim: "roles",
  roleNames: new Map(),
  usesScopes: true,
};
const ADA = { iss: "https://id.example", sub: "ada" };

function identity(claims: object, rules: Partial<ClaimRules> = {}) {
  const found = identityOf({ ...ADA, ...claims }, { ...RULES, ...rules });
  if (typeof found === "string") return found;
  return { tenant: found.tenant, scopes: found.scopes && [...found.scopes] };
}

describe("who a token stands for", () => {
  test("each subject of each issuer is a tenant of its own, whatever its name", () => {
    const names = [ADA, { ...ADA, sub: "../bob" }, { ...ADA, iss: "https://id.example/2" }].map(
      (claims) => identityOf(claims, RULES),
    );
    const tenants = names.map((found) => (typeof found === "string" ? found : found.tenant.name));
    expect(new Set(tenants).size).toBe(3);
    for (const name of tenants) expect(name).toMatch(/^user-[0-9a-f]{32}$/);
    expect(identityOf(ADA, RULES)).toEqual(identityOf({ ...ADA, email: "x" }, RULES));
  });

  test.each([
    ["the claim itself", { org: "acme" }, { tenantClaim: "org" }, "acme"],
    ["a path", { a: { b: "acme" } }, { tenantClaim: "a.b" }, "acme"],
    [
      "a claim with dots",
      { "https://x/org.id": "acme" },
      { tenantClaim: "https://x/org.id" },
      "acme",
    ],
    [
      "the first of a list that is known",
      { g: ["x", "acme inc"] },
      { tenantClaim: "g", tenants: new Map([["acme inc", "acme"]]) },
      "acme",
    ],
    ["the wildcard", { g: ["x"] }, { tenantClaim: "g", tenants: new Map([["*", "team"]]) }, "team"],
    ["the wildcard without a claim", {}, { tenants: new Map([["*", "team"]]) }, "team"],
  ])("the tenant comes from %s", (_, claims, rules, name) => {
    expect(identity(claims, rules)).toMatchObject({ tenant: { name } });
  });

  test.each([
    ["no claim", {}],
    ["a name that is no tenant", { org: "../acme" }],
    ["an object", { org: { toString: "acme" } }],
    ["what every object has", { tenantClaim: "constructor.name" }],
  ])("with %s there is none", (_, claims) => {
    const rules = { tenantClaim: "org", ...("tenantClaim" in claims ? claims : {}) };
    expect(identity(claims, rules)).toMatch(/names no tenant/);
  });

  test("roles are those of the server only, by name or mapping, or from the admin scope", () => {
    expect(identity({ roles: ["root", "viewer"] })).toMatchObject({ tenant: { role: "viewer" } });
    const roleNames = new Map([["lead", "admin"]]);
    expect(identity({ roles: "lead" }, { roleNames })).toMatchObject({ tenant: { role: "admin" } });
    expect(identity({ roles: ["admin"] }, { roleNames })).toMatchObject({
      tenant: { role: undefined },
    });
    expect(identity({ scope: "notes:admin" })).toMatchObject({ tenant: { role: "admin" } });
    expect(identity({ scope: "other:admin" })).toMatchObject({ tenant: { role: undefined } });
  });

  test("scopes are those of this server, wherever the issuer puts them", () => {
    expect(identity({ scope: "openid notes:read write other:admin" })).toMatchObject({
      scopes: ["read", "write"],
    });
    expect(identity({ scp: ["notes:read"], permissions: ["notes:admin"] })).toMatchObject({
      scopes: ["read", "admin"],
    });
    expect(identity({ scope: "notes:read" }, { usesScopes: false })).toMatchObject({
      scopes: undefined,
    });
  });
});
