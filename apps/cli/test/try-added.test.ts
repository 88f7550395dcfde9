import { describe, expect, test } from "vitest";
import { contentOf, faculties, facultiesInClone, place } from "./faculties.ts";
import { homeWithNpx, homeWithServer } from "./home-with-server.ts";
import { temporaryHome } from "@faculties/testkit";

const NOT_FOUND = `cat >&2 <<'END'
npm error code E404
npm error 404 Not Found - GET https://registry.example/@faculties%2fagent-memory - Not found
npm error 404  '@faculties/agent-memory@*' is not in this registry.
npm error A complete log of this run can be found in: /home/you/.npm/_logs/x.log
END
exit 1`;
const add = (...more: string[]) => ["add", "memory", "--client", "cursor", "--yes", ...more];

describe("after writing", () => {
  test("add starts the server and says what you have", async () => {
    const home = await homeWithServer();
    const { code, stdout } = await faculties(home, [...add("--client", "codex"), "--check"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\nagent-memory in Cursor: 2 tools, reads and writes\n {2}providers: no key\nagent-memory in Codex: 2 tools, reads and writes\n {2}providers: no key\n$/,
    );
  });

  test("it says so too when there was nothing to change", async () => {
    const home = await homeWithServer();
    await faculties(home, add());
    const { stdout } = await faculties(home, [...add(), "--check"]);
    expect(stdout).toContain("Cursor: agent-memory already in");
    expect(stdout).toContain("agent-memory in Cursor: 2 tools, reads and writes");
  });

  test("a server with only tools that read is said to read only", async () => {
    const home = await homeWithServer();
    const { stdout } = await faculties(home, [...add("--arg=--read-only"), "--check"]);
    expect(stdout).toContain("agent-memory in Cursor: 1 tool, reads only");
  });

  test("nothing is started in a dry run", async () => {
    const home = await homeWithNpx("exit 9");
    const { code, stdout } = await faculties(home, [...add("--dry-run"), "--check"]);
    expect(code).toBe(0);
    expect(stdout).not.toContain("does not start");
  });

  test("a package that npm does not have is named, and the entry stays", async () => {
    const home = await homeWithNpx(NOT_FOUND);
    const { code, stdout, stderr } = await faculties(home, [...add(), "--check"]);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "agent-memory in Cursor: does not start: npm has no package @faculties/agent-memory.",
    );
    expect(stderr).toContain("The entries are written. faculties doctor looks at them again.");
    expect(await contentOf(home, ".cursor", "mcp.json")).toContain("@faculties/agent-memory");
  });

  test("in a clone all five servers start from one command", async () => {
    const home = await temporaryHome();
    const names = ["memory", "review", "reasoning", "second-opinion", "runs"];
    const args = ["add", ...names, "--client", "claude-code", "--yes"];
    const { code, stdout } = await facultiesInClone(home, args);
    expect(code).toBe(0);
    expect(stdout.match(/^[\w-]+ in Claude Code: \d+ tools?, reads and writes$/gm)).toHaveLength(5);
  });
});

describe("list", () => {
  test("shows what each server offers", async () => {
    const home = await homeWithServer();
    await faculties(home, add());
    const { code, stdout } = await faculties(home, ["list", "--check"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/agent-memory {2}cursor {2}user {3}2 tools, reads and writes {2}\//);
  });

  test("an entry without its secret only reads", async () => {
    const home = await homeWithServer();
    await faculties(home, add("--env", "AGENT_MEMORY_ROLE=agent"));
    const file = await contentOf(home, ".cursor", "mcp.json");
    expect(file).toContain("AGENT_MEMORY_SECRET");
    await place(
      `${home.directory}/.cursor/mcp.json`,
      file.replace("AGENT_MEMORY_SECRET", "UNUSED"),
    );
    const { stdout } = await faculties(home, ["list", "--check"]);
    expect(stdout).toContain("2 tools, reads only");
  });

  test("a server that does not start is listed with the cause", async () => {
    const home = await homeWithNpx(NOT_FOUND);
    await faculties(home, add());
    const { code, stdout } = await faculties(home, ["list", "--check", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).servers).toMatchObject([
      { server: "agent-memory", offers: expect.stringContaining("npm has no package") },
    ]);
  });
});
