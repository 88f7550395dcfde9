import { Client, type CreateMessageRequest } from "@modelcontextprotocol/client";
import { InMemoryTransport, ProtocolError, Server } from "@modelcontextprotocol/server";
import { describe, expect, onTestFinished, test } from "vitest";
import type { ModelRequest } from "../model-provider.ts";
import { createSamplingProvider, type SamplingSettings } from "./sampling.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

type Result = {
  model: string;
  role: "assistant";
  content: { type: "text"; text: string };
  stopReason?: string;
};
type OnSampling = (params: CreateMessageRequest["params"], signal: AbortSignal) => Promise<Result>;

const said = (text: string, stopReason?: string): Result => ({
  model: "client-model-1",
  role: "assistant",
  content: { type: "text", text },
  ...(stopReason !== undefined && { stopReason }),
});

/** A connected server and client, and the provider on the server's side. */
async function connect(onSampling: OnSampling, given: Partial<SamplingSettings> = {}) {
  const server = new Server({ name: "server", version: "1" }, { capabilities: {} });
  const client = new Client(
    { name: "client", version: "1" },
    { capabilities: { sampling: {} }, versionNegotiation: { mode: "legacy" } },
  );
  const seen: CreateMessageRequest["params"][] = [];
  client.setRequestHandler("sampling/createMessage", ({ params }, { mcpReq }) => {
    seen.push(params);
    return onSampling(params, mcpReq.signal);
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);
  onTestFinished(() => client.close());
  const { policy, redact } = testSettings();
  const provider = createSamplingProvider({
    policy,
    redact,
    requestSampling: (request, { signal, timeoutMs }) =>
      server.createMessage(request, { signal, timeout: timeoutMs }),
    ...given,
  });
  return { provider, seen };
}

const hello: ModelRequest = { model: "default", messages: [{ role: "user", content: "hello" }] };

describe("the request to the client", () => {
  test("a text, with the least that the protocol wants", async () => {
    const { provider, seen } = await connect(async () => said("hi"));
    await provider.complete(hello);
    expect(seen).toEqual([
      { messages: [{ role: "user", content: { type: "text", text: "hello" } }], maxTokens: 8192 },
    ]);
  });

  test("system, turns, images, limits and preferences", async () => {
    const { provider, seen } = await connect(async () => said("hi"));
    await provider.complete({
      model: "claude-opus",
      system: "Be brief.",
      messages: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        {
          role: "user",
          content: [
            { type: "text", text: "three" },
            { type: "image", mimeType: "image/png", base64: "iVBORw0KGgo=" },
          ],
        },
      ],
      temperature: 0.2,
      effort: "high",
      maxOutputTokens: 300,
    });
    expect(seen).toEqual([
      {
        messages: [
          { role: "user", content: { type: "text", text: "one" } },
          { role: "assistant", content: { type: "text", text: "two" } },
          { role: "user", content: { type: "text", text: "three" } },
          { role: "user", content: { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" } },
        ],
        systemPrompt: "Be brief.",
        modelPreferences: { hints: [{ name: "claude-opus" }], intelligencePriority: 0.75 },
        maxTokens: 300,
        temperature: 0.2,
      },
    ]);
  });
});

describe("the answer", () => {
  test.each([
    ["endTurn", "stop"],
    [undefined, "stop"],
    ["maxTokens", "length"],
    ["toolUse", "other"],
  ])("stop reason %s is %s", async (stopReason, finish) => {
    const { provider } = await connect(async () => said("hi there", stopReason));
    expect(await provider.complete(hello)).toEqual({
      text: "hi there",
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      model: "client-model-1",
      finish,
    });
  });

  test("a client that does not offer sampling is PROVIDER_UNAVAILABLE", async () => {
    const { policy, redact } = testSettings();
    const provider = createSamplingProvider({ policy, redact, requestSampling: undefined });
    await expect(provider.complete(hello)).rejects.toMatchObject({
      name: "ProviderError",
      code: "PROVIDER_UNAVAILABLE",
      details: { provider: "sampling" },
    });
  });

  test("an empty text is NO_RESPONSE_CONTENT", async () => {
    const { provider } = await connect(async () => said(" "));
    await expect(provider.complete(hello)).rejects.toMatchObject({ code: "NO_RESPONSE_CONTENT" });
  });

  test.each([
    [-1, "API_ERROR", "The user declined"],
    [-32_601, "PROVIDER_UNAVAILABLE", "does not offer sampling"],
    [-32_603, "API_ERROR", "could not serve"],
  ])("the client's error %i is %s after one try", async (errorCode, code, words) => {
    const { provider, seen } = await connect(async () => {
      throw new ProtocolError(errorCode, `no, for ${TEST_KEY}`);
    });
    const error = await provider.complete(hello).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect((error as Error).cause).toMatchObject({
      message: expect.stringContaining("[redacted]"),
    });
    expect(seen).toHaveLength(1);
  });

  test("an invalid result is an API_ERROR", async () => {
    const { policy, redact } = testSettings();
    const requestSampling = async () => ({ content: 7 });
    const provider = createSamplingProvider({ policy, redact, requestSampling });
    await expect(provider.complete(hello)).rejects.toMatchObject({ code: "API_ERROR" });
  });
});

describe("when the client is slow", () => {
  /** A handler that never answers, and a promise that resolves when it is told to stop. */
  function silent() {
    let stop: (reason: unknown) => void;
    const stopped = new Promise((resolve) => (stop = resolve));
    const handler: OnSampling = (_params, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          stop(signal.reason);
          reject(new Error("stopped"));
        });
      });
    return { handler, stopped };
  }

  test("the deadline is a TIMEOUT, and the client is told to stop", async () => {
    const { handler, stopped } = silent();
    const policy = { maxTries: 3, retryDelayMs: 1, timeoutMs: 40 };
    const { provider, seen } = await connect(handler, { policy });
    await expect(provider.complete(hello)).rejects.toMatchObject({ code: "TIMEOUT" });
    await stopped;
    expect(seen).toHaveLength(1);
  });

  test("an abort rethrows its reason, and the client is told to stop", async () => {
    const { handler, stopped } = silent();
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const { provider } = await connect((params, signal) => {
      const answer = handler(params, signal);
      controller.abort(reason);
      return answer;
    });
    await expect(provider.complete(hello, { signal: controller.signal })).rejects.toBe(reason);
    await stopped;
  });
});
