import { posix } from "node:path";
import { pagePath, summaryOf, titleOf, toolsOf } from "./pages.mjs";

const SECTIONS = [
  ["Start", (file) => ["docs/a-day-with-faculties.md", "apps/cli/README.md"].includes(file)],
  [
    "Servers",
    (file) => /^(?:apps\/(?!cli|console)[\w-]+\/README|docs\/servers\/[\w-]+)\.md$/.test(file),
  ],
  ["Use", (file) => /^docs\/[\w-]+\.md$/.test(file) && file !== "docs/README.md"],
  ["Optional", (file) => file.startsWith("docs/adr/") && !file.endsWith("README.md")],
];

/** The map of the site for language models, after llmstxt.org: each page once, as Markdown, and every tool by its name. */
export function llmsText(pages) {
  const seen = new Set();
  const sections = SECTIONS.flatMap(([title, belongs]) => {
    const listed = [...pages].filter(([file]) => belongs(file) && !seen.has(file));
    for (const [file] of listed) seen.add(file);
    return [`## ${title}`, "", ...listed.map(lineOf), ""];
  });
  const optional = sections.indexOf("## Optional");
  const lines = [...sections.slice(0, optional), "## Tools", "", ...toolsIn(pages), ""];
  const head = ["# Faculties", "", `> ${summaryOf(pages.get("README.md"))}`, ""];
  return [...head, ...lines, ...sections.slice(optional)].join("\n");
}

/** Everything that a model needs to use the servers, in one text. */
export function llmsFullText(pages) {
  const wanted = SECTIONS.slice(0, 3).map(([, belongs]) => belongs);
  return [...pages]
    .filter(([file]) => wanted.some((belongs) => belongs(file)))
    .map(([file, text]) => `<!-- ${file} -->\n\n${text.trim()}\n`)
    .join("\n");
}

function lineOf([file, text]) {
  const [sentence = ""] = /^.*?[.?](?=\s|$)/.exec(summaryOf(text)) ?? [summaryOf(text)];
  return `- [${titleOf(text)}](/${pagePath(file)}): ${sentence}`;
}

function toolsIn(pages) {
  return [...pages]
    .filter(([file]) => posix.dirname(file) === "docs/servers")
    .flatMap(([file, text]) =>
      toolsOf(text).map((tool) => `- [${tool}](/${file.replace(/\.md$/, ".html")}#${tool})`),
    );
}
