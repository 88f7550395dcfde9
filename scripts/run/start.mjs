import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { publishedPackages } from "./published.mjs";
import { fail } from "./report.mjs";

/** Builds, then starts the console; with a name one server on stdio, or a tour of what each of them does. */
export async function start(given) {
  const isNamed = given.length > 0 && !given[0].startsWith("-");
  const [program, ...args] = isNamed ? given : ["console", ...given];
  const known = [...publishedPackages().map(({ folder }) => folder), "tour"];
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
