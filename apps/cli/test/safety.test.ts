import { writeFileSync } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { temporaryHome, type TemporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { contentOf, faculties, facultiesHere, place } from "./faculties.ts";

const add = ["add", "agent-memory", "--client", "cursor", "--yes"];
const remove = ["remove", "agent-memory", "--client", "cursor", "--yes"];
const cursorFile = (home: TemporaryHome) => join(home.directory, ".cursor", "mcp.json");
const codexFile = (home: TemporaryHome) => join(home.directory, ".codex", "config.toml");

describe("a file that cannot be edited is left as it is", () => {
  test.each([
    ["{", "line 1, column 2: not valid JSON (CloseBraceExpected)"],
    [`{"mcpServers": {"a": sk-secret}}`, "line 1, column 22: not valid JSON (InvalidSymbol)"],
    ["[]", "line 1, column 1: not a JSON object"],
    [`{"mcpServers": "none"}`, '"mcpServers" is not an object'],
    ["[".repeat(200_000), "nested too deeply, or too large, for this command to read"],
  ])("%.30s", async (text, why) => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), text);
    for (const args of [add, remove]) {
      const run = await facultiesHere(home, args);
      expect(run).toEqual({
        code: 1,
        stdout: "",
        stderr: `${file}: ${why}. It was left as it is.\nNothing was changed.\n`,
      });
    }
    expect(await readFile(file, "utf8")).toBe(text);
    expect(await readdir(join(home.directory, ".cursor"))).toEqual(["mcp.json"]);
  });

  test("the built command says so, lists the rest and fails", async () => {
    const home = await temporaryHome();
    const broken = await place(codexFile(home), "[mcp_servers\n");
    await facultiesHere(home, add);
    const run = await faculties(home, ["list"]);
    expect(run).toMatchObject({
      code: 1,
      stderr: `${broken}: line 2, column 1: not valid TOML (Unterminated table-key). It was left as it is.\n`,
    });
    expect(run.stdout).toContain("agent-memory  cursor  user");
    expect(await faculties(home, [...add, "--client", "codex"])).toMatchObject({ code: 1 });
    expect(await readFile(broken, "utf8")).toBe("[mcp_servers\n");
  });

  test("when one of several clients has a broken file, none is changed", async () => {
    const home = await temporaryHome();
    await place(codexFile(home), "x = \n");
    const run = await facultiesHere(home, [...add, "--client", "codex"]);
    expect(run.code).toBe(1);
    await expect(readFile(cursorFile(home))).rejects.toThrow("ENOENT");
  });

  test("a list of servers that is null has nothing to remove and cannot be extended", async () => {
    const home = await temporaryHome();
    await place(cursorFile(home), `{"mcpServers": null}`);
    expect((await facultiesHere(home, add)).stderr).toContain('"mcpServers" is not an object');
    expect((await facultiesHere(home, remove)).code).toBe(0);
    expect(await readFile(cursorFile(home), "utf8")).toBe(`{"mcpServers": null}`);
  });

  test("values that are no text are passed over", async () => {
    const home = await temporaryHome();
    const odd = { command: "x", args: [{ toString: 1 }], env: { A: { toString: 1 }, B: 2 } };
    await place(cursorFile(home), JSON.stringify({ mcpServers: { odd } }));
    expect((await facultiesHere(home, ["list"])).code).toBe(0);
  });

  test("a form that cannot be extended is refused", async () => {
    const home = await temporaryHome();
    const file = await place(codexFile(home), `mcp_servers = { a = { command = "b" } }\n`);
    const run = await facultiesHere(home, [...add, "--client", "codex"]);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain(`${file}: its form does not allow a change`);
    expect(await readFile(file, "utf8")).toBe(`mcp_servers = { a = { command = "b" } }\n`);
  });

  test("a folder, a device, bytes that are no text and links in a circle are told apart", async () => {
    const home = await temporaryHome();
    await mkdir(join(home.directory, ".gemini"));
    await symlink("/dev/zero", join(home.directory, ".gemini", "settings.json"));
    const endless = await facultiesHere(home, ["add", "converse", "--client", "gemini", "-y"]);
    expect(endless.stderr).toContain("cannot be read: it is no file.");
    await mkdir(cursorFile(home), { recursive: true });
    expect((await facultiesHere(home, add)).stderr).toContain("cannot be read: it is a folder.");
    const utf16 = Buffer.from('\uFEFF{"a": 1}', "utf16le");
    const file = await place(codexFile(home), utf16);
    const run = await facultiesHere(home, ["add", "converse", "--client", "codex", "-y"]);
    expect(run.stderr).toContain("cannot be read: it is not UTF-8 text.");
    expect(await readFile(file)).toEqual(utf16);
    const zed = join(home.directory, ".config", "zed", "settings.json");
    await mkdir(join(zed, ".."), { recursive: true });
    await symlink("settings.json", zed);
    const circle = await facultiesHere(home, ["add", "converse", "--client", "zed", "-y"]);
    expect(circle.stderr).toContain("cannot be read: its symbolic links go round in a circle.");
  });
});

describe("another server of the same name", () => {
  const text = `{"mcpServers":{"agent-memory":{"command":"uvx","args":["memory","--key","sk-other"]}}}`;

  test("is neither replaced nor removed", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), text);
    expect((await facultiesHere(home, add)).stderr).toBe(
      `${file} has another server with the name agent-memory. --force replaces it.\nNothing was changed.\n`,
    );
    expect((await facultiesHere(home, remove)).stderr).toContain("--force removes it.");
    expect(await readFile(file, "utf8")).toBe(text);
  });

  test("is replaced or removed by force, and what it had is not shown", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), text);
    const forced = await facultiesHere(home, [...add, "--force"]);
    expect(forced.stdout).not.toContain("sk-other");
    expect(await readFile(file, "utf8")).toMatch(
      /^\{"mcpServers":\{"agent-memory":\{"command":"npx","args":\["-y","@faculties\/agent-memory"\],"env":\{"AGENT_MEMORY_SECRET":"[\w-]{32}"\}\}\}\}$/,
    );
    await writeFile(file, text);
    await facultiesHere(home, [...remove, "--force"]);
    expect(await readFile(file, "utf8")).toBe(`{"mcpServers":{}}`);
  });
});

describe("the file itself", () => {
  test("keeps its permissions, and a new one of the user is the user's alone", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), "{}");
    await chmod(file, 0o640);
    await facultiesHere(home, add);
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    await facultiesHere(home, ["add", "converse", "--client", "codex", "--yes"]);
    expect((await stat(codexFile(home))).mode & 0o777).toBe(0o600);
    const project = ["add", "converse", "--client", "claude-code", "--scope", "project", "--yes"];
    await facultiesHere(home, project);
    expect((await stat(join(home.directory, ".mcp.json"))).mode & 0o777).toBe(0o644);
  });

  test("is written behind symbolic links, which stay", async () => {
    const home = await temporaryHome();
    const dotfiles = join(home.directory, "dotfiles");
    await place(join(dotfiles, "real.json"), "{}\n");
    await symlink("real.json", join(dotfiles, "cursor.json"));
    await mkdir(join(home.directory, ".cursor"));
    await symlink("../dotfiles/cursor.json", cursorFile(home));
    const run = await facultiesHere(home, add);
    expect(run.stdout).toContain(`(a link to ${join(dotfiles, "real.json")})`);
    expect(await readlink(cursorFile(home))).toBe("../dotfiles/cursor.json");
    expect(await contentOf(home, "dotfiles", "real.json")).toContain("@faculties/agent-memory");
    expect(await readdir(dotfiles)).toEqual(["cursor.json", "real.json"]);
    await facultiesHere(home, remove);
    expect(await contentOf(home, "dotfiles", "real.json")).toBe("{}\n");
  });

  test("is created behind a link whose target is missing", async () => {
    const home = await temporaryHome();
    await mkdir(join(home.directory, ".cursor"));
    await symlink(join(home.directory, "later", "mcp.json"), cursorFile(home));
    await facultiesHere(home, add);
    expect((await lstat(cursorFile(home))).isSymbolicLink()).toBe(true);
    expect(await contentOf(home, "later", "mcp.json")).toContain("@faculties/agent-memory");
  });
});

describe("nothing is written", () => {
  test("over a change that somebody else made meanwhile", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), "{}");
    const theirs = `{"theirs": true}`;
    // Asked for just before the file is written.
    const now = () => {
      writeFileSync(file, theirs);
      return new Date();
    };
    const run = await facultiesHere(home, add, { now });
    expect(run).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("has changed meanwhile. Nothing was written"),
    });
    expect(await readFile(file, "utf8")).toBe(theirs);
  });

  test("when the earlier content cannot be kept", async () => {
    const home = await temporaryHome();
    const file = await place(cursorFile(home), "{}");
    await place(join(home.directory, ".local", "state"), "in the way");
    const run = await facultiesHere(home, add);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/cannot be written: ENOTDIR.*It was left as it is\.\n$/);
    expect(await readFile(file, "utf8")).toBe("{}");
    expect(await readdir(join(home.directory, ".cursor"))).toEqual(["mcp.json"]);
  });
});

describe("backups", () => {
  const folder = (home: TemporaryHome) =>
    join(home.directory, ".local", "state", "faculties", "backups");

  test("hold the exact bytes, readable by the user only, and are named in the output", async () => {
    const home = await temporaryHome();
    const text = `\uFEFF{\r\n  // mine\r\n}\r\n`;
    await place(cursorFile(home), text);
    const { stdout } = await faculties(home, add);
    const [, backup = ""] = /The earlier content is kept in (.*)/.exec(stdout) ?? [];
    expect(await readFile(backup, "utf8")).toBe(text);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    expect(backup.startsWith(folder(home))).toBe(true);
  });

  test("are kept of the last ten changes", async () => {
    const home = await temporaryHome();
    await place(cursorFile(home), "{}");
    for (let minute = 0; minute < 12; minute += 1) {
      const now = () => new Date(Date.UTC(2026, 0, 1, 0, minute));
      await facultiesHere(home, minute % 2 === 0 ? add : remove, { now });
    }
    const [name = ""] = await readdir(folder(home));
    const kept = await readdir(join(folder(home), name));
    expect(kept).toHaveLength(10);
    expect(kept.toSorted()[0]).toBe("2026-01-01T00-02-00-000Z.json");
  });
});
