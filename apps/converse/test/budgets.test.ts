import { openAiError, xaiError } from "@faculties/testkit/emulators";
import { beforeEach, describe, expect, test } from "vitest";
import { startConverse } from "./support/converse.ts";
import { useVendors } from "./support/vendors.ts";

const { vendors, env } = useVendors();
const budget = (usd: string) => ({ ...env, CONVERSE_BUDGET_USD_DAY: usd });
// gpt-4o has a limit of 16,384 tokens; a call sets aside the price of 8,000 tokens of output: $0.08.
const PRICEY = { text: "Yes.", usage: { input: 10_000, output: 2000 } };
const COST = (10_000 * 2.5 + 2000 * 10) / 1e6;

beforeEach(() => {
  for (const [name, emulator] of Object.entries(vendors))
    emulator.answer("*", `${name} says hello`);
  vendors.openai.answer("gpt-4o", PRICEY);
});

describe("a budget of the day", () => {
  test("refuses before it is spent, over a restart too", async () => {
    const first = await startConverse({ env: budget("0.13") });
    const ask = { prompt: "x", model: "gpt-4o" };
    expect((await first.chat(ask)).metadata.cost_usd).toBeCloseTo(COST, 9);
    expect((await first.chat(ask)).metadata.cost_usd).toBeCloseTo(COST, 9);
    const before = vendors.openai.requests.length;
    expect(await first.refusal("chat", ask)).toMatchObject({
      code: "QUOTA_EXCEEDED",
      error: expect.stringContaining("CONVERSE_BUDGET_USD_DAY"),
    });
    const second = await startConverse({ env: budget("0.13"), home: first.home });
    expect(await second.refusal("chat", ask)).toMatchObject({ code: "QUOTA_EXCEEDED" });
    expect(vendors.openai.requests).toHaveLength(before);
  });

  test("is one for two processes, also when both ask at the same time", async () => {
    const first = await startConverse({ env: budget("0.2") });
    const second = await startConverse({ env: budget("0.2"), home: first.home });
    const before = vendors.openai.requests.length;
    const calls = Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? first : second).call("chat", { prompt: `x ${at}`, model: "gpt-4o" }),
    );
    const answers = await Promise.all(calls);
    const paid = vendors.openai.requests.length - before;
    expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(paid);
    expect(paid).toBeGreaterThan(0);
    expect(paid * COST).toBeLessThanOrEqual(0.2 + COST);
  });

  test("that runs out in the middle of a consensus keeps what was answered", async () => {
    const converse = await startConverse({ env: budget("0.1") });
    const models = [{ model: "gpt-4o", samples: 3 }];
    const result = await converse.consensus({ prompt: "x", models, enable_cross_feedback: false });
    expect(result.successful_initial_responses).toBe(1);
    expect(result.phases.failed.map(({ code }) => code)).toEqual([
      "QUOTA_EXCEEDED",
      "QUOTA_EXCEEDED",
    ]);
  });
});

test("a budget of a conversation refuses its next turn, not another conversation", async () => {
  const converse = await startConverse({
    env: { ...env, CONVERSE_BUDGET_USD_CONVERSATION: "0.04" },
  });
  const { continuation } = await converse.chat({ prompt: "x", model: "gpt-4o" });
  const further = { prompt: "y", continuation_id: continuation.id };
  expect(await converse.refusal("chat", further)).toMatchObject({ code: "QUOTA_EXCEEDED" });
  expect(await converse.refusal("consensus", further)).toMatchObject({ code: "QUOTA_EXCEEDED" });
  expect((await converse.chat({ prompt: "z", model: "gpt-4o" })).content).toBe("Yes.");
});

describe("auto", () => {
  test("goes on to the next provider when one fails for a reason of its own, and says so", async () => {
    vendors.openai.answer("*", openAiError(401, { message: "Incorrect API key" }));
    const converse = await startConverse({ env });
    const answer = await converse.chat({ prompt: "x" });
    expect(answer.metadata).toMatchObject({ provider: "google", model: "gemini-3.8-flash" });
    expect(answer.metadata.notices).toEqual([
      {
        type: "provider_skipped",
        message: expect.stringMatching(
          /^gpt-6\.1-sol did not answer \(PROVIDER_UNAVAILABLE\): .* gemini-3\.8-flash was asked instead\.$/,
        ),
      },
    ]);
  });

  test("does not go on for a reason that lies in the request, nor from a model that was named", async () => {
    const converse = await startConverse({ env });
    vendors.openai.answer("*", openAiError(400, { message: "No." }));
    expect(await converse.refusal("chat", { prompt: "x" })).toMatchObject({
      code: "INVALID_INPUT",
    });
    vendors.xai.answer("*", xaiError(429, "slow"));
    expect(await converse.refusal("chat", { prompt: "x", model: "grok-4.7" })).toMatchObject({
      code: "RATE_LIMIT_EXCEEDED",
    });
  });

  test("gives the last error when nobody answers", async () => {
    for (const vendor of [
      "openai",
      "google",
      "xai",
      "anthropic",
      "openrouter",
      "compatible",
    ] as const)
      vendors[vendor].answer("*", openAiError(402));
    const converse = await startConverse({ env });
    expect(await converse.refusal("chat", { prompt: "x" })).toMatchObject({
      code: "QUOTA_EXCEEDED",
    });
  });
});
