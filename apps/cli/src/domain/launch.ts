import { serverNames, type ServerName } from "./known-servers.ts";

export type Launch = { command: string; args: string[] };

/** How npx starts a server; clients that cannot start its batch file on Windows go through `cmd`. */
export function launchWithNpx(
  server: ServerName,
  flags: readonly string[],
  throughCmd: boolean,
): Launch {
  const args = ["-y", `@faculties/${server}`, ...flags];
  return throughCmd ? { command: "cmd", args: ["/c", "npx", ...args] } : { command: "npx", args };
}

/** Which of our servers a command line starts, if any: a package, an installed command or a built file. */
export function recogniseServer({ command, args }: Launch): ServerName | undefined {
  const program = command.replaceAll("\\", "/").replace(/\.(cmd|exe)$/i, "");
  return serverNames.find(
    (name) =>
      [name, `${name}-mcp`].includes(program.slice(program.lastIndexOf("/") + 1)) ||
      args.some((argument) => isServerArgument(argument, name)),
  );
}

/** The same program asked for its own checks: the command comes before the server's flags. */
export function doctorLaunch({ command, args }: Launch, server: ServerName): Launch {
  const at = args.findIndex((argument) => isServerArgument(argument, server)) + 1;
  return { command, args: [...args.slice(0, at), "doctor", "--json", ...args.slice(at)] };
}

function isServerArgument(argument: string, name: ServerName): boolean {
  const path = argument.replaceAll("\\", "/");
  return (
    path === `@faculties/${name}` ||
    path.startsWith(`@faculties/${name}@`) ||
    path.endsWith(`@faculties/${name}/dist/main.mjs`) ||
    path.endsWith(`apps/${name}/dist/main.mjs`)
  );
}
