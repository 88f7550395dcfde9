import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";

/** The parts of a page that the site needs to look at, each where it begins: code is left as it is. */
const PARTS =
  /(?<fence>^(?<mark>`{3,}).*?^\k<mark>)|(?<label>!?\[(?:[^[\]]|\[[^\]]*\](?:\([^)]*\))?)*\])\((?<target>[^)\s]+)\)|(?<code>`(?:[^`\n]|\n(?!\n))*`)|(?<open><(?!\/?(?:details|summary|br|img|b)\b|!--))/gms;

/** Every page of the repository, by its path there; folders that are linked to get a page that lists theirs. */
export function readPages() {
  const listed = execFileSync("git", ["ls-files", "*.md", ":!.changeset"], { encoding: "utf8" });
  const files = listed.trim().split("\n");
  const pages = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
  for (const folder of ["docs/adr", "bench/results"])
    pages.set(`${folder}/README.md`, listFolder(folder, pages));
  return pages;
}

/** Writes the pages for the site: the same tree, with README.md as the index of its folder, and the pictures. */
export function writePages(pages, target) {
  for (const [file, text] of pages) {
    const place = join(target, pagePath(file));
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, forSite(text, file, pages));
  }
  const pictures = execFileSync("git", ["ls-files", "*.png", "*.svg"], {
    encoding: "utf8",
  });
  for (const picture of pictures.split("\n").filter(Boolean)) {
    mkdirSync(dirname(join(target, picture)), { recursive: true });
    copyFileSync(picture, join(target, picture));
  }
}

export function pagePath(file) {
  return basename(file) === "README.md" ? posix.join(posix.dirname(file), "index.md") : file;
}

export function titleOf(text) {
  return /^# (.+)$/m.exec(text)?.[1] ?? "";
}

/** The first paragraph of a page in one line, without its markup. */
export function summaryOf(text) {
  const [, body = ""] = text.split(/^# .+$/m);
  const paragraph = body
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .find((part) => /^[\p{L}"“*`[]/u.test(part));
  const plain = (paragraph ?? "").replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.replaceAll(/[*`]/g, "").replaceAll(/\s+/g, " ");
}

function listFolder(folder, pages) {
  const inside = [...pages].filter(([file]) => posix.dirname(file) === folder);
  const lines = inside.map(([file, text]) => `- [${titleOf(text)}](${basename(file)})`);
  return [`# ${folder === "docs/adr" ? "Decisions" : "Measurements"}`, "", ...lines, ""].join("\n");
}

/** Links lead to pages of the site, and text such as <server> is escaped, because its compiler would take it for markup. */
function forSite(text, file, pages) {
  const named = new Set(headings(text));
  return text.replaceAll(PARTS, (whole, ...rest) => {
    const { fence, code, label, target } = rest.at(-1);
    if (fence !== undefined) return captioned(whole, named);
    if (code !== undefined) return whole;
    return label === undefined ? "&lt;" : relink(whole, { label, target, file, pages });
  });
}

function headings(text) {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title);
}

/** The first call of a tool that has no heading gets a caption, which links can lead to. */
function captioned(block, named) {
  const tool = calledTool(block);
  if (tool === undefined || named.has(tool)) return block;
  named.add(tool);
  return `<p id="${tool}"><code>${tool}</code></p>\n\n${block}`;
}

function calledTool(block) {
  return /^`{3,}json call (\w+)/.exec(block)?.[1];
}

/** The tools that a page shows. */
export function toolsOf(text) {
  const calls = [...text.matchAll(PARTS)].map(([block]) => calledTool(block));
  return [...new Set(calls.filter((tool) => tool !== undefined))];
}

/** A link to a file that has no page stays as text: the site has no copy of the sources. */
function relink(whole, { label, target, file, pages }) {
  if (/^(?:[a-z]+:|#)/.test(target)) return whole;
  const [path = "", anchor] = target.split("#");
  const wanted = posix.join(posix.dirname(file), decodeURIComponent(path));
  const page = [wanted, posix.join(wanted, "README.md")].find((one) => pages.has(one));
  const hash = anchor === undefined ? "" : `#${anchor}`;
  // A picture inside of the label has its own address.
  const words = forSite(label.slice(label.indexOf("[") + 1, -1), file, pages);
  if (page !== undefined) return `[${words}](${relative(file, pagePath(page))}${hash})`;
  return label.startsWith("!") && existsSync(wanted) ? whole : words;
}

function relative(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}
