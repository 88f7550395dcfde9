import { describe, expect, test } from "vitest";
import { knownClients } from "../clients/known-clients.ts";
import type { Machine } from "../clients/machine.ts";
import { ConfigError } from "@faculties/mcp-kit/options";
import { planAddition } from "./plan-addition.ts";
import { readServers } from "./read-servers.ts";

const windows: Machine = {
  platform: "win32",
  home: "C:\\Users\\user",
  cwd: "D:\\project",
  environment: {},
  namesIn: () => [],
};
const addition = {
  servers: ["converse"] as const,
  source: { npm: true as const },
  flags: [],
  env: {},
  force: false,
};

describe("on Windows", () => {
  test("npx goes through cmd for the clients that cannot start batch files", async () => {
    const launches = await Promise.all(
      knownClients.map(async (client) => {
        const { after } = await planAddition(client, "user", addition, windows);
        const [{ launch } = { launch: undefined }] = readServers(client, after);
        return [client.id, [launch?.command, ...(launch?.args ?? [])].join(" ")];
      }),
    );
    const through = "cmd /c npx -y @faculties/converse";
    const direct = "npx -y @faculties/converse";
    expect(Object.fromEntries(launches)).toEqual({
      "claude-desktop": through,
      "claude-code": through,
      cursor: through,
      vscode: through,
      codex: direct,
      gemini: direct,
      windsurf: through,
      devin: through,
      zed: through,
    });
  });

  test("a file of a project is announced as written for Windows", async () => {
    const [, claudeCode] = knownClients;
    const { notes } = await planAddition(claudeCode, "project", addition, windows);
    expect(notes).toEqual([
      "D:\\project\\.mcp.json is written for Windows: on other systems the command is npx, without cmd /c.",
    ]);
  });

  test("flags that cmd would interpret are refused where cmd reads them", async () => {
    const unsafe = { ...addition, flags: ["--note", "a&b"] };
    const [desktop, , , , codex] = knownClients;
    await expect(planAddition(desktop, "user", unsafe, windows)).rejects.toThrow(ConfigError);
    await expect(planAddition(codex, "user", unsafe, windows)).resolves.toBeDefined();
  });
});
