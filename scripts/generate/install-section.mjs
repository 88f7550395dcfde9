/** How each client is told of a server: links that install it, and what to write into a file otherwise. */
export function installSection({ folder, manifest, listing, recipe, described }) {
  const { args = [], timeoutSeconds } = listing.example;
  const flags = [...recipe.args, ...args];
  const env = { ...recipe.env, ...listing.example.env };
  const server = {
    command: "npx",
    args: ["-y", manifest.name, ...flags],
    ...(Object.keys(env).length > 0 && { env }),
  };
  return [
    `[Add to Cursor](${cursorLink(folder, server)}) · [Add to VS Code](${codeLink(folder, server, described)}) · or let the`,
    `[\`faculties\`](../cli) command edit the right file of any client: \`npx @faculties/cli add ${folder} --client claude-desktop\``,
    "",
    "**Claude Code**",
    "",
    fenced("sh", claudeCode(folder, server)),
    "",
    "**Claude Desktop** (`claude_desktop_config.json`), **Cursor** (`.cursor/mcp.json`) and **Gemini CLI** (`.gemini/settings.json`)",
    "",
    fenced("json", json({ mcpServers: { [folder]: server } })),
    "",
    "**VS Code** (`.vscode/mcp.json`)",
    "",
    fenced("json", json({ servers: { [folder]: server } })),
    "",
    "**Codex** (`~/.codex/config.toml`)",
    "",
    fenced("toml", codex(folder, server, timeoutSeconds)),
  ].join("\n");
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
