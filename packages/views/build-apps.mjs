// Makes of each file src/apps/<server>.tsx one page, dist/<server>.html, with its script and style inside: clients show
// it in a frame that may load nothing.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";

const style = [
  ...readdirSync("src/styles").map((name) => `src/styles/${name}`),
  "src/apps/apps.css",
].map((file) => readFileSync(file, "utf8"));
mkdirSync("dist", { recursive: true });

for (const file of readdirSync("src/apps").filter((name) => isPage(name))) {
  const bundle = await rolldown({
    input: `src/apps/${file}`,
    platform: "browser",
    transform: {
      define: { "process.env.NODE_ENV": '"production"' },
    },
  });
  const { output } = await bundle.generate({ format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  const server = basename(file, ".tsx");
  writeFileSync(`dist/${server}.html`, page(server, output[0].code));
}

function isPage(name) {
  return name.endsWith(".tsx") && name !== "mount-view.tsx";
}

function page(title, script) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style.join("\n")}</style>
</head>
<body>
<script type="module">${script.replaceAll("</script", "<\\/script")}</script>
</body>
</html>
`;
}
