import { claudeDesktopFolder } from "./claude-desktop-folder.ts";
import type { Client } from "./client.ts";
import { dotConfigFolder, folderFrom, pathsOf, type Place, settingsFolder } from "./place.ts";

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
    title: "Claude Code",
    folder: (place) => folderFrom(place, "CLAUDE_CONFIG_DIR") ?? place.home,
    file: ".claude.json",
    projectFile: ".mcp.json",
    programs: ["claude"],
    traces: [".claude.json", ".claude"],
    saysType: true,
    seesShell: true,
    reload: "Start a new Claude Code session; /mcp shows the servers.",
  },
  {
    ...json,
    id: "cursor",
    title: "Cursor",
    folder: (place) => inHome(place, ".cursor"),
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
    folder: (place) => pathsOf(place).join(settingsFolder(place), "Code", "User"),
    file: "mcp.json",
    projectFile: ".vscode/mcp.json",
    programs: ["code"],
    saysType: true,
    reload: "Start it in VS Code with the command “MCP: List Servers”.",
  },
  {
    id: "codex",
    title: "Codex",
    format: "toml",
    container: "mcp_servers",
    folder: (place) => folderFrom(place, "CODEX_HOME") ?? inHome(place, ".codex"),
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
    title: "Gemini CLI",
    folder: (place) =>
      pathsOf(place).join(folderFrom(place, "GEMINI_CLI_HOME") ?? place.home, ".gemini"),
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
    folder: (place) => inHome(place, ".codeium", "windsurf"),
    file: "mcp_config.json",
    projectFile: undefined,
    programs: ["windsurf"],
    reload: "Refresh the list of MCP servers in Windsurf.",
  },
  {
    ...json,
    id: "devin",
    title: "Devin Desktop",
    folder: (place) => pathsOf(place).join(dotConfigFolder(place), "devin"),
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

function inHome(place: Place, ...names: string[]): string {
  return pathsOf(place).join(place.home, ...names);
}

function zedFolder(place: Place): string {
  return pathsOf(place).join(dotConfigFolder(place), place.platform === "win32" ? "Zed" : "zed");
}
