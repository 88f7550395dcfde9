import { claudeDesktopFolder } from "./claude-desktop-folder.ts";
import type { Client } from "./client.ts";
import { dotConfigFolder, folderFrom, pathsOf, type Machine, settingsFolder } from "./machine.ts";

const json = {
  format: "json",
  container: "mcpServers",
  saysType: false,
  needsCmd: true,
  seesShell: false,
} as const;

export const knownClients = [
  {
    ...json,
    id: "claude-desktop",
    agent: "claude",
    title: "Claude Desktop",
    folder: claudeDesktopFolder,
    file: "claude_desktop_config.json",
    projectFile: undefined,
    programs: ["claude-desktop"],
    reload: "Quit Claude Desktop completely and start it again.",
  },
  {
    ...json,
    id: "claude-code",
    agent: "claude",
    title: "Claude Code",
    folder: (machine) => folderFrom(machine, "CLAUDE_CONFIG_DIR") ?? machine.home,
    file: ".claude.json",
    projectFile: ".mcp.json",
    programs: ["claude"],
    traces: [".claude.json", ".claude"],
    saysType: true,
    seesShell: true,
    // Otherwise the first request goes out while servers are still connecting, and the model does not know them.
    loadsAtStart: true,
    reload: "Start a new Claude Code session; /mcp shows the servers.",
  },
  {
    ...json,
    id: "cursor",
    title: "Cursor",
    folder: (machine) => inHome(machine, ".cursor"),
    file: "mcp.json",
    projectFile: ".cursor/mcp.json",
    programs: ["cursor", "cursor-agent"],
    reload: "Cursor picks it up by itself; Settings → MCP shows the servers.",
  },
  {
    ...json,
    id: "vscode",
    title: "Visual Studio Code",
    container: "servers",
    folder: (machine) => pathsOf(machine).join(settingsFolder(machine), "Code", "User"),
    file: "mcp.json",
    projectFile: ".vscode/mcp.json",
    programs: ["code"],
    saysType: true,
    reload: "Start it in VS Code with the command “MCP: List Servers”.",
  },
  {
    id: "codex",
    agent: "codex",
    title: "Codex",
    format: "toml",
    container: "mcp_servers",
    folder: (machine) => folderFrom(machine, "CODEX_HOME") ?? inHome(machine, ".codex"),
    file: "config.toml",
    projectFile: ".codex/config.toml",
    programs: ["codex"],
    saysType: false,
    needsCmd: false,
    seesShell: false,
    reload: "Start a new Codex session; /mcp shows the servers.",
  },
  {
    ...json,
    id: "gemini",
    agent: "gemini",
    title: "Gemini CLI",
    folder: (machine) =>
      pathsOf(machine).join(folderFrom(machine, "GEMINI_CLI_HOME") ?? machine.home, ".gemini"),
    file: "settings.json",
    projectFile: ".gemini/settings.json",
    programs: ["gemini"],
    needsCmd: false,
    reload: "Start a new Gemini CLI session; /mcp shows the servers.",
  },
  {
    ...json,
    id: "windsurf",
    title: "Windsurf",
    folder: (machine) => inHome(machine, ".codeium", "windsurf"),
    file: "mcp_config.json",
    projectFile: undefined,
    programs: ["windsurf"],
    reload: "Refresh the list of MCP servers in Windsurf.",
  },
  {
    ...json,
    id: "devin",
    title: "Devin Desktop",
    folder: (machine) => pathsOf(machine).join(dotConfigFolder(machine), "devin"),
    file: "mcp_config.json",
    projectFile: ".devin/mcp_config.json",
    programs: ["devin"],
    reload: "Start a new Devin session.",
  },
  {
    ...json,
    id: "zed",
    title: "Zed",
    container: "context_servers",
    folder: zedFolder,
    file: "settings.json",
    projectFile: ".zed/settings.json",
    programs: ["zed", "zeditor"],
    reload: "Zed picks it up by itself; Settings → AI → MCP Servers shows the servers.",
  },
] as const satisfies readonly Client[];

export type ClientId = (typeof knownClients)[number]["id"];

export const clientIds: readonly ClientId[] = knownClients.map(({ id }) => id);

function inHome(machine: Machine, ...names: string[]): string {
  return pathsOf(machine).join(machine.home, ...names);
}

function zedFolder(machine: Machine): string {
  return pathsOf(machine).join(
    dotConfigFolder(machine),
    machine.platform === "win32" ? "Zed" : "zed",
  );
}
