import { existsSync, readFileSync } from "node:fs";
import { bundleManifest } from "./bundle-manifest.mjs";
import { describeServers } from "./describe-servers.mjs";
import { pluginFiles } from "./plugins.mjs";
import { renderBanner, renderReadme, renderSettingsPage } from "./readme.mjs";
import { serverJson } from "./server-json.mjs";

/** Every file, or part of one, that is made from what a built server says of itself, as it should be. */
export function generatedFiles() {
  const withBanner = ["README.md", "apps/cli/README.md", "apps/console/README.md"];
  const servers = describeServers();
  return [
    ...withBanner.map((file) => compare(file, renderBanner(file))),
    compare("docs/settings.md", renderSettingsPage("docs/settings.md", servers)),
    ...servers.flatMap(filesOf),
    ...pluginFiles(servers).map(([file, content]) =>
      compare(file, typeof content === "string" ? content : json(content)),
    ),
  ];
}

function filesOf(server) {
  const folder = `apps/${server.folder}`;
  return [
    compare(`${folder}/README.md`, renderReadme(server)),
    compare(`${folder}/server.json`, json(serverJson(server))),
    compare(`${folder}/manifest.json`, json(bundleManifest(server))),
  ];
}

function compare(file, wanted) {
  const current = existsSync(file) ? readFileSync(file, "utf8") : "";
  return { file, wanted, isStale: unformatted(current) !== unformatted(wanted) };
}

/** The formatter pads the cells of tables, breaks lines and adds last commas, which changes nothing that is said. */
function unformatted(text) {
  return text
    .replaceAll(/\s+/g, "")
    .replaceAll(/-{3,}/g, "---")
    .replaceAll(/,(?=[\]}])/g, "");
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
