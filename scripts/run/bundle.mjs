import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "./build.mjs";
import { callServer } from "./call-server.mjs";
import { execute } from "./execute.mjs";
import { installPacked } from "./install-packed.mjs";
import { publishedServers } from "./published.mjs";
import { fail, say, stage } from "./report.mjs";

/** Node 22 and later take better-sqlite3 13, which serves all of them. */
const isModern = Number.parseInt(process.versions.node, 10) >= 22;
/** Sources that npm brings for compiling, and on newer Nodes all of the older version, are of no use in a bundle. */
const NEEDLESS = isModern
  ? ["better-sqlite3", "better-sqlite3-13/deps", "better-sqlite3-13/src"]
  : ["better-sqlite3/deps", "better-sqlite3/src"];
const NODES = isModern ? "node22-and-later" : `node${process.versions.modules}`;

/** Makes an .mcpb bundle of each server for this platform in `bundles/`, and starts each from its bundle. */
export async function bundle() {
  await build();
  mkdirSync("bundles", { recursive: true });
  for (const { folder, manifest } of publishedServers())
    await stage(`Bundling ${folder}`, async () => {
      const name = `${folder}-${manifest.version}-${process.platform}-${process.arch}-${NODES}`;
      const file = resolve("bundles", `${name}.mcpb`);
      await bundleServer(folder, file);
      say(`  ${file.slice(process.cwd().length + 1)}`);
    });
}

/** Makes the bundle of one server, unpacks it elsewhere and asks what starts there for its tools. */
export async function bundleServer(server, file) {
  const folder = mkdtempSync(join(tmpdir(), "faculties-bundle-"));
  const [staged, unpacked] = [join(folder, "staged"), join(folder, "unpacked")];
  try {
    mkdirSync(staged);
    await installPacked(server, staged);
    for (const name of readdirSync(staged))
      if (name !== "node_modules") rmSync(join(staged, name), { recursive: true });
    for (const needless of NEEDLESS)
      rmSync(join(staged, "node_modules", needless), { recursive: true, force: true });
    copyFileSync(`apps/${server}/manifest.json`, join(staged, "manifest.json"));
    await run("pack", staged, file);
    await run("unpack", file, unpacked);
    await startBundle(server, unpacked);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(command, ...args) {
  const { code } = await execute("mcpb", [command, ...args], { quietly: true });
  if (code !== 0) fail(`mcpb ${command} failed: the lines above say why.`);
}

/** Starts the server as a desktop client does: by the manifest, with every field of the form left empty. */
async function startBundle(server, folder) {
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  const { command, args, env = {} } = manifest.server.mcp_config;
  const filled = (text) =>
    text.replaceAll("${__dirname}", folder).replaceAll(/\$\{user_config\.\w+\}/g, "");
  const started = {
    command,
    args: args.map(filled),
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
    home: folder,
  };
  const { tools } = await callServer(started, (client) => client.listTools());
  if (tools.length === 0) fail(`The bundle of ${server} offers no tool.`);
}
