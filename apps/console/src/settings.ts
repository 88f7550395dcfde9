import { ConfigError } from "@faculties/mcp-kit";
import { LOOPBACK, parseHostAndPort } from "@faculties/mcp-kit/http-address";
import {
  type Environment,
  option,
  optionRows,
  parseOptions,
  renderTable,
} from "@faculties/mcp-kit/options";

export type Role = "admin" | "viewer";

export type ConsoleSettings = {
  host: string;
  /** Undefined: the usual port, or a free one where that is taken. */
  port: number | undefined;
  /** Undefined: the one that is kept for this user. */
  token: string | undefined;
  role: Role;
  allowCommands: string[];
  root: string;
  withSample: boolean;
  opensBrowser: boolean;
};

export const DEFAULT_PORT = 4747;

const options = {
  http: option.text({
    flag: "http",
    placeholder: "host:port",
    describe: `Where the page is served (default: ${LOOPBACK}:${DEFAULT_PORT}, or a free port when that is taken)`,
  }),
  role: option.choice({
    flag: "role",
    choices: ["admin", "viewer"],
    default: "admin",
    describe: "viewer: the servers offer only tools that change nothing",
  }),
  allowCommands: option.list({
    flag: "allow-command",
    placeholder: "name",
    default: [],
    describe: "A program that runs may start; may be given several times",
  }),
  root: option.text({
    flag: "root",
    placeholder: "folder",
    describe: "The folder that audits may read (default: the current one)",
  }),
  sample: option.boolean({
    flag: "sample",
    describe: "Start with sample data, in a folder that is removed at the end",
  }),
  noOpen: option.boolean({
    flag: "no-open",
    describe: "Do not open the page in a browser",
  }),
  token: option.secret({
    env: "FACULTIES_CONSOLE_TOKEN",
    describe:
      "The token of the page, instead of one that is kept for you; required beyond loopback",
  }),
};

const rows = [
  ...optionRows(options),
  [
    "AGENT_MEMORY_SECRET",
    "With it the console may write decisions, and accept or reject proposals",
  ],
  ["--help, --version", "Show this text, or the version"],
];

const HELP = `Usage: faculties-console [options]

Starts the five Faculties servers and a web page that shows what they know. Open the address it prints.

${renderTable(rows).join("\n")}

Keys of model vendors, such as OPENAI_API_KEY, are passed on to the servers.`;

/** The settings of a start, or the text that was asked for instead. */
export function readSettings(
  args: readonly string[],
  environment: Environment,
  { version, workingDirectory }: { version: string; workingDirectory: string },
): ConsoleSettings | { text: string } {
  if (args.includes("--help") || args.includes("-h")) return { text: HELP };
  if (args.includes("--version")) return { text: version };
  const { values, positionals } = parseOptions(options, args, environment, {
    hasConfigFile: false,
  });
  if (positionals[0] !== undefined)
    throw new ConfigError(`Unknown argument "${positionals[0]}". See --help.`);
  const { http, role, allowCommands, root, sample, token, noOpen } = values;
  const address = http === undefined ? { host: LOOPBACK, port: undefined } : parseHostAndPort(http);
  return {
    ...address,
    token,
    role,
    allowCommands,
    root: root ?? workingDirectory,
    withSample: sample,
    opensBrowser: !noOpen,
  };
}
