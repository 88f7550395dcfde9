import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { bundleServer } from "./bundle.mjs";
import { callServer } from "./call-server.mjs";
import { execute } from "./execute.mjs";
import { installPacked } from "./install-packed.mjs";
import { publishedPackages } from "./published.mjs";
import { fail, stage } from "./report.mjs";

/** Packs every published program, installs the tarball with npm outside the repository and runs what npm put there. */
export async function smokeTest() {
  await build();
  const folder = mkdtempSync(join(tmpdir(), "faculties-smoke-"));
  try {
    for (const app of publishedPackages())
      await stage(`Installing and running the tarball of ${app.folder}`, async () => {
        const home = join(folder, app.folder);
        mkdirSync(home);
        await installPacked(app.folder, home);
        await (app.isServer ? callInstalled : askForVersion)(app, home);
      });
    await stage("Bundling a server for desktop clients and starting it", () =>
      bundleServer("agent-memory", join(folder, "agent-memory.mcpb")),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function callInstalled({ folder: app, script }, home) {
  const server = { command: binary(home, `${app}-mcp`), home };
  const problem = await callServer(server, async (client) => {
    const { tools } = await client.listTools();
    if (tools.length === 0) return "offers no tool";
    const { tool, arguments: given } = script.smoke ?? {};
    if (tool === undefined) return undefined;
    const { isError, content } = await client.callTool({ name: tool, arguments: given });
    return isError ? `failed on ${tool}: ${content[0]?.text}` : undefined;
  });
  if (problem !== undefined) fail(`The packed ${app} ${problem}.`);
}

async function askForVersion({ folder: app, manifest }, home) {
  const [name = ""] = Object.keys(manifest.bin);
  const { code } = await execute(binary(home, name), ["--version"], { cwd: home, quietly: true });
  if (code !== 0) fail(`The packed ${app} does not run.`);
}

function binary(home, name) {
  return join(home, "node_modules", ".bin", name);
}
