import { build } from "./build.mjs";
import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

/** Tries the built servers in the coding agents themselves; `--require` makes it a failure when these cannot be had. */
export async function agents(args) {
  await build();
  const program = ["testing/agents/src/main.mjs", ...args];
  const { code } = await stage("Trying the servers in coding agents", () =>
    execute(process.execPath, program),
  );
  if (code !== 0) fail("An agent did not work with the servers: the lines above say where.");
}
