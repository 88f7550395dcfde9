import { describe, expect, test } from "vitest";
import { scopes } from "./client.ts";
import { configFile } from "./config-file.ts";
import { knownClients } from "./known-clients.ts";
import type { Machine } from "./machine.ts";

const linux: Machine = {
  platform: "linux",
  home: "/home/user",
  cwd: "/srv/project",
  environment: {},
  namesIn: () => [],
};
const mac: Machine = { ...linux, platform: "darwin", home: "/Users/user" };
const windows: Machine = {
  ...linux,
  platform: "win32",
  home: "C:\\Users\\user",
  cwd: "D:\\project",
};

function files(machine: Machine) {
  return Object.fromEntries(
    knownClients.map((client) => [
      client.id,
      scopes.map((scope) => configFile(client, scope, machine)),
    ]),
  );
}

describe("configuration files", () => {
  test("on Linux", () => {
    expect(files(linux)).toEqual({
      "claude-desktop": ["/home/user/.config/Claude/claude_desktop_config.json", undefined],
      "claude-code": ["/home/user/.claude.json", "/srv/project/.mcp.json"],
      cursor: ["/home/user/.cursor/mcp.json", "/srv/project/.cursor/mcp.json"],
      vscode: ["/home/user/.config/Code/User/mcp.json", "/srv/project/.vscode/mcp.json"],
      codex: ["/home/user/.codex/config.toml", "/srv/project/.codex/config.toml"],
      gemini: ["/home/user/.gemini/settings.json", "/srv/project/.gemini/settings.json"],
      windsurf: ["/home/user/.codeium/windsurf/mcp_config.json", undefined],
      devin: ["/home/user/.config/devin/mcp_config.json", "/srv/project/.devin/mcp_config.json"],
      zed: ["/home/user/.config/zed/settings.json", "/srv/project/.zed/settings.json"],
    });
  });

  test("on macOS", () => {
    const support = "/Users/user/Library/Application Support";
    expect(files(mac)).toEqual({
      "claude-desktop": [`${support}/Claude/claude_desktop_config.json`, undefined],
      "claude-code": ["/Users/user/.claude.json", "/srv/project/.mcp.json"],
      cursor: ["/Users/user/.cursor/mcp.json", "/srv/project/.cursor/mcp.json"],
      vscode: [`${support}/Code/User/mcp.json`, "/srv/project/.vscode/mcp.json"],
      codex: ["/Users/user/.codex/config.toml", "/srv/project/.codex/config.toml"],
      gemini: ["/Users/user/.gemini/settings.json", "/srv/project/.gemini/settings.json"],
      windsurf: ["/Users/user/.codeium/windsurf/mcp_config.json", undefined],
      devin: ["/Users/user/.config/devin/mcp_config.json", "/srv/project/.devin/mcp_config.json"],
      zed: ["/Users/user/.config/zed/settings.json", "/srv/project/.zed/settings.json"],
    });
  });

  test("on Windows", () => {
    const home = "C:\\Users\\user";
    const roaming = `${home}\\AppData\\Roaming`;
    expect(files(windows)).toEqual({
      "claude-desktop": [`${roaming}\\Claude\\claude_desktop_config.json`, undefined],
      "claude-code": [`${home}\\.claude.json`, "D:\\project\\.mcp.json"],
      cursor: [`${home}\\.cursor\\mcp.json`, "D:\\project\\.cursor\\mcp.json"],
      vscode: [`${roaming}\\Code\\User\\mcp.json`, "D:\\project\\.vscode\\mcp.json"],
      codex: [`${home}\\.codex\\config.toml`, "D:\\project\\.codex\\config.toml"],
      gemini: [`${home}\\.gemini\\settings.json`, "D:\\project\\.gemini\\settings.json"],
      windsurf: [`${home}\\.codeium\\windsurf\\mcp_config.json`, undefined],
      devin: [`${roaming}\\devin\\mcp_config.json`, "D:\\project\\.devin\\mcp_config.json"],
      zed: [`${roaming}\\Zed\\settings.json`, "D:\\project\\.zed\\settings.json"],
    });
  });

  test("follow the platforms' variables, when they name absolute folders", () => {
    const moved = files({ ...linux, environment: { XDG_CONFIG_HOME: "/etc/user" } });
    expect(moved).toMatchObject({
      "claude-desktop": ["/etc/user/Claude/claude_desktop_config.json", undefined],
      vscode: ["/etc/user/Code/User/mcp.json", "/srv/project/.vscode/mcp.json"],
      zed: ["/etc/user/zed/settings.json", "/srv/project/.zed/settings.json"],
    });
    expect(files({ ...linux, environment: { XDG_CONFIG_HOME: "relative" } })).toEqual(files(linux));
    const roaming = files({ ...windows, environment: { APPDATA: "E:\\Roaming" } });
    expect(roaming["zed"]?.[0]).toBe("E:\\Roaming\\Zed\\settings.json");
  });
});

describe("Claude Desktop on Windows", () => {
  const packages = "C:\\Users\\user\\AppData\\Local\\Packages";
  const inPackage = (name: string) => `${packages}\\${name}\\LocalCache\\Roaming\\Claude`;
  const file = (folders: Record<string, string[]>) =>
    files({ ...windows, namesIn: (folder) => folders[folder] ?? [] })["claude-desktop"]?.[0];

  test("is looked for in the folder of its package", () => {
    const folders = { [packages]: ["Other_1", "Claude_a"], [inPackage("Claude_a")]: ["Cache"] };
    expect(file(folders)).toBe(`${inPackage("Claude_a")}\\claude_desktop_config.json`);
  });

  test("is looked for where there is a configuration already", () => {
    const folders = {
      [packages]: ["Claude_a", "Claude_b"],
      [inPackage("Claude_a")]: ["Cache"],
      [inPackage("Claude_b")]: ["claude_desktop_config.json"],
    };
    expect(file(folders)).toBe(`${inPackage("Claude_b")}\\claude_desktop_config.json`);
  });

  test("is looked for in the usual folder when a package has none", () => {
    expect(file({ [packages]: ["Claude_a"] })).toBe(
      "C:\\Users\\user\\AppData\\Roaming\\Claude\\claude_desktop_config.json",
    );
  });
});
