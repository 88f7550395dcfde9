import { timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { type Authenticator, bearerHash, type Caller } from "../http/caller.ts";
import type { Logger } from "../observe/logger.ts";
import { ConfigError } from "../options/config-error.ts";
import { parseJson } from "../protocol/check-message.ts";
import { type Tenant, TENANT_NAME, TENANT_NAME_RULE } from "./tenant.ts";

type Entry = { hash: string; digest: Buffer; tenant: Tenant };

/** Knows the callers that a file names. The file is looked at for every request, so that a change counts at once. */
export class TokensFile implements Authenticator {
  readonly #file: string;
  readonly #roles: readonly string[];
  readonly #log: Logger;
  #entries: Entry[];
  #stamp: string;

  constructor(file: string, roles: readonly string[], log: Logger) {
    this.#file = file;
    this.#roles = roles;
    this.#log = log;
    try {
      this.#stamp = stampOf(file);
      this.#entries = readEntries(file, roles);
    } catch (error) {
      throw new ConfigError(`Cannot use the tokens file ${file}: ${(error as Error).message}.`);
    }
  }

  identify(authorization: string | undefined): Caller | undefined {
    this.#refresh();
    const digest = bearerHash(authorization);
    if (!digest) return undefined;
    let found: Entry | undefined;
    // To the end, so that the time tells nothing about where a token stands.
    for (const entry of this.#entries) if (timingSafeEqual(entry.digest, digest)) found = entry;
    return found && { tenant: found.tenant, tokenHash: found.hash };
  }

  admits({ tenant, tokenHash }: Caller): boolean {
    this.#refresh();
    const entry = this.#entries.find(({ hash }) => hash === tokenHash);
    return entry?.tenant.name === tenant?.name && entry?.tenant.role === tenant?.role;
  }

  #refresh(): void {
    let stamp = "unreadable";
    try {
      stamp = stampOf(this.#file);
      if (stamp === this.#stamp) return;
      this.#entries = readEntries(this.#file, this.#roles);
      this.#log.info("the tokens file was read again", { tokens: this.#entries.length });
    } catch (error) {
      if (stamp === this.#stamp) return;
      this.#log.error("the tokens file cannot be used; the tokens read before still count", {
        error,
      });
    }
    this.#stamp = stamp;
  }
}

function stampOf(file: string): string {
  const { mtimeNs, ctimeNs, size, ino } = statSync(file, { bigint: true });
  return [mtimeNs, ctimeNs, size, ino].join(" ");
}

function readEntries(file: string, roles: readonly string[]): Entry[] {
  const tokens = parseTokens(readFileSync(file, "utf8"), roles);
  return Object.entries(tokens).map(([hash, tenant]) => ({
    hash,
    digest: Buffer.from(hash, "hex"),
    tenant,
  }));
}

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
