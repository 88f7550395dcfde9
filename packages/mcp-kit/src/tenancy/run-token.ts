import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { hashToken } from "../http/caller.ts";
import { ConfigError } from "../options/config-error.ts";
import { TENANT_NAME, TENANT_NAME_RULE } from "./tenant.ts";
import { parseTokens, rejectUnknownRole, renderTokens, type Tokens } from "./tokens-file.ts";

const SHOWN_DIGITS = 12;
const LEAST_DIGITS = 8;

type TokenRequest = {
  action: string;
  /** The tenant, or the beginning of a hash. */
  subject: string | undefined;
  role: string | undefined;
  file: string | undefined;
  roles: readonly string[];
  print(line: string): void;
};

type TokensAccess = Pick<TokenRequest, "roles" | "print"> & { file: string };

/** Adds, lists or revokes tokens in the file that MCP_TOKENS_FILE names. */
export async function runToken(request: TokenRequest): Promise<void> {
  const { action, subject, role, file, roles, print } = request;
  if (file === undefined)
    throw new ConfigError("Name the file of the tokens: set MCP_TOKENS_FILE or --tokens-file.");
  const access = { file, roles, print };
  if (action === "list" && subject === undefined) listTokens(access);
  else if (action === "add" && subject !== undefined) await addToken(access, subject, role);
  else if (action === "revoke" && subject !== undefined) await revokeToken(access, subject);
  else throw new ConfigError("Say token add <tenant>, token list or token revoke <hash>.");
}

async function addToken({ file, roles, print }: TokensAccess, tenant: string, role?: string) {
  if (!TENANT_NAME.test(tenant))
    throw new ConfigError(`A tenant must be ${TENANT_NAME_RULE}, not "${tenant}".`);
  if (role !== undefined) rejectUnknownRole(role, roles);
  const token = `fct_${randomBytes(32).toString("base64url")}`;
  const hash = hashToken(token).toString("hex");
  await editTokens(file, roles, (tokens) => ({ ...tokens, [hash]: { name: tenant, role } }));
  print(token);
  process.stderr.write("Keep it now: it is not shown again, only its hash is stored.\n");
}

function listTokens({ file, roles, print }: TokensAccess): void {
  for (const [hash, { name, role }] of Object.entries(readTokens(file, roles)))
    print(
      [hash.slice(0, SHOWN_DIGITS), name, role].filter((part) => part !== undefined).join("  "),
    );
}

async function revokeToken({ file, roles, print }: TokensAccess, start: string): Promise<void> {
  if (start.length < LEAST_DIGITS)
    throw new ConfigError(`Give at least ${LEAST_DIGITS} digits of the hash, as token list shows.`);
  await editTokens(file, roles, (tokens) => {
    const found = Object.keys(tokens).filter((hash) => hash.startsWith(start));
    if (found.length !== 1)
      throw new ConfigError(`${found.length} tokens have a hash that begins with ${start}.`);
    return Object.fromEntries(Object.entries(tokens).filter(([hash]) => hash !== found[0]));
  });
  print(`revoked ${start}`);
}

const ATTEMPTS = 40;
const PAUSE_MS = 50;

/** Reads a tokens file; a missing one is empty. */
export function readTokens(file: string, roles: readonly string[]): Tokens {
  try {
    return parseTokens(readFileSync(file, "utf8"), roles);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new ConfigError(`Cannot use the tokens file ${file}: ${(error as Error).message}.`);
  }
}

/**
 * Replaces a tokens file as a whole: a server that reads it sees the old one or the new one, also after a loss of
 * power.
 */
export async function editTokens(
  file: string,
  roles: readonly string[],
  edit: (tokens: Tokens) => Tokens,
): Promise<void> {
  const target = realPath(file);
  const draft = `${target}.new`;
  // Made by one at a time, the draft is also the lock.
  const descriptor = await openDraft(draft);
  try {
    writeFileSync(descriptor, renderTokens(edit(readTokens(target, roles))));
    keepMode(target, draft);
    fsyncSync(descriptor);
    renameSync(draft, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error instanceof ConfigError
      ? error
      : new ConfigError(`Cannot write the tokens file ${file}: ${(error as Error).message}.`);
  } finally {
    closeSync(descriptor);
  }
}

async function openDraft(draft: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return openSync(draft, "wx", 0o600);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== "EEXIST") throw new ConfigError(`Cannot write the tokens file: ${message}.`);
      if (attempt === ATTEMPTS)
        throw new ConfigError(
          `${draft} is there: another command is writing. Remove it if none is.`,
        );
      await delay(PAUSE_MS);
    }
  }
}

function keepMode(target: string, draft: string): void {
  const known = statSync(target, { throwIfNoEntry: false });
  if (known) chmodSync(draft, known.mode & 0o777);
}

function syncFolder(path: string): void {
  // Windows has no such call for folders.
  if (process.platform === "win32") return;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, "r");
    fsyncSync(descriptor);
  } catch {
    // Some file systems refuse it, and the folder may be closed to this user: the file is there nevertheless.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
