import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { publishedPackages } from "./published.mjs";
import { fail } from "./report.mjs";

const help = (known) => `Usage: npm start [-- [program] [options]]

Builds everything, then starts the console, a web page that shows all servers. With the name of a program, starts that
instead: a server on stdio, or the tour, which calls a tool of each server.

Programs: ${known.join(", ")}

npm start -- <program> --help shows the options of a program, also those of the console.
`;

/** Builds, then starts the console; with a name one server on stdio, or a tour of what each of them does. */
export async function start(given) {
  const known = [...publishedPackages().map(({ folder }) => folder), "tour"];
  if (["--help", "-h"].includes(given[0])) return void process.stdout.write(help(known));
  const isNamed = given.length > 0 && !given[0].startsWith("-");
  const [program, ...args] = isNamed ? given : ["console", ...given];
  if (!known.includes(program)) fail(`There is no "${program}". There are: ${known.join(", ")}.`);
  await build();
  if (program === "tour") {
    const { tour } = await import("./tour.mjs");
    return tour();
  }
  const entry = `apps/${program}/dist/main.mjs`;
  const child = spawn(process.execPath, [entry, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("close", (status) => process.exit(status ?? 1));
}
