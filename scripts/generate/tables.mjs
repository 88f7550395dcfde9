export function toolTable({ tools }) {
  const grouped = tools.some((tool) => tool.toolset !== null);
  const header = grouped ? ["Tool", "Set", "What it does"] : ["Tool", "What it does"];
  const rows = tools.map(({ name, toolset, description, inputSchema }) => {
    const parameters = Object.keys(inputSchema.properties ?? {}).map((parameter) =>
      inputSchema.required?.includes(parameter) ? `**${parameter}**` : parameter,
    );
    const cell = `${firstSentence(description)}${parameters.length > 0 ? ` <br>${parameters.join(", ")}` : ""}`;
    return grouped ? [`\`${name}\``, toolset ?? "", cell] : [`\`${name}\``, cell];
  });
  return markdownTable(header, rows);
}

/** People read the first sentence, the rest tells a model when to call the tool. */
function firstSentence(description) {
  return /^.*?[.:?](?=\s|$)/.exec(description)?.[0].replace(/:$/, ".") ?? description;
}

/** The settings of one server, or with `shared` those that every server has. */
export function settingsTable({ settings }, { shared = false } = {}) {
  const listed = settings.filter(({ ofEveryServer }) => ofEveryServer === shared);
  const rows = listed.map(({ flag, env, kind, default: value, describe: text }) => [
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
