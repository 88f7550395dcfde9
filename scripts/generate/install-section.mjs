import { isOnNpm } from "./describe-servers.mjs";

/** How each client is told of a server: the command that does it, links, and what to write into a file otherwise. */
export function installSection({ folder, manifest, recipe, described }) {
  const { args = [] } = recipe.example;
  const flags = [...recipe.args, ...args];
  const env = { ...recipe.env, ...recipe.example.env };
  const server = {
    command: "npx",
    args: ["-y", manifest.name, ...flags],
    ...(Object.keys(env).length > 0 && { env }),
  };
  return [
    "One command finds the configuration file of your client, adds the server and starts it once to see that it works:",
    "",
    fenced("sh", addCommands(recipe.aliases[0])),
    "",
    `It knows nine clients: [\`faculties\`](../cli). Or click: [Add to Cursor](${cursorLink(folder, server)}) · [Add to VS Code](${codeLink(folder, server, described)})`,
    "",
    folded("Claude Code", fenced("sh", claudeCode(folder, server))),
    "",
    folded(
      "Claude Desktop, Cursor, Gemini CLI",
      "`claude_desktop_config.json`, `.cursor/mcp.json` or `.gemini/settings.json`:",
      fenced("json", json({ mcpServers: { [folder]: server } })),
    ),
    "",
    folded(
      "VS Code",
      "`.vscode/mcp.json`:",
      fenced("json", json({ servers: { [folder]: server } })),
    ),
    "",
    folded(
      "Codex",
      "`~/.codex/config.toml`:",
      fenced("toml", codex(folder, server, recipe.timeoutSeconds)),
    ),
  ].join("\n");
}

/** The sentence that tells why commands with npx fail, as long as they do. */
export function npmBanner() {
  if (isOnNpm()) return "";
  return "> **Not on npm yet.** Until the packages are published, `npx @faculties/…` finds nothing. In a clone of this repository, `npm start -- add …` does the same and starts the servers from there.";
}

function addCommands(alias) {
  const fromNpm = `npx @faculties/cli add ${alias} --client claude-code`;
  const fromClone = `npm start -- add ${alias} --client claude-code`;
  return isOnNpm()
    ? fromNpm
    : `${fromClone}   # in a clone\n${fromNpm}    # once the packages are on npm`;
}

function folded(title, ...parts) {
  return [`<details><summary>${title}</summary>`, ...parts, "</details>"].join("\n\n");
}

function cursorLink(name, server) {
  const config = Buffer.from(JSON.stringify(server)).toString("base64");
  return `https://cursor.com/en/install-mcp?name=${name}&config=${encodeURIComponent(config)}`;
}

/** VS Code asks for secrets when it starts the server, so the link holds none. */
function codeLink(name, server, { settings }) {
  const secrets = settings.filter(
    ({ env, kind }) => kind === "secret" && env in (server.env ?? {}),
  );
  const env = secrets.map((secret) => [secret.env, `\${input:${secret.env}}`]);
  const inputs = secrets.map((secret) => ({
    id: secret.env,
    type: "promptString",
    description: secret.describe,
    password: true,
  }));
  const config = { ...server, env: { ...server.env, ...Object.fromEntries(env) } };
  const query = new URLSearchParams({
    name,
    ...(inputs.length > 0 && { inputs: JSON.stringify(inputs) }),
    config: JSON.stringify(config),
  });
  return `https://insiders.vscode.dev/redirect/mcp/install?${query}`;
}

function claudeCode(name, { args, env = {} }) {
  const variables = Object.entries(env).map(([key, value]) => `--env ${key}=${shellWord(value)}`);
  const words = args.map(shellWord).join(" ");
  return ["claude mcp add", name, ...variables, "-- npx", words].join(" ");
}

function codex(name, { command, args, env }, timeoutSeconds) {
  return [
    `[mcp_servers.${name}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
    ...(env ? [`env = { ${pairs(env).join(", ")} }`] : []),
    ...(timeoutSeconds ? [`tool_timeout_sec = ${timeoutSeconds}`] : []),
  ].join("\n");
}

function pairs(env) {
  return Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
}

function shellWord(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function json(value) {
  return JSON.stringify(value, null, 2);
}

function fenced(language, text) {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
