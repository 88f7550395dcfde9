import { timingSafeEqual } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { type Authenticator, bearerHash, type Caller } from "./authenticate.ts";
import { ConfigError } from "./config-error.ts";
import type { Logger } from "./logger.ts";
import { parseTokens } from "./parse-tokens.ts";
import type { Tenant } from "./tenant.ts";

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
