import * as z from "zod";
import { ConfigError } from "./config-error.ts";
import { parseJson } from "./parse-json.ts";
import { type Tenant, TENANT_NAME, TENANT_NAME_RULE } from "./tenant.ts";

/** By the SHA-256 of the token, in hexadecimal. */
export type Tokens = Record<string, Tenant>;

const tokensSchema = z.record(
  z.string().regex(/^[0-9a-f]{64}$/, "a key must be the SHA-256 of a token in lower hexadecimal"),
  z.strictObject({
    tenant: z.string().regex(TENANT_NAME, `a tenant must be ${TENANT_NAME_RULE}`),
    role: z.string().optional(),
  }),
);

/** Reads the content of a tokens file; whatever is wrong with it is a `ConfigError`. */
export function parseTokens(text: string, roles: readonly string[]): Tokens {
  const json = parseJson(Buffer.from(text));
  if (!json) throw new ConfigError("it is not JSON");
  const parsed = tokensSchema.safeParse(json.value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const reasons = issue?.code === "invalid_key" ? issue.issues : [issue];
    throw new ConfigError(`${reasons[0]?.message} (at ${issue?.path.join(".") || "the top"})`);
  }
  const entries = Object.entries(parsed.data).map(([hash, { tenant, role }]) => {
    if (role !== undefined) rejectUnknownRole(role, roles);
    return [hash, { name: tenant, role }] as const;
  });
  return Object.fromEntries(entries);
}

/** The same file again, as people may read it. */
export function renderTokens(tokens: Tokens): string {
  const entries = Object.entries(tokens).map(([hash, { name, role }]) => [
    hash,
    { tenant: name, role },
  ]);
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

export function rejectUnknownRole(role: string, roles: readonly string[]): void {
  if (roles.includes(role)) return;
  throw new ConfigError(
    roles.length === 0
      ? `this server has no roles, so a token cannot have the role "${role}"`
      : `a role must be one of ${roles.join(", ")}, not "${role}"`,
  );
}
