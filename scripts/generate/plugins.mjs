import { readdirSync, readFileSync } from "node:fs";

const HOOKS = {
  "agent-memory": {
    SessionStart: [{ command: "session-start" }],
    UserPromptSubmit: [{ command: "prompt" }],
    Stop: [{ command: "stop" }],
  },
  "gan-audit": {
    PostToolUse: [{ matcher: "Edit|Write|MultiEdit", command: "after-edit" }],
  },
};

/** The marketplace of Claude Code and one plugin per server: the server, its skill and its hooks, made from its recipe. */
export function pluginFiles(servers) {
  return [[".claude-plugin/marketplace.json", marketplace(servers)], ...servers.flatMap(filesOf)];
}

function marketplace(servers) {
  return {
    name: "faculties",
    owner: { name: "Faculties" },
    metadata: { description: "Servers with their skills and hooks" },
    plugins: servers.map(({ folder, recipe }) => ({
      name: folder,
      source: `./plugins/${folder}`,
      description: recipe.description,
    })),
  };
}

function filesOf({ folder, manifest, recipe }) {
  const place = `plugins/${folder}`;
  const hooks = HOOKS[folder];
  return [
    [
      `${place}/.claude-plugin/plugin.json`,
      {
        name: folder,
        version: manifest.version,
        description: recipe.description,
        author: { name: "Faculties" },
        license: manifest.license,
      },
    ],
    [`${place}/.mcp.json`, { mcpServers: { [folder]: entryOf(manifest, recipe) } }],
    ...(hooks ? [[`${place}/hooks/hooks.json`, { hooks: renderHooks(manifest, hooks) }]] : []),
    ...skillsOf(folder, place),
  ];
}

function entryOf(manifest, { args, env, generated }) {
  // The one who installs the plugin wants the server to write: the secret keeps nobody out who can read the plugin.
  const secrets = Object.fromEntries(generated.map((name) => [name, "from-the-plugin"]));
  const all = { ...env, ...secrets };
  return {
    command: "npx",
    args: ["-y", manifest.name, ...args],
    ...(Object.keys(all).length > 0 && { env: all }),
    alwaysLoad: true,
  };
}

function renderHooks(manifest, hooks) {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, entries]) => [
      event,
      entries.map(({ matcher, command }) => ({
        ...(matcher && { matcher }),
        hooks: [
          { type: "command", command: `npx -y ${manifest.name} hook ${command}`, timeout: 15 },
        ],
      })),
    ]),
  );
}

function skillsOf(folder, place) {
  const own = `apps/${folder}/skills`;
  return readdirSync(own).map((skill) => [
    `${place}/skills/${skill}/SKILL.md`,
    readFileSync(`${own}/${skill}/SKILL.md`, "utf8"),
  ]);
}
