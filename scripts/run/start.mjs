import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { publishedPackages } from "./published.mjs";
import { fail } from "./report.mjs";

/** Commands of apps/cli that a clone offers directly. */
const CLI_COMMANDS = ["add", "remove", "list", "doctor", "clients"];

const help = (programs) => `Usage: npm start [-- <what> [options]]

npm start                                        the console, a web page that shows all servers
npm start -- tour                                a call or two of every server, in a folder that is gone afterwards
npm start -- add agent-memory --client cursor    put servers of this clone into a client's configuration
npm start --silent -- agent-memory               one server on stdio

Commands: ${["tour", ...CLI_COMMANDS].join(", ")}
Programs: ${programs.join(", ")}

Everything is built first. npm start -- <what> --help shows the options, also those of the console.
`;

/** Builds, then starts the console, or the named program, or the command that edits clients' configurations. */
export async function start(given) {
  const programs = publishedPackages().map(({ folder }) => folder);
  if (["--help", "-h"].includes(given[0])) return void process.stdout.write(help(programs));
  const isNamed = given.length > 0 && !given[0].startsWith("-");
  const [name, ...args] = isNamed ? given : ["console", ...given];
  const known = ["tour", ...CLI_COMMANDS, ...programs];
  if (!known.includes(name)) fail(`There is no "${name}". There are: ${known.join(", ")}.`);
  await build();
  if (name === "tour") {
    const { tour } = await import("./tour.mjs");
    return tour(args);
  }
  if (CLI_COMMANDS.includes(name)) return run("cli", [name, ...args], process.env.INIT_CWD);
  return run(name, args);
}

/** `cwd` is the folder in which npm was called, where that decides which files are meant. */
function run(program, args, cwd = process.cwd()) {
  const entry = `${process.cwd()}/apps/${program}/dist/main.mjs`;
  const child = spawn(process.execPath, [entry, ...args], { stdio: "inherit", cwd });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("close", (status) => process.exit(status ?? 1));
}
