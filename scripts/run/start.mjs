import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { publishedPackages } from "./published.mjs";
import { fail } from "./report.mjs";

/** Builds, then runs one server on stdio, or without a name shows what each of them does. */
export async function start([server, ...args]) {
  const known = publishedPackages().map(({ folder }) => folder);
  if (server !== undefined && !known.includes(server))
    fail(`There is no server "${server}". There are: ${known.join(", ")}.`);
  await build();
  if (server === undefined) {
    const { tour } = await import("./tour.mjs");
    return tour();
  }
  const entry = `apps/${server}/dist/main.mjs`;
  const child = spawn(process.execPath, [entry, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("close", (status) => process.exit(status ?? 1));
}
