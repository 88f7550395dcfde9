import { readFileSync } from "node:fs";
import { installSection, npmBanner } from "./install-section.mjs";
import { settingsTable, toolTable } from "./tables.mjs";

/** A README with only the note about npm to generate. */
export function renderBanner(file) {
  return fill(readFileSync(file, "utf8"), "npm", npmBanner());
}

/** The page of the settings that every server has; any of them can tell. */
export function renderSettingsPage(file, [server]) {
  const table = settingsTable(server.described, { shared: true });
  return fill(readFileSync(file, "utf8"), "settings", table);
}

/** The README of a server with the text between its markers generated again. */
export function renderReadme(server) {
  const parts = {
    npm: npmBanner(),
    install: installSection(server),
    tools: toolTable(server.described),
    settings: `${settingsTable(server.described)}\n\nThe settings that all servers have, and the other ways to give them: [docs/settings.md](../../docs/settings.md).`,
  };
  return Object.entries(parts).reduce(
    (text, [name, content]) => fill(text, name, content),
    readFileSync(`apps/${server.folder}/README.md`, "utf8"),
  );
}

function fill(text, name, content) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest] = text.split(start);
  if (rest === undefined) return text;
  const after = rest.split(end)[1] ?? "";
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}
