import { spawn } from "node:child_process";
import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

/** Builds, then measures; arguments go to the harness (`npm run bench -- --help`). */
export async function bench(args) {
  const { code } = await stage("Building", () =>
    execute("turbo", ["run", "build", "--output-logs=errors-only"]),
  );
  if (code !== 0) fail("The build failed: the lines above say why.");
  const child = spawn(process.execPath, ["bench/src/main.mjs", ...args], { stdio: "inherit" });
  child.once("close", (status) => process.exit(status ?? 1));
}
