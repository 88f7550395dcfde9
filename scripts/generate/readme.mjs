import { readFileSync } from "node:fs";
import { installSection } from "./install-section.mjs";
import { settingsTable, toolTable } from "./tables.mjs";

/** The README with the text between its markers generated again. */
export function renderReadme(server) {
  const parts = {
    install: installSection(server),
    tools: toolTable(server.described),
    settings: settingsTable(server.described),
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
