import { recipeOf } from "@faculties/recipes";
import type { ServerName } from "../servers.ts";

export type Way = "stdio" | "http";
export type Installed = { name: ServerName; command: string; entry: string };
/** Where the console is, and a value for secrets that a client's entry needs. */
export type ConsoleAddress = { origin: string; token: string; secret: string };
export type Configuration = { client: string; where: string; text: string };

/** The text to paste into each client, made from the real addresses and paths. */
export function clientConfigurations(
  { name, command, entry }: Installed,
  way: Way,
  { origin, token, secret }: ConsoleAddress,
): Configuration[] {
  const url = `${origin}/${name}/mcp`;
  const authorization = `Bearer ${token}`;
  const recipe = recipeOf(name);
  const args = [entry, ...recipe.args];
  const env = {
    ...recipe.env,
    ...Object.fromEntries(recipe.generated.map((variable) => [variable, secret])),
  };
  const variables = Object.entries(env);
  const stdio = { command, args, ...(variables.length > 0 && { env }) };
  const http = { url, headers: { Authorization: authorization } };
  const isStdio = way === "stdio";
  return [
    {
      client: "Claude Desktop",
      where: "claude_desktop_config.json",
      text: isStdio
        ? inServers("mcpServers", name, stdio)
        : inServers("mcpServers", name, {
            command: "npx",
            args: ["-y", "mcp-remote", url, "--header", `Authorization: ${authorization}`],
          }),
    },
    {
      client: "Claude Code",
      where: "in a terminal",
      text: isStdio
        ? [
            `claude mcp add ${name}`,
            ...variables.map(([key, value]) => `--env ${key}=${quoted(value)}`),
            "--",
            ...[command, ...args].map(quoted),
          ].join(" ")
        : `claude mcp add --transport http ${name} ${url} --header ${quoted(`Authorization: ${authorization}`)}`,
    },
    {
      client: "Cursor",
      where: "~/.cursor/mcp.json",
      text: inServers("mcpServers", name, isStdio ? stdio : http),
    },
    {
      client: "VS Code",
      where: ".vscode/mcp.json",
      text: inServers(
        "servers",
        name,
        isStdio ? { type: "stdio", ...stdio } : { type: "http", ...http },
      ),
    },
    {
      client: "Codex",
      where: "~/.codex/config.toml",
      text: isStdio
        ? [
            `[mcp_servers.${name}]`,
            `command = ${toml(command)}`,
            `args = [${args.map(toml).join(", ")}]`,
            ...(variables.length > 0
              ? [
                  `env = { ${variables.map(([key, value]) => `${key} = ${toml(value)}`).join(", ")} }`,
                ]
              : []),
          ].join("\n")
        : `[mcp_servers.${name}]\nurl = ${toml(url)}\nhttp_headers = { Authorization = ${toml(authorization)} }`,
    },
    {
      client: "Gemini CLI",
      where: "~/.gemini/settings.json",
      text: inServers(
        "mcpServers",
        name,
        isStdio ? stdio : { httpUrl: url, headers: http.headers },
      ),
    },
  ];
}

function inServers(key: string, name: string, entry: object): string {
  return JSON.stringify({ [key]: { [name]: entry } }, null, 2);
}

/** A word for a POSIX shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** JSON's strings are TOML's too. */
const toml = (text: string): string => JSON.stringify(text);
