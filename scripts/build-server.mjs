// Bundles the server in the current folder into dist/: one entry and the chunks it loads lazily. What the package
// lists under `dependencies` (native modules, mostly) stays outside; everything else goes in.
import { readFileSync } from "node:fs";
import { build } from "tsdown";

const { dependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));

await build({
  entry: ["src/main.ts"],
  platform: "node",
  target: "node20",
  dts: false,
  logLevel: "warn",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  deps: {
    neverBundle: Object.keys(dependencies),
    alwaysBundle: (id) =>
      !(
        id
          .split("/")
          .slice(0, id.startsWith("@") ? 2 : 1)
          .join("/") in dependencies
      ),
    onlyBundle: false,
  },
});
