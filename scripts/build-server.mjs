// Bundles the server in the current folder into dist/: one entry and the chunks it loads lazily. What the package
// lists under `dependencies` (native modules, mostly) stays outside; everything else goes in.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";

const { dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const packageOf = (id) => id.split("/", id.startsWith("@") ? 2 : 1).join("/");

await build({
  entry: ["src/main.ts"],
  platform: "node",
  target: "node20",
  dts: false,
  logLevel: "warn",
  minify: true,
  alias: {
    "@modelcontextprotocol/server/_shims": fileURLToPath(new URL("sdk-shims.mjs", import.meta.url)),
  },
  deps: {
    neverBundle: Object.keys(dependencies),
    alwaysBundle: (id) => !(packageOf(id) in dependencies),
    onlyBundle: false,
  },
});
