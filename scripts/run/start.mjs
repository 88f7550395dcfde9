import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { execute } from "./execute.mjs";
import { serverFolders } from "./published.mjs";
import { fail, stage } from "./report.mjs";

/** Builds, then runs one server on stdio, or without a name shows what each of them does. */
export async function start([server, ...args]) {
  const { code } = await stage("Building", () =>
    execute("turbo", ["run", "build", "--output-logs=errors-only"]),
  );
  if (code !== 0) fail("The build failed: the lines above say why.");
  if (server === undefined) {
    const { tour } = await import("./tour.mjs");
    return tour();
  }
  const entry = `apps/${server}/dist/main.mjs`;
  if (!existsSync(entry))
    fail(`There is no server "${server}". There are: ${serverFolders().join(", ")}.`);
  const child = spawn(process.execPath, [entry, ...args], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
  child.once("close", (status) => process.exit(status ?? 1));
}
