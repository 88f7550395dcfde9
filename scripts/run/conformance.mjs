import { build } from "./build.mjs";
import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

const programs = [
  ["Running the official conformance suite", "testing/interop/scripts/conformance.mjs"],
  ["Looking at every server with the MCP Inspector", "testing/interop/scripts/inspector.mjs"],
];

/** Lets others' programs judge the built servers; `--require` makes it a failure when they cannot be had. */
export async function conformance(args) {
  await build();
  for (const [title, program] of programs) {
    const { code } = await stage(title, () => execute(process.execPath, [program, ...args]));
    if (code !== 0) fail(`${title} failed: the lines above say why.`);
  }
}
