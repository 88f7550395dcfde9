import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { serverFolders } from "./published.mjs";

/** The READMEs as they should be: tool and settings tables made from what each built server says of itself. */
export function renderReadmes() {
  return serverFolders()
    .filter((app) => existsSync(`apps/${app}/dist/main.mjs`) && existsSync(`apps/${app}/README.md`))
    .map((app) => {
      const file = `apps/${app}/README.md`;
      const current = readFileSync(file, "utf8");
      const described = describe(app);
      const wanted = [
        ["tools", toolTable(described)],
        ["settings", settingsTable(described)],
      ].reduce((text, [name, table]) => fill(text, name, table), current);
      return { file, wanted, isStale: spaced(current) !== spaced(wanted) };
    });
}

/** The formatter pads the cells of a table, which changes nothing that is said. */
function spaced(text) {
  return text.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---");
}

/** What a server says of itself, with the flags under which its README lists the tools. */
function describe(app) {
  const script = `apps/${app}/tour.json`;
  const { describe: flags = [] } = existsSync(script)
    ? JSON.parse(readFileSync(script, "utf8"))
    : {};
  const args = [`apps/${app}/dist/main.mjs`, "describe", ...flags];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8", maxBuffer: 1 << 26 }));
}

function fill(text, name, table) {
  const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const [before, rest] = text.split(start);
  if (rest === undefined) return text;
  const after = rest.split(end)[1] ?? "";
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

function toolTable({ tools }) {
  const grouped = tools.some((tool) => tool.toolset !== null);
  const header = grouped ? ["Tool", "Set", "What it does"] : ["Tool", "What it does"];
  const rows = tools.map(({ name, toolset, description, inputSchema }) => {
    const parameters = Object.keys(inputSchema.properties ?? {}).map((parameter) =>
      inputSchema.required?.includes(parameter) ? `**${parameter}**` : parameter,
    );
    const cell = `${description.split("\n")[0]}${parameters.length > 0 ? ` <br>${parameters.join(", ")}` : ""}`;
    return grouped ? [`\`${name}\``, toolset ?? "", cell] : [`\`${name}\``, cell];
  });
  return markdownTable(header, rows);
}

function settingsTable({ settings }) {
  const rows = settings.map(({ flag, env, kind, default: value, describe: text }) => [
    env === null ? "" : `\`${env}\``,
    flag === null ? "" : `\`--${flag}\``,
    value === null || (kind === "boolean" && value === false) ? "" : `\`${value}\``,
    text,
  ]);
  return markdownTable(["Variable", "Flag", "Default", "Meaning"], rows);
}

function markdownTable(header, rows) {
  const line = (cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}
