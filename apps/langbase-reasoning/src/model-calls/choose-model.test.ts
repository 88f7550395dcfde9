import { chmod, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { resultText, startServer, temporaryDirectory } from "@faculties/testkit";
import { describe, expect, test } from "vitest";
import { ENTRY, startLocal } from "../../test/start-reasoning.ts";

describe("which model is asked", () => {
  test("an OpenAI-compatible server needs the name of a model", async () => {
    const unnamed = await startLocal({ env: { OPENAI_BASE_URL: "http://127.0.0.1:9/v1" } });
    expect(resultText(await unnamed.callError("reasoning_linear", { content: "x" }))).toContain(
      "Set REASONING_MODEL",
    );
  });

  test("REASONING_PROVIDER decides, also for no model at all", async () => {
    const none = await startLocal({
      env: { LANGBASE_API_KEY: "key", REASONING_PROVIDER: "local" },
    });
    expect(resultText(await none.callError("reasoning_linear", { content: "x" }))).toContain(
      "none is configured",
    );
    const keyless = await startLocal({ env: { REASONING_PROVIDER: "langbase" } });
    const refused = await keyless.callError("reasoning_linear", { content: "x" });
    expect(refused.structuredContent).toMatchObject({
      error: {
        type: "LangbaseUnavailable",
        message: expect.stringContaining("Set LANGBASE_API_KEY"),
      },
    });
  });

  test.skipIf(process.platform === "win32")(
    "a coding agent that is signed in, but not the client itself",
    async () => {
      const directory = await temporaryDirectory();
      const thought = JSON.stringify({ thought: "From the agent.", confidence: 0.5 });
      const result = JSON.stringify({ type: "result", result: thought });
      const program = join(directory, "claude");
      await writeFile(
        program,
        `#!/usr/bin/env node\nprocess.stdin.resume().on("end", () => console.log(${JSON.stringify(result)}));`,
      );
      await chmod(program, 0o755);
      const PATH = [directory, dirname(process.execPath)].join(delimiter);
      const stranger = await startLocal({ env: { PATH } });
      await stranger.callError("reasoning_linear", { content: "Hello" });
      const signedIn = { PATH, CLAUDE_CODE_OAUTH_TOKEN: "token" };
      const ofClaude = await startLocal({ env: { ...signedIn, CLAUDECODE: "1" } });
      await ofClaude.callError("reasoning_linear", { content: "Hello" });
      const agent = await startLocal({ env: signedIn });
      expect(await agent.callOk("reasoning_linear", { content: "Hello" })).toMatchObject({
        content: "From the agent.",
        confidence: 0.5,
      });
    },
  );

  test("the client's own, where it offers sampling", async () => {
    const asked: unknown[] = [];
    const sampling = await startServer({
      entry: ENTRY,
      env: { PATH: "", LOG_LEVEL: "error" },
      capabilities: { sampling: {} },
      configure: (client) =>
        client.setRequestHandler("sampling/createMessage", async ({ params }) => {
          asked.push(params);
          return {
            role: "assistant",
            model: "client-model",
            content: { type: "text", text: '{"thought": "From the client.", "confidence": 0.6}' },
          };
        }),
    });
    expect(await sampling.callOk("reasoning_linear", { content: "Hello" })).toMatchObject({
      content: "From the client.",
      confidence: 0.6,
    });
    expect(
      await sampling.callOk("reasoning_preset_run", {
        preset_id: "debug-analysis",
        inputs: { problem: "It crashes" },
      }),
    ).toMatchObject({
      status: "completed",
      results: { initial: { content: "From the client." }, conclusion: { confidence: 0.6 } },
    });
    expect(asked).toHaveLength(4);
    expect(asked.slice(0, 1)).toMatchObject([
      {
        systemPrompt: expect.stringContaining("You reason in sequence"),
        messages: [
          { role: "user", content: { type: "text", text: "<content>\nHello\n</content>" } },
        ],
      },
    ]);
  });

  test("a client that declines is an ApiError", async () => {
    const declining = await startServer({
      entry: ENTRY,
      env: { PATH: "", LOG_LEVEL: "error" },
      capabilities: { sampling: {} },
      configure: (client) =>
        client.setRequestHandler("sampling/createMessage", async () => {
          throw Object.assign(new Error("No thanks"), { code: -1 });
        }),
    });
    const result = await declining.callError("reasoning_linear", { content: "Hello" });
    expect(result.structuredContent).toMatchObject({
      error: { type: "ApiError", provider: "sampling" },
    });
  });
});
