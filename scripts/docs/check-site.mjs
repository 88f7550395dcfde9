import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

const RESOURCE = /<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(?<address>[^"]+)"/g;
const LINK = /<a\b[^>]*?href="(?<address>[^"]+)"/g;

/** The faults of a built site: links and anchors that lead nowhere, and anything that is loaded from elsewhere. */
export function problemsOfSite(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const pages = files.filter((name) => name.endsWith(".html") && name !== "404.html");
  const html = new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
  return [...html].flatMap(([name, text]) => [
    ...addresses(text, LINK).flatMap((address) => deadLink(address, name, html, folder)),
    ...addresses(text, RESOURCE)
      .filter((address) => /^(?:[a-z]+:)?\/\//.test(address))
      .map((address) => `${name} loads ${address}`),
  ]);
}

function addresses(text, pattern) {
  const found = [...text.matchAll(pattern)].map(({ groups }) => groups.address);
  return [...new Set(found)].map((address) => address.replaceAll("&amp;", "&"));
}

function deadLink(address, from, html, folder) {
  if (/^[a-z]+:/.test(address)) return [];
  const [path = "", anchor = ""] = address.split("#");
  const base = path.startsWith("/") ? path.slice(1) : posix.join(posix.dirname(from), path);
  const wanted = path === "" ? from : decodeURIComponent(base);
  const target = [wanted, posix.join(wanted, "index.html"), `${wanted}.html`].find(
    (name) => html.has(name) || (name.includes(".") && existsSync(join(folder, name))),
  );
  if (target === undefined) return [`${from}: ${address}`];
  const id = decodeURIComponent(anchor);
  const isThere = id === "" || html.get(target)?.includes(` id="${id}"`);
  return isThere ? [] : [`${from}: ${address} (no such heading)`];
}
