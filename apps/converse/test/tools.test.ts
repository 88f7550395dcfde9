import type { ChatOutput } from "@faculties/schemas/converse/chat";
import { startHttp } from "@faculties/testkit";
import { expect, test } from "vitest";
import { entry, startConverse } from "./support/converse.ts";
import { useVendors } from "./support/vendors.ts";

const { env: vendorEnv } = useVendors();

test.each(["2025", "2026", "1.x"] as const)(
  "a %s client sees the contract's tools, and one to fetch long answers",
  async (client) => {
    const server = await startConverse({ client });
    const listed = await server.listTools();
    expect(listed.map(({ name }) => name)).toEqual(["chat", "consensus", "job"]);
    const tools = listed.slice(0, 2);
    expect(tools.map(({ name, annotations }) => ({ name, annotations }))).toEqual(
      ["chat", "consensus"].map((name) => ({
        name,
        annotations: {
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: false,
          openWorldHint: true,
        },
      })),
    );
    const [chat, consensus] = tools.map(({ inputSchema }) => inputSchema);
    const efforts = {
      type: "string",
      enum: ["minimal", "low", "medium", "high", "max"],
      default: "medium",
    };
    expect(chat).toMatchObject({
      required: ["prompt"],
      properties: {
        prompt: { type: "string" },
        model: { type: "string" },
        files: { type: "array", items: { type: "string" } },
        images: { type: "array", items: { type: "string" } },
        continuation_id: { type: "string" },
        temperature: { type: "number", minimum: 0, maximum: 1, default: 0.5 },
        reasoning_effort: efforts,
        use_websearch: { type: "boolean", default: false },
      },
    });
    expect(consensus).toMatchObject({
      required: ["prompt"],
      properties: {
        models: {
          items: {
            anyOf: [
              { properties: { model: { type: "string" } }, required: ["model"] },
              { type: "string" },
            ],
          },
        },
        relevant_files: { type: "array" },
        images: { type: "array" },
        continuation_id: { type: "string" },
        enable_cross_feedback: { type: "boolean", default: true },
        cross_feedback_prompt: { type: "string" },
        temperature: { type: "number", minimum: 0, maximum: 1, default: 0.2 },
        reasoning_effort: efforts,
      },
    });
    expect(Object.keys(chat?.properties ?? {})).toHaveLength(9);
    expect(Object.keys(consensus?.properties ?? {})).toHaveLength(14);
  },
);

test("operations are logged at info, and not at error", async () => {
  const said: string[] = [];
  for (const level of ["info", "error"]) {
    const env = { ...vendorEnv, LOG_LEVEL: level, LOG_FORMAT: "json" };
    const server = await startConverse({ env });
    await server.chat({ prompt: "x", model: "o3" });
    await server.close();
    said.push(server.stderr());
  }
  const [line = ""] = said[0]?.split("\n") ?? [];
  expect(JSON.parse(line)).toMatchObject({
    level: "info",
    message: "a model answered",
    provider: "openai",
    model: "o3",
    inputTokens: 11,
    outputTokens: 7,
  });
  expect(said[1]).toBe("");
});

test.each(["2025", "2026", "1.x"] as const)("a %s client chats over HTTP", async (client) => {
  const server = await startHttp({ entry, env: vendorEnv });
  const { callOk } = await server.connect(client);
  const first = await callOk<ChatOutput>("chat", { prompt: "Why?", model: "o3" });
  const continuation_id = first.continuation.id;
  expect(await callOk("chat", { prompt: "And?", continuation_id })).toMatchObject({
    content: "openai says hello",
    continuation: { id: continuation_id, messageCount: 4 },
  });
});
