import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { ConfigError } from "./config-error.ts";
import { option } from "./define-option.ts";

/** The ways to give the password of a PostgreSQL user to a command; none of them is its arguments. */
export const passwordOptions = {
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

type GivenPassword = { passwordFile: string | undefined; password: string | undefined };

const IN_THE_OPEN =
  "The URL holds a password, which other users can read in the process list and the shell keeps in its history. Leave it out of the URL and give it in PGPASSWORD, in a file with --password-file, or in a terminal when asked. Change it if somebody else may have seen it.";

/** A PostgreSQL URL from the command line, with the password that came another way. */
export async function withPassword(
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

/** Nothing is shown of what is typed. Without a terminal, or for an empty line, there is no password. */
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
