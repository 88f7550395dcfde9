import type { Command, CommandOption } from "./command.ts";
import { clientIds } from "./clients/known-clients.ts";
import { knownServers } from "./domain/known-servers.ts";

/** The text of `faculties --help`. */
export function renderHelp(version: string, commands: readonly Command[]): string {
  return [
    `faculties ${version} - MCP servers for your client`,
    "",
    "Usage:",
    ...aligned(commands.map(({ name, usage, summary }) => [`faculties ${name} ${usage}`, summary])),
    "",
    "Servers:",
    ...aligned(knownServers.map(({ name, summary }) => [name, summary])),
    "",
    `Clients: ${clientIds.join(", ")}`,
    "",
    "faculties <command> --help shows the options of a command.",
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing was changed because nobody agreed.",
  ].join("\n");
}

/** The text of `faculties <command> --help`. */
export function renderCommandHelp({ name, usage, summary, options }: Command): string {
  const rows = Object.entries(options).map(([flag, option]): [string, string] => [
    flagText(flag, option),
    describeText(option),
  ]);
  return [
    `Usage: faculties ${name} ${usage}`.trimEnd(),
    "",
    summary,
    ...(rows.length > 0 ? ["", "Options:", ...aligned(rows)] : []),
  ].join("\n");
}

function flagText(flag: string, option: CommandOption): string {
  if (option.kind !== "flag") return `--${flag} <${option.placeholder}>`;
  return option.short ? `-${option.short}, --${flag}` : `--${flag}`;
}

function describeText(option: CommandOption): string {
  const choices = option.kind === "flag" ? undefined : option.choices;
  return choices ? `${option.describe}: ${choices.join(", ")}` : option.describe;
}

function aligned(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.trimEnd().length));
  return rows.map(([left, right]) => `  ${left.trimEnd().padEnd(width)}  ${right}`);
}
