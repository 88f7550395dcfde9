import { spawn } from "node:child_process";
import { build } from "./build.mjs";

/** Builds, then measures; arguments go to the harness (`npm run bench -- --help`). */
export async function bench(args) {
  await build();
  const child = spawn(process.execPath, ["bench/src/main.mjs", ...args], { stdio: "inherit" });
  child.once("close", (status) => process.exit(status ?? 1));
}
