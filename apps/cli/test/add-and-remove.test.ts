import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryHome } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { contentOf, faculties, facultiesHere, place } from "./faculties.ts";

const jsonEntry = `"agent-memory": {
      "command": "npx",
      "args": ["-y", "@faculties/agent-memory"],
      "env": {
        "AGENT_MEMORY_SECRET": "<generated>"
      }
    }`;
const typedEntry = jsonEntry.replace("{\n", '{\n      "type": "stdio",\n');
const claudeEntry = typedEntry.replace("],\n", '],\n      "alwaysLoad": true,\n');
const tomlEntry = `[mcp_servers.agent-memory]
command = "npx"
args = ["-y", "@faculties/agent-memory"]

[mcp_servers.agent-memory.env]
AGENT_MEMORY_SECRET = "<generated>"
`;

/** A configuration with the generated secret replaced, so that it can be compared. */
const comparable = (text: string): string =>
  text.replaceAll(/(AGENT_MEMORY_SECRET"?(?:: | = |:)")[\w-]{32}"/g, '$1<generated>"');

/** Where each client looks on Linux and on macOS, for a project, and what must stand there. */
const layouts = [
  {
    client: "claude-desktop",
    linux: ".config/Claude/claude_desktop_config.json",
    darwin: "Library/Application Support/Claude/claude_desktop_config.json",
    project: undefined,
    container: "mcpServers",
    entry: jsonEntry,
  },
  {
    client: "claude-code",
    linux: ".claude.json",
    darwin: ".claude.json",
    project: ".mcp.json",
    container: "mcpServers",
    entry: claudeEntry,
  },
  {
    client: "cursor",
    linux: ".cursor/mcp.json",
    darwin: ".cursor/mcp.json",
    project: ".cursor/mcp.json",
    container: "mcpServers",
    entry: jsonEntry,
  },
  {
    client: "vscode",
    linux: ".config/Code/User/mcp.json",
    darwin: "Library/Application Support/Code/User/mcp.json",
    project: ".vscode/mcp.json",
    container: "servers",
    entry: typedEntry,
  },
  {
    client: "codex",
    linux: ".codex/config.toml",
    darwin: ".codex/config.toml",
    project: ".codex/config.toml",
    container: "mcp_servers",
    entry: tomlEntry,
  },
  {
    client: "gemini",
    linux: ".gemini/settings.json",
    darwin: ".gemini/settings.json",
    project: ".gemini/settings.json",
    container: "mcpServers",
    entry: jsonEntry,
  },
  {
    client: "windsurf",
    linux: ".codeium/windsurf/mcp_config.json",
    darwin: ".codeium/windsurf/mcp_config.json",
    project: undefined,
    container: "mcpServers",
    entry: jsonEntry,
  },
  {
    client: "devin",
    linux: ".config/devin/mcp_config.json",
    darwin: ".config/devin/mcp_config.json",
    project: ".devin/mcp_config.json",
    container: "mcpServers",
    entry: jsonEntry,
  },
  {
    client: "zed",
    linux: ".config/zed/settings.json",
    darwin: ".config/zed/settings.json",
    project: ".zed/settings.json",
    container: "context_servers",
    entry: jsonEntry,
  },
];

const comments = (container: string) => `// my settings
{
  "theme": "dark", /* keep */
  "${container}": {
    "other": { "url": "https://example.com/mcp" }, // mine
  },
}
`;
const toml = `model = "gpt" # keep
[mcp_servers.other]
url = """
[mcp_servers.agent-memory]
"""
`;

describe.each(layouts)("$client", ({ client, project, container, entry, ...files }) => {
  const isToml = client === "codex";
  const add = ["add", "agent-memory", "--client", client, "--yes"];
  const remove = ["remove", "agent-memory", "--client", client, "--yes"];

  test("the built command keeps every other byte of a file with comments", async () => {
    const home = await temporaryHome();
    const before = isToml ? toml : comments(container);
    const file = await place(join(home.directory, files.linux), before);
    const added = await faculties(home, add);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    const wanted = isToml
      ? `${toml}\n${entry}`
      : before.replace("// mine\n", `// mine\n    ${entry},\n`);
    expect(comparable(await readFile(file, "utf8"))).toBe(wanted);
    await faculties(home, remove);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test.each(["linux", "darwin"] as const)("gets a new file on %s, once", async (platform) => {
    const home = await temporaryHome();
    expect(await facultiesHere(home, add, { platform })).toMatchObject({ code: 0 });
    const whole = isToml ? entry : `{\n  "${container}": {\n    ${entry}\n  }\n}\n`;
    const first = await contentOf(home, files[platform]);
    expect(comparable(first)).toBe(whole);
    const again = await facultiesHere(home, add, { platform });
    expect(again).toMatchObject({ code: 0, stderr: "" });
    expect(again.stdout).toMatch(/^[^\n]*: agent-memory already in [^\n]*\n$/);
    expect(await contentOf(home, files[platform])).toBe(first);
    await facultiesHere(home, remove, { platform });
    const left = isToml ? "" : `{\n  "${container}": {}\n}\n`;
    expect(await contentOf(home, files[platform])).toBe(left);
  });

  test("has a file per project, or says that it has none", async () => {
    const home = await temporaryHome();
    const cwd = join(home.directory, "project");
    const run = await facultiesHere(home, [...add, "--scope", "project"], { cwd });
    if (project === undefined) {
      expect(run).toMatchObject({ code: 2, stdout: "" });
      expect(run.stderr).toMatch(/ has no configuration per project\. Use --scope user\.\n$/);
    } else {
      expect(run.code).toBe(0);
      expect(run.stderr).toMatch(/^note: .* is usually shared: .* AGENT_MEMORY_SECRET\.\n$/);
      expect(comparable(await contentOf(home, "project", project))).toContain(entry);
    }
  });
});

test("bytes from before an addition come back, whatever the addition had to create", async () => {
  const home = await temporaryHome();
  const texts = [
    "{}",
    "{ }\n",
    "{\n}\n",
    "",
    `{"a":1}`,
    `{"mcpServers":{}}`,
    `\uFEFF{\r\n\t"a": 1\r\n}\r\n`,
  ];
  for (const text of texts) {
    const file = await place(join(home.directory, ".cursor/mcp.json"), text);
    const both = ["agent-memory", "converse"];
    await facultiesHere(home, ["add", ...both, "--client", "cursor", "--yes", "--env", "K=v"]);
    expect(await readFile(file, "utf8")).not.toBe(text);
    await facultiesHere(home, ["remove", ...both, "--client", "cursor", "--yes"]);
    expect(await readFile(file, "utf8")).toBe(text);
  }
});

test("several servers go to several clients in one run", async () => {
  const home = await temporaryHome();
  const clients = ["--client", "cursor,zed", "--client", "codex"];
  const run = await facultiesHere(home, ["add", "converse", "gan-audit", ...clients, "-y"]);
  expect(run.code).toBe(0);
  const { stdout } = await facultiesHere(home, ["list", "--json"]);
  const { servers } = JSON.parse(stdout) as { servers: { client: string; server: string }[] };
  expect(servers.map(({ client, server }) => `${client} ${server}`)).toEqual([
    "cursor converse",
    "cursor gan-audit",
    "codex converse",
    "codex gan-audit",
    "zed converse",
    "zed gan-audit",
  ]);
});

test("a second addition changes flags and variables, and keeps what else the entry has", async () => {
  const home = await temporaryHome();
  const file = join(home.directory, ".cursor/mcp.json");
  const add = ["add", "agent-memory", "--client", "cursor", "--yes"];
  await facultiesHere(home, [...add, "--env", "A=1", "--env", "B=2"]);
  await facultiesHere(home, [...add, "--env", "B=3", "--arg=--tools", "--arg", "x", "--arg", "x"]);
  expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
    mcpServers: {
      "agent-memory": {
        command: "npx",
        args: ["-y", "@faculties/agent-memory", "--tools", "x", "x"],
        env: { A: "1", B: "3", AGENT_MEMORY_SECRET: expect.stringMatching(/^[\w-]{32}$/) },
      },
    },
  });
});

test("a server that has another name there is found by what it starts", async () => {
  const home = await temporaryHome();
  const text = `{"mcpServers":{"memory":{"command":"npx","args":["-y","@faculties/agent-memory@0.1.0"],"env":{"AGENT_MEMORY_SECRET":"mine"}}}}`;
  const file = await place(join(home.directory, ".cursor/mcp.json"), text);
  await facultiesHere(home, ["add", "agent-memory", "--client", "cursor", "--yes"]);
  expect(await readFile(file, "utf8")).toBe(text.replace("@0.1.0", ""));
  await facultiesHere(home, ["remove", "agent-memory", "--client", "cursor", "--yes"]);
  expect(await readFile(file, "utf8")).toBe(`{"mcpServers":{}}`);
});

test("the clients' own variables move their folders", async () => {
  const home = await temporaryHome();
  const within = (name: string) => join(home.directory, name);
  const environment = {
    CLAUDE_CONFIG_DIR: within("claude"),
    CODEX_HOME: within("codex"),
    GEMINI_CLI_HOME: within("gemini"),
  };
  const args = ["add", "converse", "--client", "claude-code,codex,gemini", "--yes"];
  expect(await facultiesHere(home, args, { environment })).toMatchObject({ code: 0 });
  for (const file of ["claude/.claude.json", "codex/config.toml", "gemini/.gemini/settings.json"])
    expect(await contentOf(home, file)).toContain("@faculties/converse");
});

describe("an entry is useful as it is written", () => {
  const entryOf = async (server: string, ...more: string[]) => {
    const home = await temporaryHome();
    const run = await facultiesHere(home, ["add", server, "--client", "cursor", "-y", ...more]);
    const { mcpServers } = JSON.parse(await contentOf(home, ".cursor/mcp.json")) as {
      mcpServers: Record<string, { args: string[]; env?: Record<string, string> }>;
    };
    return { ...run, entry: mcpServers[server] };
  };

  test("agent-memory gets a secret of its own in each client, and keeps one that is given", async () => {
    const [first, second] = [await entryOf("agent-memory"), await entryOf("agent-memory")];
    expect(first.entry?.env?.["AGENT_MEMORY_SECRET"]).toMatch(/^[\w-]{32}$/);
    expect(first.entry?.env).not.toEqual(second.entry?.env);
    expect(first.stdout + first.stderr).not.toContain(first.entry?.env?.["AGENT_MEMORY_SECRET"]);
    const given = await entryOf("agent-memory", "--env", "AGENT_MEMORY_SECRET=mine");
    expect(given.entry?.env).toEqual({ AGENT_MEMORY_SECRET: "mine" });
  });

  test("gan-audit audits", async () => {
    expect((await entryOf("gan-audit")).entry?.env).toEqual({ ENABLE_GAN_AUDITING: "true" });
  });

  test("orchestrator-resources has the modules that a plan needs, and says that no program is allowed", async () => {
    const { entry, stderr } = await entryOf("orchestrator-resources");
    expect(entry?.args).toEqual(expect.arrayContaining(["--enable-graphs", "--enable-runs"]));
    expect(stderr).toContain("--arg=--allow-command=");
    const allowed = await entryOf("orchestrator-resources", "--arg=--allow-command=node");
    expect(allowed.entry?.args.at(-1)).toBe("--allow-command=node");
    expect(allowed.stderr).not.toContain("--allow-command=");
  });

  test.each(["converse", "langbase-reasoning"])(
    "%s says that it has no model yet",
    async (name) => {
      const hint = "To give it one: set a key and name it with --env";
      expect((await entryOf(name)).stderr).toContain(hint);
      expect((await entryOf(name, "--env", "OPENAI_API_KEY=sk-x")).stderr).not.toContain(hint);
    },
  );
});
