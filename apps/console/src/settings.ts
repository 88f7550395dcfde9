import { parseArgs } from "node:util";
import { ConfigError } from "@faculties/mcp-kit";

export type Role = "admin" | "viewer";

export type Settings = {
  host: string;
  /** Undefined: the usual port, or a free one where that is taken. */
  port: number | undefined;
  /** Undefined: a new one for this start. */
  token: string | undefined;
  role: Role;
  allowCommands: string[];
  root: string;
  withSample: boolean;
};

export const DEFAULT_PORT = 4747;
const LOOPBACK = "127.0.0.1";

export const HELP = `Usage: faculties-console [options]

Starts the five Faculties servers and a web page that shows what they know. Open the address it prints.

  --http <host:port>        Where the page is served (default ${LOOPBACK}:${DEFAULT_PORT}, or a free port when that is taken).
                            Beyond loopback FACULTIES_CONSOLE_TOKEN must be set.
  --role <admin|viewer>     viewer: the servers offer only tools that change nothing (default admin)
  --allow-command <name>    A program that runs may start; may be given several times
  --root <folder>           The folder that audits may read (default: the current one)
  --sample                  Start with sample data, in a folder that is removed at the end
  --help, --version

Variables:
  FACULTIES_CONSOLE_TOKEN   The token of the page, instead of a new one for each start
  AGENT_MEMORY_SECRET       With it the console may write decisions, and accept or reject proposals
  Keys of model vendors, such as OPENAI_API_KEY, are passed on to the servers.`;

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(
  args: readonly string[],
  environment: Environment,
  workingDirectory: string,
): Settings | "help" | "version" {
  const values = parse(args);
  if (values.help) return "help";
  if (values.version) return "version";
  const { role = "admin" } = values;
  if (role !== "admin" && role !== "viewer")
    throw new ConfigError(`--role is admin or viewer, not "${role}".`);
  return {
    ...addressOf(values.http ?? ""),
    token: environment["FACULTIES_CONSOLE_TOKEN"] || undefined,
    role,
    allowCommands: values["allow-command"] ?? [],
    root: values.root ?? workingDirectory,
    withSample: values.sample ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        http: { type: "string" },
        role: { type: "string" },
        "allow-command": { type: "string", multiple: true },
        root: { type: "string" },
        sample: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) throw new ConfigError(`${error.message} See --help.`);
    throw error;
  }
}

function addressOf(text: string): Pick<Settings, "host" | "port"> {
  const { host, port } =
    /^(?:(?<host>\[[0-9a-f:.]+\]|[^:[\]]*):)?(?<port>\d*)$/i.exec(text)?.groups ?? {};
  const number = port ? Number(port) : undefined;
  if (port === undefined || (number !== undefined && number > 65_535))
    throw new ConfigError(`--http must be host:port, not "${text}".`);
  return { host: (host || LOOPBACK).replaceAll(/[[\]]/g, ""), port: number };
}
