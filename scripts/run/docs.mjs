import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { llmsFullText, llmsText } from "../docs/llms.mjs";
import { pagePath, readPages, writePages } from "../docs/pages.mjs";
import { problemsOfSite } from "../docs/check-site.mjs";
import { execute } from "./execute.mjs";
import { fail, say, stage } from "./report.mjs";

const DRAFT = ".site";
const SITE = "site";

/** Builds the documentation as a static site in `site/`, and checks every link, anchor and resource of it. */
export async function docs() {
  rmSync(DRAFT, { recursive: true, force: true });
  rmSync(SITE, { recursive: true, force: true });
  const pages = readPages();
  mkdirSync(join(DRAFT, ".vitepress"), { recursive: true });
  writePages(pages, DRAFT);
  copyFileSync("scripts/docs/vitepress-config.mjs", join(DRAFT, ".vitepress", "config.mjs"));
  await stage("Building the site", async () => {
    const { code } = await execute("vitepress", ["build", DRAFT], { quietly: true });
    if (code !== 0) fail("The site could not be built: the lines above say why.");
  });
  cpSync(join(DRAFT, ".vitepress", "dist"), SITE, { recursive: true });
  for (const file of pages.keys())
    copyFileSync(join(DRAFT, pagePath(file)), join(SITE, pagePath(file)));
  writeFileSync(join(SITE, "llms.txt"), llmsText(pages));
  writeFileSync(join(SITE, "llms-full.txt"), llmsFullText(pages));
  await stage("Checking its links, anchors and resources", () => {
    const problems = problemsOfSite(SITE);
    if (problems.length > 0) fail(`The site has problems:\n  ${problems.join("\n  ")}`);
  });
  rmSync(DRAFT, { recursive: true });
  say(`${pages.size} pages in ${SITE}/: serve the folder with any web server.`);
}
