import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { ConfigError } from "../options/config-error.ts";
import { option } from "../options/define-option.ts";
import { TENANT_NAME, TENANT_NAME_RULE } from "../tenancy/tenant.ts";
import { type Command, defineCommand } from "./command.ts";

type Report = { step: "copy" | "verify"; part: string; rows: number; of: number };

type Copyable = {
  copyTo(
    url: string,
    watch: { report: (report: Report) => void; signal: AbortSignal },
    tenant: string | undefined,
  ): Promise<void>;
  describe(): string;
};

const TELL_EVERY_MS = 1_000;
const DONE = { copy: "copied", verify: "compared" };

/** The ways to give the password of a PostgreSQL user to a command; none of them is its arguments. */
const passwordOptions = {
  passwordFile: option.text({
    flag: "password-file",
    placeholder: "file",
    describe: "Read the password of the PostgreSQL user from the first line of this file",
  }),
  password: option.secret({
    env: "PGPASSWORD",
    describe: "The password of the PostgreSQL user; in a terminal it is asked for",
  }),
};

const options = {
  intoTenant: option.text({
    flag: "into-tenant",
    placeholder: "name",
    describe: "Make it the data of this tenant, who has none there yet",
  }),
  ...passwordOptions,
};

/** `migrate-to postgres://user@host/database`, for a server whose data is behind `storageOf`. */
export function migrateToCommand<Context>(
  storageOf: (context: Context) => Copyable | Promise<Copyable>,
): Command<Context> {
  return defineCommand({
    name: "migrate-to",
    usage: "postgres://user@host/database",
    summary: "Copy the database file to PostgreSQL; goes on where it was interrupted",
    options,
    positionals: [1, 1],
    async run({ context, positionals: [url = ""], values, print, signal }) {
      const tenant = tenantOf(values);
      const target = await withPassword(url, values, signal);
      const storage = await storageOf(context);
      const progress = tellProgress((line) => process.stderr.write(`${line}\n`));
      await storage.copyTo(target, { report: progress.report, signal }, tenant);
      const place = tenant === undefined ? "" : ` for the tenant ${tenant}`;
      print(
        `Copied ${progress.rows()} rows from ${storage.describe()}${place} and compared them. Set DATABASE_URL to use them.`,
      );
    },
  });
}

function tenantOf(values: { intoTenant: string | undefined; tenant?: unknown }) {
  const { intoTenant } = values;
  if (intoTenant === undefined) return undefined;
  if (!TENANT_NAME.test(intoTenant))
    throw new ConfigError(`--into-tenant must be ${TENANT_NAME_RULE}, not "${intoTenant}".`);
  if (values.tenant !== undefined)
    throw new ConfigError(
      "Name --tenant to copy that tenant's own file, or --into-tenant to copy the file that has no tenant, not both.",
    );
  return intoTenant;
}

/** A line when a part is done, and now and then before. */
function tellProgress(tell: (line: string) => void) {
  let toldAt = 0;
  let compared = 0;
  return {
    rows: () => compared,
    report({ step, part, rows, of }: Report): void {
      const isDone = rows >= of;
      if (step === "verify") compared += rows;
      if (!isDone && performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      tell(`${part}: ${isDone ? `${of}` : `${rows} of ${of}`} rows ${DONE[step]}`);
    },
  };
}

type GivenPassword = { passwordFile: string | undefined; password: string | undefined };

const IN_THE_OPEN =
  "The URL holds a password, which other users can read in the process list and the shell keeps in its history. Leave it out of the URL and give it in PGPASSWORD, in a file with --password-file, or in a terminal when asked. Change it if somebody else may have seen it.";

/** A PostgreSQL URL from the command line, with the password that came another way. */
async function withPassword(
  url: string,
  { passwordFile, password }: GivenPassword,
  signal: AbortSignal,
): Promise<string> {
  // The text is not repeated: where it cannot be read as a URL, it may hold a password nevertheless.
  if (!URL.canParse(url)) {
    if (hasColonBeforeAt(url)) throw new ConfigError(IN_THE_OPEN);
    return url;
  }
  const target = new URL(url);
  if (target.password !== "" || target.searchParams.has("password"))
    throw new ConfigError(IN_THE_OPEN);
  const given =
    passwordFile === undefined
      ? (password ?? (await ask(target, signal)))
      : readFirst(passwordFile);
  if (given === "") return url;
  // A URL of a socket has no host, and without one no place for a password but among the parameters.
  if (target.hostname === "") target.searchParams.set("password", given);
  else target.password = encodeURIComponent(given);
  return target.href;
}

function hasColonBeforeAt(url: string): boolean {
  const user = url.slice(url.indexOf("://") + 1, Math.max(0, url.lastIndexOf("@")));
  return user.includes(":");
}

function readFirst(file: string): string {
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`Cannot read the password file: ${(error as Error).message}.`);
  }
  const [line = ""] = content.split(/\r?\n/, 1);
  if (line === "")
    throw new ConfigError(`The first line of ${file} is empty; it must be the password.`);
  return line;
}

/** The terminal does not show the typed text. Without a terminal, or for an empty line, there is no password. */
async function ask({ username, host }: URL, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY || !stderr.isTTY) return "";
  const who = [decodeURIComponent(username), host].filter((part) => part !== "").join("@");
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: stdin, output: silence, terminal: true });
  stderr.write(`Password for ${who} (empty if none is needed): `);
  try {
    return await new Promise<string>((resolve, reject) => {
      const stop = () => reject(new ConfigError("Stopped before a password was given."));
      reader.once("line", resolve).once("close", stop).once("SIGINT", stop);
      signal.addEventListener("abort", stop, { once: true });
    });
  } finally {
    reader.close();
    stderr.write("\n");
  }
}
