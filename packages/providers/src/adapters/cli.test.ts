import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { buildFixture, temporaryDirectory } from "@faculties/testkit";
import { createRedactor } from "@faculties/errors";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import type { CliCommand } from "./cli-agent.ts";
import { createCliProvider, type CliSettings } from "./cli.ts";
import { TEST_KEY } from "../../test/test-settings.ts";

type Recorded = {
  arguments: string[];
  environment: Record<string, string>;
  directory: string;
  listing: string[];
  input: string;
  files: Record<string, string>;
};

/** A directory for PATH with a program that runs `script`, and the environment that leads there. */
async function install(command: CliCommand, script: string) {
  const directory = await temporaryDirectory();
  const program = join(directory, command);
  await writeFile(program, `#!/usr/bin/env node\n${script}`);
  await chmod(program, 0o755);
  const path = [directory, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  return { directory, program, environment: { PATH: path, HOME: directory } };
}

/** A program that records how it was started, reads its stdin to the end, and prints a given text. */
async function installRecorder(
  command: CliCommand,
  says: { stdout?: string; stderr?: string; exitCode?: number },
) {
  const installed = await install(
    command,
    `const { readFileSync, readdirSync, writeFileSync } = require("node:fs");
     const { basename, join } = require("node:path");
     const says = ${JSON.stringify(says)};
     const chunks = [];
     process.stdin.on("data", (chunk) => chunks.push(chunk));
     process.stdin.on("end", () => {
       const paths = [...process.argv.slice(2), "=" + (process.env.GEMINI_SYSTEM_MD ?? "")];
       const files = paths.flatMap((path) => /=(\\/.*)$/.exec(path)?.[1] ?? []);
       writeFileSync(join(__dirname, "record.json"), JSON.stringify({
         arguments: process.argv.slice(2),
         environment: process.env,
         directory: process.cwd(),
         listing: readdirSync("."),
         input: Buffer.concat(chunks).toString(),
         files: Object.fromEntries(files.map((path) => [basename(path), readFileSync(path, "utf8")])),
       }));
       process.stderr.write(says.stderr ?? "");
       process.stdout.write(says.stdout ?? "");
       process.exitCode = says.exitCode ?? 0;
     });`,
  );
  const recorded = () =>
    JSON.parse(readFileSync(join(installed.directory, "record.json"), "utf8")) as Recorded;
  return { ...installed, recorded };
}

function create(command: CliCommand, given: Partial<CliSettings>) {
  return createCliProvider({
    command,
    policy: { timeoutMs: 20_000 },
    redact: createRedactor([TEST_KEY]),
    environment: {},
    ...given,
  });
}

const claudeSays = (fields: object) =>
  JSON.stringify({ type: "result", subtype: "success", is_error: false, ...fields });
const codexSays = (...events: object[]) => events.map((event) => JSON.stringify(event)).join("\n");
const codexAnswer = (text: string) =>
  codexSays(
    { type: "thread.started", thread_id: "1" },
    { type: "turn.started" },
    { type: "item.completed", item: { id: "item_0", type: "agent_message", text } },
    {
      type: "turn.completed",
      usage: { input_tokens: 12, cached_input_tokens: 2, output_tokens: 3 },
    },
  );

const hello: ModelRequest = { model: "default", messages: [{ role: "user", content: "hello" }] };
const full: ModelRequest = {
  model: "some-model",
  system: "Be brief.",
  messages: [
    { role: "user", content: "one" },
    { role: "assistant", content: "two" },
    { role: "user", content: [{ type: "text", text: "three" }] },
  ],
  effort: "max",
  webSearch: true,
};
const transcript = [
  "This is a conversation, oldest message first. Write the assistant's next message.",
  "<user>\none\n</user>",
  "<assistant>\ntwo\n</assistant>",
  "<user>\nthree\n</user>",
].join("\n\n");

describe("how claude is asked", () => {
  const answer = {
    result: "Forty-two.",
    stop_reason: "end_turn",
    usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 3 },
    modelUsage: { "claude-opus-5-5": {} },
  };
  const common = [
    "--setting-sources=user",
    '--settings={"disableAllHooks":true}',
    "--strict-mcp-config",
    "--disable-slash-commands",
    "--no-session-persistence",
  ];

  test("a text, without tools", async () => {
    const { recorded, environment } = await installRecorder("claude", {
      stdout: claudeSays(answer),
    });
    expect(await create("claude", { environment }).complete(hello)).toEqual({
      text: "Forty-two.",
      usage: { inputTokens: 15, outputTokens: 3, totalTokens: 18 },
      model: "claude-opus-5-5",
      finish: "stop",
    });
    const { arguments: args, input, files } = recorded();
    expect(args).toEqual([
      "--print",
      "--output-format=json",
      expect.stringMatching(/^--system-prompt-file=\/.*\/system\.md$/),
      "--tools=",
      ...common,
    ]);
    expect(input).toBe("hello");
    expect(files).toEqual({ "system.md": "Answer the user's message directly, in text alone." });
  });

  test("system, turns, model, effort and web search", async () => {
    const { recorded, environment } = await installRecorder("claude", {
      stdout: claudeSays(answer),
    });
    await create("claude", { environment }).complete(full);
    const { arguments: args, input, files } = recorded();
    expect(args.slice(3)).toEqual([
      "--tools=WebSearch",
      "--allowed-tools=WebSearch",
      ...common,
      "--model=some-model",
      "--effort=max",
    ]);
    expect(input).toBe(transcript);
    expect(files).toEqual({ "system.md": "Be brief." });
  });
});

describe("how codex is asked", () => {
  const opening = [
    "exec",
    "--json",
    "--color=never",
    "--sandbox=read-only",
    "--skip-git-repo-check",
    "--ephemeral",
    "--ignore-user-config",
    "--ignore-rules",
    "--config=features.shell_tool=false",
    "--config=features.unified_exec=false",
    "--config=features.view_image=false",
    "--config=features.multi_agent=false",
    "--config=features.apps=false",
    "--config=features.plugins=false",
    "--config=features.goals=false",
    "--config=features.hooks=false",
  ];

  test("a text, without tools", async () => {
    const { recorded, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    expect(await create("codex", { environment }).complete(hello)).toEqual({
      text: "Yes.",
      usage: { inputTokens: 12, outputTokens: 3, totalTokens: 15 },
      model: "codex",
      finish: "stop",
    });
    expect(recorded().arguments).toEqual([...opening, '--config=web_search="disabled"', "-"]);
    expect(recorded().input).toBe("hello");
  });

  test("system, turns, model, effort and web search", async () => {
    const { recorded, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    const { model } = await create("codex", { environment }).complete(full);
    expect(model).toBe("some-model");
    expect(recorded().arguments).toEqual([
      ...opening,
      '--config=web_search="live"',
      '--config=model_reasoning_effort="high"',
      "--model=some-model",
      "-",
    ]);
    expect(recorded().input).toBe(`<instructions>\nBe brief.\n</instructions>\n\n${transcript}`);
  });
});

describe("how gemini is asked", () => {
  const tokens = {
    input: 8,
    prompt: 10,
    candidates: 4,
    total: 17,
    cached: 2,
    thoughts: 3,
    tool: 0,
  };
  const stdout = JSON.stringify(
    { session_id: "1", response: "Yes.", stats: { models: { "gemini-3.8-flash": { tokens } } } },
    undefined,
    2,
  );
  const deny = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 998\n';
  const allow = '[[rule]]\ntoolName = "google_web_search"\ndecision = "allow"\npriority = 999\n';

  test("a text, without tools", async () => {
    const { recorded, environment } = await installRecorder("gemini", {
      stdout,
      stderr: "Loaded cached credentials.\n",
    });
    expect(await create("gemini", { environment }).complete(hello)).toEqual({
      text: "Yes.",
      usage: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
      model: "gemini-3.8-flash",
      finish: "stop",
    });
    expect(recorded().arguments).toEqual([
      "--output-format=json",
      expect.stringMatching(/^--policy=\/.*\/policy\.toml$/),
      "--extensions=none",
      "--allowed-mcp-server-names=none",
      "--skip-trust",
    ]);
    expect(recorded().input).toBe("hello");
    expect(recorded().files).toEqual({
      "policy.toml": deny,
      "system.md": "Answer the user's message directly, in text alone.",
    });
  });

  test("system, turns, model and web search", async () => {
    const { recorded, environment } = await installRecorder("gemini", { stdout });
    await create("gemini", { environment }).complete(full);
    expect(recorded().arguments.slice(-2)).toEqual(["--skip-trust", "--model=some-model"]);
    expect(recorded().input).toBe(transcript);
    expect(recorded().files).toEqual({
      "policy.toml": `${deny}\n${allow}`,
      "system.md": "Be brief.",
    });
  });
});

describe("where an agent runs", () => {
  test("in an empty directory that is gone afterwards, with little of the environment", async () => {
    const { recorded, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    const given = {
      ...environment,
      CODEX_HOME: "/codex",
      HTTPS_PROXY: "http://127.0.0.1:1",
      SSL_CERT_FILE: "/certificates.pem",
      XDG_CONFIG_HOME: "/configuration",
      CLAUDE_CODE_OAUTH_TOKEN: "another agent's",
      OPENAI_API_KEY: TEST_KEY,
      DATABASE_URL: "postgres://user:password@host",
    };
    await create("codex", { environment: given }).complete(hello);
    const { directory, listing, environment: passed } = recorded();
    expect(listing).toEqual([]);
    expect(existsSync(dirname(directory))).toBe(false);
    expect(passed).toEqual({
      PATH: environment.PATH,
      HOME: environment.HOME,
      CODEX_HOME: "/codex",
      HTTPS_PROXY: "http://127.0.0.1:1",
      SSL_CERT_FILE: "/certificates.pem",
      XDG_CONFIG_HOME: "/configuration",
      TMPDIR: join(dirname(directory), "tmp"),
    });
  });

  test("in the directory and by the program that are given", async () => {
    const { recorded, program, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    const cwd = await temporaryDirectory();
    const path = dirname(process.execPath);
    await create("codex", {
      environment: { ...environment, PATH: path },
      path: program,
      cwd,
    }).complete(hello);
    expect(recorded().directory).toBe(cwd);
  });

  test("a model's name cannot become an option", async () => {
    const { recorded, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    const model = "--dangerously-bypass-approvals-and-sandbox";
    await create("codex", { environment }).complete({ ...hello, model });
    expect(recorded().arguments).not.toContain(model);
    await expect(
      create("codex", { environment }).complete({ ...hello, model: "a\0b" }),
    ).rejects.toMatchObject({ name: "ProviderError", details: { provider: "cli:codex" } });
  });

  test("ten at once do not disturb each other", async () => {
    const { environment } = await install(
      "codex",
      `let text = "";
       process.stdin.on("data", (chunk) => (text += chunk)).on("end", () => {
         const item = { type: "agent_message", text };
         process.stdout.write(JSON.stringify({ type: "item.completed", item }));
       });`,
    );
    const provider = create("codex", { environment });
    const questions = Array.from({ length: 10 }, (_, index) => `question ${index} `.repeat(5000));
    const answers = await Promise.all(
      questions.map((content) =>
        provider.complete({ ...hello, messages: [{ role: "user", content }] }),
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(questions);
  });
});

describe("failures", () => {
  test("a missing program is PROVIDER_UNAVAILABLE", async () => {
    const directory = await temporaryDirectory();
    const unavailable = {
      name: "ProviderError",
      code: "PROVIDER_UNAVAILABLE",
      message: expect.stringContaining("claude is not installed"),
      details: { provider: "cli:claude" },
    };
    const lost = create("claude", { environment: { PATH: directory } });
    await expect(lost.complete(hello)).rejects.toMatchObject(unavailable);
    await mkdir(join(directory, "claude"));
    await expect(lost.complete(hello)).rejects.toMatchObject(unavailable);
    const misled = create("claude", { path: join(directory, "nowhere") });
    await expect(misled.complete(hello)).rejects.toMatchObject(unavailable);
  });

  test("a program that does not start is PROVIDER_UNAVAILABLE", async () => {
    const { program, environment } = await install("codex", "");
    await writeFile(program, "#!/no/such/interpreter\n");
    await expect(create("codex", { environment }).complete(hello)).rejects.toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      message: expect.stringContaining("could not be started"),
    });
  });

  test("an image is INVALID_INPUT, and nothing is started", async () => {
    const { directory, environment } = await installRecorder("codex", {});
    const image = { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" } as const;
    const call = create("codex", { environment }).complete({
      ...hello,
      messages: [{ role: "user", content: [image] }],
    });
    await expect(call).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { provider: "cli:codex" },
    });
    expect(existsSync(join(directory, "record.json"))).toBe(false);
  });

  const failed = (message: string) =>
    codexSays(
      { type: "turn.started" },
      { type: "error", message: "Reconnecting... 1/5" },
      { type: "turn.failed", error: { message } },
    );
  const geminiError = (message: string, code: number) =>
    `Warning: no colours\n${JSON.stringify({ session_id: "1", error: { type: "Error", message, code } }, undefined, 2)}\n`;

  test.each<[string, CliCommand, Parameters<typeof installRecorder>[1], string]>([
    [
      "signed out",
      "claude",
      {
        stdout: claudeSays({ is_error: true, result: "Not logged in · Please run /login" }),
        exitCode: 1,
      },
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "an unknown model",
      "claude",
      {
        stdout: claudeSays({
          is_error: true,
          api_error_status: 404,
          result: "There's an issue with the selected model.",
        }),
        exitCode: 1,
      },
      "MODEL_NOT_FOUND",
    ],
    [
      "too long a prompt",
      "claude",
      {
        stdout: claudeSays({
          is_error: true,
          api_error_status: 400,
          result: "API Error: 400 prompt is too long: 210000 tokens > 200000 maximum",
        }),
        exitCode: 1,
      },
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "too many requests",
      "claude",
      {
        stdout: claudeSays({
          is_error: true,
          api_error_status: 429,
          result: "API Error: 429 slow down",
        }),
        exitCode: 1,
      },
      "RATE_LIMIT_EXCEEDED",
    ],
    [
      "a refusal",
      "claude",
      { stdout: claudeSays({ result: "I can't", stop_reason: "refusal" }) },
      "SAFETY_ERROR",
    ],
    ["an empty answer", "claude", { stdout: claudeSays({ result: "" }) }, "NO_RESPONSE_CONTENT"],
    [
      "an unknown option",
      "claude",
      { stderr: "error: unknown option '--tools'\n", exitCode: 1 },
      "API_ERROR",
    ],
    [
      "signed out",
      "codex",
      { stdout: failed("unexpected status 401 Unauthorized: , url: https://…"), exitCode: 1 },
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "a used-up plan",
      "codex",
      { stdout: failed("You've hit your usage limit. Try again at 5 PM."), exitCode: 1 },
      "QUOTA_EXCEEDED",
    ],
    [
      "an unknown model",
      "codex",
      {
        stdout: failed("The 'x' model is not supported when using Codex with a ChatGPT account."),
        exitCode: 1,
      },
      "MODEL_NOT_FOUND",
    ],
    [
      "a service that is down",
      "codex",
      { stdout: failed("unexpected status 503 Service Unavailable"), exitCode: 1 },
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "something else",
      "codex",
      { stdout: failed("stream disconnected before completion"), exitCode: 1 },
      "API_ERROR",
    ],
    [
      "signed out",
      "gemini",
      { stderr: geminiError("Please set an Auth method in your settings.json", 41), exitCode: 41 },
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "a rate limit",
      "gemini",
      {
        stderr: geminiError('{"error":{"code": 429,"message":"Resource has been exhausted"}}', 1),
        exitCode: 1,
      },
      "RATE_LIMIT_EXCEEDED",
    ],
    ["an exit code alone", "gemini", { exitCode: 3 }, "API_ERROR"],
    ["no JSON at all", "gemini", { stdout: "Welcome to Gemini!" }, "API_ERROR"],
    ["nothing at all", "codex", {}, "API_ERROR"],
    ["another JSON", "claude", { stdout: '{"half":' }, "API_ERROR"],
  ])("%s with %s", async (_name, command, says, code) => {
    const { environment } = await installRecorder(command, says);
    await expect(create(command, { environment }).complete(hello)).rejects.toMatchObject({
      name: "ProviderError",
      code,
      details: { provider: `cli:${command}` },
    });
  });

  test("a secret in an agent's words is hidden", async () => {
    const { environment } = await installRecorder("codex", {
      stderr: `bad ${TEST_KEY}`,
      exitCode: 1,
    });
    const error = await create("codex", { environment })
      .complete(hello)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "API_ERROR", cause: { message: "bad [redacted]" } });
    expect((error as Error).message).not.toContain(TEST_KEY);
  });

  test("an agent that ends without reading a long prompt does no harm", async () => {
    const { environment } = await install(
      "codex",
      "process.stderr.write('not today'); process.exitCode = 1;",
    );
    const messages = [{ role: "user" as const, content: "x".repeat(5_000_000) }];
    await expect(
      create("codex", { environment }).complete({ ...hello, messages }),
    ).rejects.toMatchObject({
      code: "API_ERROR",
      cause: { message: "not today" },
    });
  });

  test("an agent that writes without end is stopped", async () => {
    const { environment } = await install(
      "codex",
      `const line = "x".repeat(65536) + "\\n";
       const pump = () => { while (process.stdout.write(line)); };
       process.stdout.on("drain", pump);
       pump();`,
    );
    const provider = create("codex", { environment, maxOutputBytes: 1_000_000 });
    await expect(provider.complete(hello)).rejects.toMatchObject({
      code: "API_ERROR",
      message: expect.stringContaining("size limit"),
    });
  });
});

describe("when an agent has to stop", () => {
  /** Both the agent and a child of its own hold a connection to the test for as long as they live. */
  async function installLingering(behaviour: {
    ignores: boolean;
    ends?: boolean;
    detached?: boolean;
  }) {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      server.emit("joined");
      socket.on("error", () => socket.destroy());
      socket.on("close", () => server.emit("left"));
      socket.resume();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const linger = `require("node:net").connect(${port}, "127.0.0.1").on("close", () => process.exit());
      ${behaviour.ignores ? 'process.on("SIGTERM", () => {});' : ""}`;
    const installed = await install(
      "codex",
      `const { spawn } = require("node:child_process");
       const child = spawn(process.execPath, ["-e", ${JSON.stringify(linger)}], {
         stdio: ["ignore", "inherit", "inherit"],
         detached: ${behaviour.detached === true},
       });
       ${
         behaviour.ends === true
           ? `child.on("spawn", () => {
                process.stdout.write(${JSON.stringify(codexAnswer("Yes."))}, () => process.exit(0));
              });`
           : linger
       }`,
    );
    return {
      ...installed,
      async joined(count: number) {
        while (sockets.length < count) await once(server, "joined");
      },
      async allLeft() {
        while (sockets.some((socket) => !socket.closed)) await once(server, "left");
      },
    };
  }

  test("an abort ends it with all that it has started, and rethrows its reason", async () => {
    const { environment, joined, allLeft } = await installLingering({ ignores: false });
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const call = create("codex", { environment }).complete(hello, { signal: controller.signal });
    const outcome = call.catch((thrown: unknown) => thrown);
    await joined(2);
    controller.abort(reason);
    expect(await outcome).toBe(reason);
    await allLeft();
  });

  test("a deadline is a TIMEOUT, and processes that ignore SIGTERM are killed", async () => {
    const { environment, allLeft } = await installLingering({ ignores: true });
    const provider = create("codex", { environment, policy: { timeoutMs: 1000 } });
    await expect(provider.complete(hello)).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { provider: "cli:codex" },
    });
    await allLeft();
  });

  test("an aborted signal starts nothing", async () => {
    const { directory, environment } = await installRecorder("codex", {
      stdout: codexAnswer("Yes."),
    });
    const reason = new Error("changed my mind");
    const call = create("codex", { environment }).complete(hello, {
      signal: AbortSignal.abort(reason),
    });
    await expect(call).rejects.toBe(reason);
    expect(existsSync(join(directory, "record.json"))).toBe(false);
  });

  test("processes that it leaves behind neither hold up the answer nor survive", async () => {
    const { environment, allLeft } = await installLingering({ ignores: true, ends: true });
    expect((await create("codex", { environment }).complete(hello)).text).toBe("Yes.");
    await allLeft();
  });

  test("processes that left its group do not hold up the answer either", async () => {
    const { environment, joined } = await installLingering({
      ignores: true,
      ends: true,
      detached: true,
    });
    expect((await create("codex", { environment }).complete(hello)).text).toBe("Yes.");
    await joined(1);
  });

  test("a server that exits in mid-call takes it along", async () => {
    const { environment, joined, allLeft } = await installLingering({ ignores: true });
    const entry = await buildFixture(new URL("./fixtures/exit-in-mid-call.ts", import.meta.url));
    const temporary = await temporaryDirectory();
    const server = spawn(process.execPath, [entry], {
      env: { ...environment, TMPDIR: temporary },
      stdio: ["pipe", "inherit", "inherit"],
    });
    await joined(2);
    server.stdin.write("go\n");
    await once(server, "exit");
    await allLeft();
    expect(await readdir(temporary)).toEqual([]);
  });
});
