import { describe, expect, test } from "vitest";
import { ChatInput, ChatOutput } from "./chat.ts";
import { ConsensusFailure, ConsensusInput, ConsensusOutput } from "./consensus.ts";
import { ConverseErrorPayload } from "./converse-error.ts";

describe("chat", () => {
  test("fills in the defaults and leaves the model open", () => {
    expect(ChatInput.parse({ prompt: "Why?" })).toEqual({
      prompt: "Why?",
      temperature: 0.5,
      reasoning_effort: "medium",
      use_websearch: false,
    });
  });

  test("takes the contract's example", () => {
    const example = {
      prompt: "Review this authentication function for security issues",
      model: "o3",
      files: ["/project/src/auth.js", "/project/config/security.json"],
      temperature: 0.2,
      reasoning_effort: "high",
    };
    expect(ChatInput.parse(example)).toEqual({ ...example, use_websearch: false });
  });

  test("refuses a prompt that says nothing", () => {
    expect(ChatInput.safeParse({ prompt: " \n" }).error?.issues[0]?.message).toBe(
      "prompt cannot be empty",
    );
  });

  const answer = {
    content: "AI response text",
    continuation: {
      id: "conv_d6a6a5ec-6900-4fd8-a4e0-1fa4f75dfc42",
      provider: "openai",
      model: "gpt-4o-mini",
      messageCount: 3,
    },
    metadata: {
      model: "gpt-4o-mini",
      usage: { input_tokens: 150, output_tokens: 85, total_tokens: 235 },
      response_time_ms: 1247,
      provider: "openai",
    },
  };

  test("answers as the contract's example", () => {
    expect(ChatOutput.parse(answer)).toEqual(answer);
  });

  test("adds cost, totals and notices to the metadata", () => {
    const extended = {
      ...answer,
      metadata: {
        ...answer.metadata,
        cost_usd: 0.0012,
        conversation: { input_tokens: 900, output_tokens: 300, total_tokens: 1200, cost_usd: 0.01 },
        cached: false,
        notices: [
          {
            type: "history_trimmed",
            message: "The 4 oldest messages were left out.",
            dropped_messages: 4,
          },
          { type: "file_skipped", message: "Not found.", path: "/project/gone.ts" },
        ],
      },
    };
    expect(ChatOutput.parse(extended)).toEqual(extended);
  });
});

describe("consensus", () => {
  test("fills in the defaults", () => {
    const example = { prompt: "Which database?", models: [{ model: "o3" }, { model: "flash" }] };
    expect(ConsensusInput.parse(example)).toEqual({
      ...example,
      temperature: 0.2,
      reasoning_effort: "medium",
      mode: "independent",
      laps: 2,
      use_websearch: false,
    });
  });

  test("takes the contract's advanced example whole", () => {
    const example = {
      prompt: "Design a scalable architecture for a video streaming platform",
      models: [{ model: "o3" }, { model: "gemini-2.5-pro" }, { model: "grok-4-0709" }],
      relevant_files: ["/docs/requirements.md", "/docs/performance_goals.md"],
      images: ["/diagrams/current_system.png"],
      enable_cross_feedback: true,
      cross_feedback_prompt: "Focus on scalability and cost optimization in your refinement",
      temperature: 0.15,
      reasoning_effort: "max",
    };
    const added = { mode: "independent", laps: 2, use_websearch: false };
    expect(ConsensusInput.parse(example)).toEqual({ ...example, ...added });
  });

  test("takes names, stances and samples, and no models at all", () => {
    const models = ["sol", { model: "opus", stance: "against", samples: 2 }];
    expect(ConsensusInput.parse({ prompt: "Why?", models }).models).toEqual(models);
    expect(ConsensusInput.safeParse({ prompt: "Why?" }).success).toBe(true);
  });

  test("needs a model to ask where models are given", () => {
    expect(ConsensusInput.safeParse({ prompt: "Why?", models: [] }).success).toBe(false);
  });

  const initial = {
    model: "o3",
    status: "success",
    response: "Initial analysis from O3...",
    metadata: { provider: "openai", input_tokens: 200, output_tokens: 150, response_time: 2500 },
  };
  const failed = {
    model: "grok-4-0709",
    status: "failed",
    error: "xAI rate limit exceeded",
    code: "RATE_LIMIT_EXCEEDED",
    provider: "xai",
    retry_after: 60,
  };

  test("answers as the contract's example", () => {
    const answer = {
      status: "consensus_complete",
      models_consulted: 3,
      successful_initial_responses: 3,
      failed_responses: 0,
      refined_responses: 3,
      phases: {
        initial: [initial],
        refined: [
          {
            model: "o3",
            status: "success",
            initial_response: "Initial analysis...",
            refined_response: "After considering other perspectives...",
            metadata: {
              total_response_time: 4800,
              total_input_tokens: 450,
              total_output_tokens: 320,
            },
          },
        ],
        failed: [failed],
      },
      continuation: { id: "consensus_xyz789", messageCount: 2 },
      settings: {
        enable_cross_feedback: true,
        temperature: 0.2,
        models_requested: ["o3", "gemini-2.5-flash", "grok-4-0709"],
      },
    };
    expect(ConsensusOutput.parse(answer)).toEqual(answer);
  });

  test("says why when no model answered", () => {
    const failure = {
      status: "consensus_failed",
      error: "No model answered.",
      code: "RATE_LIMIT_EXCEEDED",
      models_consulted: 1,
      successful_initial_responses: 0,
      failed_responses: 1,
      refined_responses: 0,
      phases: { initial: [], refined: [], failed: [failed] },
      retry_after: 60,
    };
    expect(ConsensusFailure.parse(failure)).toEqual(failure);
  });
});

describe("errors", () => {
  test.each([
    {
      error: "Provider not available. Check API key configuration.",
      code: "PROVIDER_UNAVAILABLE",
      provider: "openai",
    },
    { error: "Model not found: invalid-model", code: "MODEL_NOT_FOUND", provider: "openai" },
    {
      error: "OpenAI rate limit exceeded",
      code: "RATE_LIMIT_EXCEEDED",
      provider: "openai",
      retry_after: 60,
    },
    {
      error: "Context length exceeded for model",
      code: "CONTEXT_LENGTH_EXCEEDED",
      max_tokens: 128000,
      provided_tokens: 150000,
    },
  ])("keep every field of $code", (payload) => {
    expect(ConverseErrorPayload.parse(payload)).toEqual(payload);
  });

  test("have no other codes", () => {
    expect(ConverseErrorPayload.safeParse({ error: "x", code: "OOPS" }).success).toBe(false);
  });
});
