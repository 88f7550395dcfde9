import {
  startAnthropicEmulator,
  startGoogleEmulator,
  startLangbaseEmulator,
  startOpenAiEmulator,
  startXaiEmulator,
} from "@faculties/testkit/emulators";
import { createRedactor } from "@faculties/errors";
import { describe, expect, onTestFinished, test } from "vitest";
import { createProviders, type ProvidersConfiguration } from "./create-providers.ts";
import { createModelRegistry } from "./model-registry.ts";

const apiKey = "key-0123456789";
const question = { model: "m", messages: [{ role: "user" as const, content: "Hi" }] };

function providersOf(configuration: Partial<ProvidersConfiguration>) {
  return createProviders({
    policy: { maxTries: 1, retryDelayMs: 1, timeoutMs: 10_000 },
    registry: createModelRegistry(),
    ...configuration,
  });
}

describe("createProviders", () => {
  test("lists the configured providers in the order that auto prefers", () => {
    const providers = providersOf({
      langbase: { apiKey },
      cli: { agents: [{ command: "claude" }], environment: {} },
      compatible: [
        { name: "ollama", baseUrl: "http://localhost:11434" },
        { name: "vllm", baseUrl: "http://localhost:8000" },
      ],
      openrouter: { apiKey },
      anthropic: { apiKey },
      xai: { apiKey },
      google: { apiKey },
      openai: { apiKey },
    });
    expect(providers.configured()).toEqual([
      "openai",
      "google",
      "xai",
      "anthropic",
      "openrouter",
      "ollama",
      "vllm",
      "langbase",
      "cli",
    ]);
  });

  test("counts a provider without key or address as not configured", () => {
    const providers = providersOf({
      openai: { apiKey: undefined },
      google: { apiKey: "" },
      xai: {},
      cli: { agents: [], environment: {} },
    });
    expect(providers.configured()).toEqual([]);
  });

  test.each([
    ["openai", "OPENAI_API_KEY"],
    ["google", "GOOGLE_API_KEY"],
    ["xai", "XAI_API_KEY"],
    ["anthropic", "ANTHROPIC_API_KEY"],
    ["openrouter", "OPENROUTER_API_KEY"],
    ["compatible", "COMPATIBLE_BASE_URL"],
    ["langbase", "LANGBASE_API_KEY"],
    ["cli", "sign in"],
    ["nothing", "none named nothing"],
  ])("says what to do about %s that is not configured", (provider, hint) => {
    expect(() => providersOf({}).get(provider)).toThrow(
      expect.objectContaining({
        code: "PROVIDER_UNAVAILABLE",
        message: expect.stringContaining(hint),
        details: { provider },
      }),
    );
  });

  test.each([
    ["openai", startOpenAiEmulator],
    ["openrouter", startOpenAiEmulator],
    ["xai", startXaiEmulator],
    ["google", startGoogleEmulator],
    ["anthropic", startAnthropicEmulator],
    ["langbase", startLangbaseEmulator],
  ] as const)("reaches %s at the address given, with the key given", async (name, start) => {
    const emulator = await start();
    emulator.answer("*", `An answer with ${apiKey}.`);
    const provider = providersOf({ [name]: { apiKey, baseUrl: emulator.url } }).get(name);
    expect(provider.name).toBe(name);
    await expect(provider.complete(question)).resolves.toMatchObject({
      text: "An answer with [redacted].",
    });
    expect(JSON.stringify(emulator.requests[0]?.headers)).toContain(apiKey);
  });

  test.each(["sk-\nhalf", "sk half", "Schlüssel", "„sk-quoted“"])(
    "says of the key %o that it cannot be sent, without repeating it",
    async (bad) => {
      const providers = providersOf({
        openai: { apiKey: bad },
        compatible: [{ name: "ollama", baseUrl: "http://127.0.0.1:9", apiKey: bad }],
      });
      for (const name of ["openai", "ollama"]) {
        const failure = await providers
          .get(name)
          .complete(question)
          .catch((error: unknown) => error);
        expect(failure).toMatchObject({
          code: "PROVIDER_UNAVAILABLE",
          details: { provider: name },
        });
        expect(String(failure)).toContain("Check API key configuration.");
        expect(String(failure)).toContain(
          name === "openai" ? "OPENAI_API_KEY" : "COMPATIBLE_API_KEY",
        );
        expect(String(failure)).not.toContain(bad);
      }
    },
  );

  test("reaches several compatible servers by their names", async () => {
    const emulators = await Promise.all([startOpenAiEmulator(), startOpenAiEmulator()]);
    onTestFinished(async () => void (await Promise.all(emulators.map((one) => one.close()))));
    const [ollama, vllm] = emulators;
    ollama.answer("*", "I am Ollama.");
    vllm.answer("*", "I am vLLM.");
    const providers = providersOf({
      compatible: [
        { name: "ollama", baseUrl: ollama.url },
        { name: "vllm", baseUrl: `${vllm.url}/v1`, apiKey },
      ],
    });
    await expect(providers.get("ollama").complete(question)).resolves.toMatchObject({
      text: "I am Ollama.",
    });
    await expect(providers.get("vllm").complete(question)).resolves.toMatchObject({
      text: "I am vLLM.",
    });
    expect(vllm.requests[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  test("hides other secrets too, if asked", async () => {
    const emulator = await startOpenAiEmulator();
    emulator.answer("*", `Both ${apiKey} and a-second-secret.`);
    const redact = createRedactor(["a-second-secret"]);
    const providers = providersOf({ openai: { apiKey, baseUrl: emulator.url }, redact });
    await expect(providers.get("openai").complete(question)).resolves.toMatchObject({
      text: "Both [redacted] and [redacted].",
    });
  });

  test("names the agents that there are when asked for another", async () => {
    const cli = { agents: [{ command: "claude" }, { command: "codex" }], environment: {} } as const;
    await expect(providersOf({ cli }).get("cli").complete(question)).rejects.toMatchObject({
      code: "MODEL_NOT_FOUND",
      message: "Model not found: m. The agents on this machine are claude, codex.",
    });
  });

  test.each(["claude", "claude/opus", "auto", ""])(
    "asks the agent for the model %j",
    async (model) => {
      const cli = {
        agents: [{ command: "claude", path: "/nowhere/claude" }],
        environment: {},
      } as const;
      await expect(
        providersOf({ cli })
          .get("cli")
          .complete({ ...question, model }),
      ).rejects.toMatchObject({
        code: "PROVIDER_UNAVAILABLE",
        message: expect.stringContaining("claude is not installed at the given path"),
        details: { provider: "cli" },
      });
    },
  );
});
