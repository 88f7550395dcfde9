import { CodedError, nearMatches } from "@faculties/errors";
import {
  ConfigError,
  parseOptions,
  renderCommandHelp,
  renderTable,
} from "@faculties/mcp-kit/options";
import manifest from "../package.json" with { type: "json" };
import { clientIds } from "./clients/known-clients.ts";
import type { Command } from "./command.ts";
import { commands } from "./commands/commands.ts";
import type { Context } from "./context.ts";
import { knownServers } from "./domain/known-servers.ts";
import { ExitCode } from "./exit-code.ts";

const PROGRAM = "faculties";

/** Runs one command line and resolves with its exit code. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof CodedError)) throw error;
    for (const line of error.message.split("\n")) context.warn(line);
    return error instanceof ConfigError ? ExitCode.usage : ExitCode.failed;
  }
}

async function dispatch([name, ...args]: readonly string[], context: Context): Promise<number> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return withoutCommand(name, context);
  if (args.includes("--help") || args.includes("-h")) {
    context.print(renderCommandHelp(PROGRAM, command));
    return ExitCode.done;
  }
  return command.run({ ...parseCommand(command, args), context, commands });
}

function parseCommand(
  { name, usage, options, positionals: allowed }: Command,
  args: readonly string[],
) {
  const { values, positionals } = parseOptions(options, args, {}, { hasConfigFile: false });
  const { most, choices, aliases } = allowed;
  const known = aliases === undefined ? choices : [...aliases.keys()];
  if (positionals.length > most) throw new ConfigError(`Usage: ${PROGRAM} ${name} ${usage}`);
  for (const one of positionals)
    if (known && !known.includes(one)) {
      const all = choices ?? [...new Set(aliases?.values())];
      const hint = didYouMean(one, known);
      throw new ConfigError(`Unknown argument "${one}".${hint} Known are: ${all.join(", ")}.`);
    }
  return { values, positionals: [...new Set(positionals.map((one) => aliases?.get(one) ?? one))] };
}

function didYouMean(wrong: string, known: readonly string[]): string {
  const near = nearMatches(wrong, known);
  return near.length > 0 ? ` Did you mean ${near.join(", ")}?` : "";
}

function withoutCommand(name: string | undefined, { print }: Context): number {
  if (name === "--version" || name === "-v") print(manifest.version);
  else if (name === undefined || name === "--help" || name === "-h") print(renderHelp());
  else {
    const near = didYouMean(
      name,
      commands.map((one) => one.name),
    );
    throw new ConfigError(`Unknown command "${name}".${near} Run ${PROGRAM} --help for the list.`);
  }
  return ExitCode.done;
}

function renderHelp(): string {
  const usages = commands.map(({ name, usage, summary }) => [
    [PROGRAM, name, usage].filter(Boolean).join(" "),
    summary,
  ]);
  return [
    `${PROGRAM} ${manifest.version} - MCP servers for your client`,
    "",
    "Usage:",
    ...renderTable(usages),
    "",
    "Servers:",
    ...renderTable(
      knownServers.map(({ name, summary, aliases: [short] }) => [`${short} (${name})`, summary]),
    ),
    "",
    `Clients: ${clientIds.join(", ")}`,
    "",
    `${PROGRAM} <command> --help shows the options of a command.`,
    "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 cancelled, nothing was changed.",
  ].join("\n");
}
