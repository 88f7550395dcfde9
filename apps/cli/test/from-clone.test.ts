import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryDirectory, temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { contentOf, faculties, facultiesHere, facultiesInClone, place } from "./faculties.ts";

const clone = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const builtIn = (folder: string, server: string) => join(folder, "apps", server, "dist/main.mjs");

describe("in a clone", () => {
  test("entries start the built files of the clone, with full paths", async () => {
    const home = await temporaryHome();
    const args = ["add", "agent-memory", "converse", "--client", "cursor", "--yes"];
    expect(await facultiesInClone(home, args)).toMatchObject({ code: 0 });
    expect(JSON.parse(await contentOf(home, ".cursor", "mcp.json"))).toEqual({
      mcpServers: {
        "agent-memory": {
          command: process.execPath,
          args: [builtIn(clone, "agent-memory")],
          env: { AGENT_MEMORY_SECRET: expect.stringMatching(/^[\w-]{32}$/) },
        },
        converse: { command: process.execPath, args: [builtIn(clone, "converse")] },
      },
    });
  });

  test("an entry that npx started starts the clone's server afterwards, and keeps its secret", async () => {
    const home = await temporaryHome();
    await faculties(home, ["add", "agent-memory", "--client", "codex", "--yes"]);
    const secret = /AGENT_MEMORY_SECRET = "(.*)"/;
    const [before] = secret.exec(await contentOf(home, ".codex", "config.toml")) ?? [];
    await facultiesInClone(home, ["add", "agent-memory", "--client", "codex", "--yes"]);
    const after = await contentOf(home, ".codex", "config.toml");
    expect(after).toContain(builtIn(clone, "agent-memory"));
    expect(after).not.toContain("npx");
    expect(secret.exec(after)?.[0]).toBe(before);
  });

  test("what was added is listed and removed", async () => {
    const home = await temporaryHome();
    await facultiesInClone(home, ["add", "gan-audit", "--client", "zed", "--yes"]);
    const listed = await facultiesInClone(home, ["list", "--json"]);
    expect(JSON.parse(listed.stdout).servers).toMatchObject([{ server: "gan-audit" }]);
    await facultiesInClone(home, ["remove", "gan-audit", "--client", "zed", "--yes"]);
    expect(await contentOf(home, ".config", "zed", "settings.json")).not.toContain("gan-audit");
  });
});

describe("--from", () => {
  test("names a folder with installed packages", async () => {
    const [home, folder] = [await temporaryHome(), await temporaryDirectory()];
    const entry = join(folder, "node_modules/@faculties/converse/dist/main.mjs");
    await place(entry, "");
    const args = ["add", "converse", "--client", "cursor", "--from", ".", "--yes"];
    expect(await facultiesHere(home, args, { cwd: folder })).toMatchObject({ code: 0 });
    expect(await contentOf(home, ".cursor", "mcp.json")).toContain(entry);
  });

  test("a folder without the built server is refused, and nothing is written", async () => {
    const [home, folder] = [await temporaryHome(), await temporaryDirectory()];
    const args = ["add", "converse", "--client", "cursor", "--from", folder, "--yes"];
    expect(await facultiesHere(home, args)).toEqual({
      code: 2,
      stdout: "",
      stderr: `${folder} has no built converse. Name a clone in which npm start has run once, or a folder with @faculties/converse installed.\n`,
    });
    await expect(contentOf(home, ".cursor", "mcp.json")).rejects.toThrow("ENOENT");
  });

  test("a project's file says that it holds paths of this machine", async () => {
    const home = await temporaryHome();
    await place(builtIn(home.directory, "gan-audit"), "");
    const args = ["add", "gan-audit", "--client", "cursor", "--from", home.directory, "--yes"];
    const { stderr } = await facultiesHere(home, [...args, "--scope", "project"]);
    const file = join(home.directory, ".cursor", "mcp.json");
    expect(stderr).toContain(
      `note: ${file} names ${dirname(dirname(file))}, so it is for this machine only.`,
    );
  });

  test("on Windows such an entry needs no cmd", async () => {
    const home = await temporaryHome();
    await place(builtIn(home.directory, "converse"), "");
    const args = ["add", "converse", "--client", "cursor", "--from", home.directory, "--dry-run"];
    const given = { platform: "win32" as const, environment: { APPDATA: "C:\\Users\\you" } };
    const { stdout } = await facultiesHere(home, args, given);
    expect(stdout).toContain("main.mjs");
    expect(stdout).not.toContain("cmd");
  });
});
