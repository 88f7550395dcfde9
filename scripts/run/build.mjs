import { execute } from "./execute.mjs";
import { fail, stage } from "./report.mjs";

/** Builds every package whose sources changed. */
export async function build() {
  const args = ["run", "build", "--output-logs=errors-only"];
  const { code } = await stage("Building", () => execute("turbo", args, { quietly: true }));
  if (code !== 0) fail("The build failed: the lines above say why.");
}
