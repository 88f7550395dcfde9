import { CodedError } from "@faculties/errors";
import packageJson from "../package.json" with { type: "json" };
import { commands } from "./commands/commands.ts";
import type { Context } from "./context.ts";
import { ExitCode } from "./exit-code.ts";
import { parseCommand } from "./parse-command.ts";
import { renderCommandHelp, renderHelp } from "./render-help.ts";
import { UsageError } from "./usage-error.ts";

/** Runs one command line and resolves with its exit code. */
export async function run(args: readonly string[], context: Context): Promise<number> {
  try {
    return await dispatch(args, context);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof CodedError)) throw error;
    for (const line of error.message.split("\n")) context.warn(line);
    return error instanceof UsageError ? ExitCode.usage : ExitCode.failed;
  }
}

async function dispatch([name, ...args]: readonly string[], context: Context): Promise<number> {
  const command = commands.find((one) => one.name === name);
  if (command === undefined) return withoutCommand(name, context);
  if (args.includes("--help") || args.includes("-h")) {
    context.print(renderCommandHelp(command));
    return ExitCode.done;
  }
  return command.run({ ...parseCommand(command, args), context, commands });
}

function withoutCommand(name: string | undefined, { print }: Context): number {
  if (name === "--version" || name === "-v") print(packageJson.version);
  else if (name === undefined || name === "--help" || name === "-h")
    print(renderHelp(packageJson.version, commands));
  else throw new UsageError(`Unknown command "${name}". Run faculties --help for the list.`);
  return ExitCode.done;
}
