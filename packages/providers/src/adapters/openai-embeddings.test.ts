import {
  json,
  openAiError,
  startOpenAiEmulator,
  startRecorder,
  type RecorderAnswer,
} from "@faculties/testkit/emulators";
import { describe, expect, test } from "vitest";
import { createOpenAiEmbeddings, type EmbeddingSettings } from "./openai-embeddings.ts";
import { TEST_KEY, testSettings } from "../../test/test-settings.ts";

const model = "text-embedding-3-small";

async function embeddings(settings: Partial<EmbeddingSettings> = {}) {
  const emulator = await startOpenAiEmulator();
  const provider = createOpenAiEmbeddings({
    ...testSettings({ baseUrl: emulator.url }),
    model,
    ...settings,
  });
  return { emulator, provider };
}

async function answeredBy(...answers: RecorderAnswer[]) {
  const recorder = await startRecorder(...answers);
  const provider = createOpenAiEmbeddings({ ...testSettings({ baseUrl: recorder.url }), model });
  return { recorder, provider };
}

const vectors = (...data: [number, number[]][]) =>
  json({ data: data.map(([index, embedding]) => ({ object: "embedding", index, embedding })) });

describe("embeddings on the wire", () => {
  test("asks for all texts at once", async () => {
    const { emulator, provider } = await embeddings();
    const [first, second, third] = await provider.embed(["abc", "cab", "xyz"]);
    expect(emulator.requests).toMatchObject([
      { method: "POST", path: "/v1/embeddings", headers: { authorization: `Bearer ${TEST_KEY}` } },
    ]);
    expect(emulator.requests[0]?.body).toEqual({
      model,
      input: ["abc", "cab", "xyz"],
      encoding_format: "float",
    });
    expect(first).toBeInstanceOf(Float32Array);
    expect(first).toEqual(second);
    expect(first).not.toEqual(third);
  });

  test("asks for the dimensions it was given, and has them in its id", async () => {
    const { emulator, provider } = await embeddings({ dimensions: 8 });
    expect(provider.id).toBe("openai/text-embedding-3-small@8");
    await expect(provider.embed(["abc"])).resolves.toMatchObject([{ length: 8 }]);
    expect(emulator.requests[0]?.body).toMatchObject({ dimensions: 8 });
  });

  test("needs no key, and carries its server's name in its id", async () => {
    const { emulator, provider } = await embeddings({ name: "ollama", apiKey: undefined });
    await provider.embed(["abc"]);
    expect(provider.id).toBe("ollama/text-embedding-3-small");
    expect(emulator.requests[0]?.headers).not.toHaveProperty("authorization");
  });

  test("splits many texts and keeps their order", async () => {
    const { emulator, provider } = await embeddings();
    const texts = Array.from({ length: 300 }, (_, index) => "a".repeat(index + 1));
    const found = await provider.embed(texts);
    expect(emulator.requests).toHaveLength(3);
    expect(found.map((vector) => Math.max(...vector))).toEqual(texts.map((text) => text.length));
  });

  test("asks nothing for no texts", async () => {
    const { emulator, provider } = await embeddings();
    await expect(provider.embed([])).resolves.toEqual([]);
    expect(emulator.requests).toEqual([]);
  });

  test("stops when the caller leaves", async () => {
    const { emulator, provider } = await embeddings();
    const reason = new Error("the client left");
    const signal = AbortSignal.abort(reason);
    await expect(provider.embed(["abc"], { signal })).rejects.toBe(reason);
    expect(emulator.requests).toEqual([]);
  });
});

describe("embeddings' answers", () => {
  test("are put in the order of the texts", async () => {
    const { provider } = await answeredBy(vectors([1, [2, 2]], [0, [1, 1]]));
    await expect(provider.embed(["a", "b"])).resolves.toEqual([
      Float32Array.of(1, 1),
      Float32Array.of(2, 2),
    ]);
  });

  test.each([
    ["too few vectors", vectors([0, [1]])],
    ["too many vectors", vectors([0, [1]], [1, [1]], [2, [1]])],
    ["one vector twice", vectors([0, [1]], [0, [1]])],
    ["vectors of different length", vectors([0, [1]], [1, [1, 2]])],
    ["empty vectors", vectors([0, []], [1, []])],
    ["no vectors", json({})],
    ["vectors that are no numbers", json({ data: [{ index: 0, embedding: ["x"] }] })],
  ])("with %s are refused", async (_, answer) => {
    const { provider } = await answeredBy(answer);
    await expect(provider.embed(["a", "b"])).rejects.toMatchObject({
      code: "API_ERROR",
      details: { provider: "openai" },
    });
  });

  test("of other dimensions than asked for are refused", async () => {
    const { recorder } = await answeredBy(vectors([0, [1, 2, 3]]));
    const provider = createOpenAiEmbeddings({
      ...testSettings({ baseUrl: recorder.url }),
      model,
      dimensions: 4,
    });
    await expect(provider.embed(["a"])).rejects.toMatchObject({ code: "API_ERROR" });
  });

  test("that fail are tried again, and coded like those of models", async () => {
    const { recorder, provider } = await answeredBy(
      openAiError(500).wire,
      openAiError(429, { code: "insufficient_quota" }).wire,
    );
    await expect(provider.embed(["a"])).rejects.toMatchObject({ code: "QUOTA_EXCEEDED" });
    expect(recorder.requests).toHaveLength(2);
  });
});
