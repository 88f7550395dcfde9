import { execFile } from "node:child_process";
import { promisify } from "node:util";
import {
  buildServerFixture,
  resultText,
  runProgram,
  startServer,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";

let entry: string;
beforeAll(async () => {
  entry = await buildServerFixture(new URL("../fixtures/fixture-app.ts", import.meta.url));
});

const run = (...args: string[]) => runProgram({ entry, args });

describe("the command line", () => {
  test("--version and --help answer on stdout", async () => {
    expect(await run("--version")).toMatchObject({ code: 0, stdout: "1.2.3\n", stderr: "" });
    const { code, stdout } = await run("--help");
    expect((await run("-h")).stdout).toBe(stdout);
    expect(code).toBe(0);
    expect(stdout).toContain("fixture 1.2.3 - a server for tests");
    expect(stdout).toMatch(/fixture greet <name>\s+Greet somebody/);
    expect(stdout).toMatch(/--journal <text>, JOURNAL\s+A file to write to/);
    expect(stdout).toMatch(
      /--max-input-bytes <n>.*Most bytes of JSON in the arguments of a call; .* \(default: 16777216\)/,
    );
    expect(stdout).toMatch(/^ {2}FIXTURE_KEY\s+A secret$/m);
    expect((await run("greet", "--help")).stdout).toBe(
      "Usage: fixture greet <name>\n\nGreet somebody\n\nOptions:\n  --shout  In capitals\n",
    );
  });

  test("commands get their arguments and give their exit code", async () => {
    expect(await run("greet", "you", "--shout")).toMatchObject({ code: 0, stdout: "HELLO YOU\n" });
    expect(await run("greet", "nobody")).toMatchObject({ code: 3, stdout: "Hello nobody\n" });
    expect((await run("describe", "more")).stderr).toBe("fixture: Usage: fixture describe\n");
    expect(await run("greet")).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "fixture: Usage: fixture greet <name>\n",
    });
  });

  test("doctor runs every check, also when one fails", async () => {
    expect(await run("doctor")).toMatchObject({
      code: 1,
      stdout: "ok    arithmetic: 1 + 1 is 2\nFAIL  luck: none today\n",
    });
    const { stdout } = await run("doctor", "--json");
    expect(JSON.parse(stdout)).toEqual({
      checks: [
        { name: "arithmetic", status: "ok", message: "1 + 1 is 2" },
        { name: "luck", status: "fail", message: "none today" },
      ],
    });
  });

  test("describe tells tools and settings as JSON", async () => {
    const described = JSON.parse((await run("describe", "--toolsets", "basic")).stdout);
    expect(described.tools.map((tool: { name: string }) => tool.name)).toEqual([
      "echo",
      "increment",
    ]);
    expect(described.tools[0].outputSchema.required).toEqual(["text"]);
    expect(described.settings[0]).toEqual({
      flag: "journal",
      env: "JOURNAL",
      kind: "string",
      default: null,
      choices: null,
      describe: "A file to write to",
      ofEveryServer: false,
    });
  });

  test("bash completes commands, settings and their values", async () => {
    const { stdout: script } = await run("completion", "bash");
    const complete = async (...words: string[]) => {
      const ask = `${script}\nCOMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fixture; echo "\${COMPREPLY[*]}"`;
      const { stdout } = await promisify(execFile)("bash", [
        "-c",
        ask,
        "bash",
        "fixture",
        ...words,
      ]);
      return stdout.trim();
    };
    expect(await complete("")).toMatch(
      /^greet .*doctor describe completion token --journal .*--version$/,
    );
    expect(await complete("--jo")).toBe("--journal");
    expect(await complete("greet", "--sh")).toBe("--shout");
    expect(await complete("greet", "--log-level", "")).toBe("debug info warn error silent");
    expect(await complete("completion", "z")).toBe("zsh");
    expect(await run("completion", "tcsh")).toMatchObject({
      code: 2,
      stderr: "fixture: Name the shell: bash, zsh, fish.\n",
    });
  });

  test.each([
    [["--bogus"], "Unknown flag --bogus. Run with --help for the list."],
    [["bogus"], 'Unknown command "bogus". Run fixture --help for the list.'],
    [
      ["--log-level", "loud"],
      '--log-level must be one of debug, info, warn, error, silent, not "loud".',
    ],
    [["gret"], 'Unknown command "gret". Did you mean greet? Run fixture --help for the list.'],
    [
      ["--tools", "ecko"],
      "This server has no tool named ecko. Did you mean echo? Choose from: client, echo, extra, increment, limited, refuse, wait.",
    ],
    [["--tools", "extra"], "Start with --enable-extra to use it."],
    [["--toolsets", "nope"], /Choose from: basic, slow\./],
    [["--http", "a:b:c"], '--http must be host:port, not "a:b:c".'],
    [["--config", "/does/not/exist"], /^fixture: Cannot read the configuration/],
  ])("%j is one line on stderr and exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    if (typeof message === "string") expect(stderr).toBe(`fixture: ${message}\n`);
    else expect(stderr).toMatch(message);
  });
});

describe("what is offered", () => {
  test("--tools, --toolsets and --read-only cut the list, and the rest is unknown", async () => {
    const server = await startServer({ entry, args: ["--toolsets", "basic", "--read-only"] });
    expect((await server.listTools()).map(({ name }) => name)).toEqual(["echo"]);
    await expect(server.call("increment", { name: "a" })).rejects.toMatchObject({ code: -32_602 });
  });

  test("--output-schemas publishes them", async () => {
    const server = await startServer({ entry, args: ["--output-schemas", "--tools", "echo"] });
    const [echo] = await server.listTools();
    expect(echo?.outputSchema).toEqual({
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    });
  });

  test("JSON logs are JSON, one object a line", async () => {
    const server = await startServer({
      entry,
      env: { LOG_FORMAT: "json", LOG_LEVEL: "debug", FIXTURE_KEY: "sk-very-secret" },
    });
    resultText(await server.callError("refuse", { how: "coded" }));
    await waitUntil(() => /call refused.*\n$/.test(server.stderr()));
    const lines = server
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toContain("call refused");
    expect(lines[0]).toMatchObject({ message: "context created", key: "[redacted]" });
  });
});
