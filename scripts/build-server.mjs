// Bundles the server in the current folder into dist/: server.cjs with the chunks it loads lazily, and the launcher
// main.mjs that starts it. What the package lists under `dependencies` and `optionalDependencies` (native modules, mostly) stays outside;
// everything else goes in. The server's view, if it has one, is put beside it. Files in src/workers/ become bundles of their own: dist/<name>.cjs.
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
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
const view = pathOf(`../packages/views/dist/${basename(process.cwd())}.html`);
if (existsSync(view)) copyFileSync(view, "dist/view.html");
