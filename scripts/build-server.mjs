// Bundles the server in the current folder into dist/: server.cjs with the chunks it loads lazily, and the launcher
// main.mjs that starts it. The packages under `dependencies` and `optionalDependencies` (native modules, mostly) stay outside;
// everything else goes in. The server's view and its skills are put next to it. Files in src/workers/ become bundles of their own: dist/<name>.cjs.
//
// A package.json may declare `"launch": { "smallNursery": true }`: the launcher then keeps V8's space for young objects from
// growing. It suits servers whose calls leave much garbage behind: agent-memory saves ten megabytes, gan-audit a quarter of
// its memory, and neither is slower. The build writes the field to dist/launch.json, where the launcher reads it.
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
const packageOf = (id) => id.split("/", id.startsWith("@") ? 2 : 1).join("/");
const pathOf = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const workers = existsSync("src/workers")
  ? readdirSync("src/workers").filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
  : [];

await build({
  entry: {
    server: "src/main.ts",
    ...Object.fromEntries(workers.map((name) => [basename(name, ".ts"), `src/workers/${name}`])),
  },
  format: "cjs",
  platform: "node",
  target: "node20",
  dts: false,
  logLevel: "warn",
  minify: true,
  // Emscripten's programs bring their own, for what they do not use here; the linter finds ours.
  checks: { eval: false },
  // The launcher runs cached code, in which native import() does not work.
  outputOptions: { dynamicImportInCjs: false },
  alias: { "@modelcontextprotocol/server/_shims": pathOf("sdk-shims.mjs") },
  deps: {
    neverBundle: Object.keys(dependencies),
    alwaysBundle: (id) => !(packageOf(id) in dependencies),
    onlyBundle: false,
  },
});
copyFileSync(pathOf("../packages/mcp-kit/launcher/main.mjs"), "dist/main.mjs");
chmodSync("dist/main.mjs", 0o755);
if (manifest.launch) writeFileSync("dist/launch.json", `${JSON.stringify(manifest.launch)}\n`);
const view = pathOf(`../packages/views/dist/${basename(process.cwd())}.html`);
if (existsSync(view)) copyFileSync(view, "dist/view.html");
if (existsSync("skills")) cpSync("skills", "dist/skills", { recursive: true });
