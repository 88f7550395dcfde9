import { randomBytes } from "node:crypto";
import { hashToken } from "./authenticate.ts";
import { ConfigError } from "./config-error.ts";
import { editTokens, readTokens } from "./edit-tokens.ts";
import { rejectUnknownRole } from "./parse-tokens.ts";
import { TENANT_NAME, TENANT_NAME_RULE } from "./tenant.ts";

const SHOWN_DIGITS = 12;
const LEAST_DIGITS = 8;

export type TokenRequest = {
  action: string;
  /** The tenant, or the beginning of a hash. */
  subject: string | undefined;
  role: string | undefined;
  file: string | undefined;
  roles: readonly string[];
  print(line: string): void;
};

type Place = Pick<TokenRequest, "roles" | "print"> & { file: string };

/** Adds, lists or revokes tokens in the file that MCP_TOKENS_FILE names. */
export async function runToken(request: TokenRequest): Promise<void> {
  const { action, subject, role, file, roles, print } = request;
  if (file === undefined)
    throw new ConfigError("Name the file of the tokens: set MCP_TOKENS_FILE or --tokens-file.");
  const place = { file, roles, print };
  if (action === "list" && subject === undefined) listTokens(place);
  else if (action === "add" && subject !== undefined) await addToken(place, subject, role);
  else if (action === "revoke" && subject !== undefined) await revokeToken(place, subject);
  else throw new ConfigError("Say token add <tenant>, token list or token revoke <hash>.");
}

async function addToken({ file, roles, print }: Place, tenant: string, role?: string) {
  if (!TENANT_NAME.test(tenant))
    throw new ConfigError(`A tenant must be ${TENANT_NAME_RULE}, not "${tenant}".`);
  if (role !== undefined) rejectUnknownRole(role, roles);
  const token = `fct_${randomBytes(32).toString("base64url")}`;
  const hash = hashToken(token).toString("hex");
  await editTokens(file, roles, (tokens) => ({ ...tokens, [hash]: { name: tenant, role } }));
  print(token);
  process.stderr.write("Keep it now: it is not shown again, only its hash is stored.\n");
}

function listTokens({ file, roles, print }: Place): void {
  for (const [hash, { name, role }] of Object.entries(readTokens(file, roles)))
    print(
      [hash.slice(0, SHOWN_DIGITS), name, role].filter((part) => part !== undefined).join("  "),
    );
}

async function revokeToken({ file, roles, print }: Place, start: string): Promise<void> {
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
