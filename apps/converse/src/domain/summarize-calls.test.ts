import { expect, test } from "vitest";
import { type ModelCall, summarizeCalls } from "./summarize-calls.ts";

const call = (fields: Partial<ModelCall>): ModelCall => ({
  provider: "openai",
  model: "o3",
  durationMs: 10,
  inputTokens: 1,
  outputTokens: 2,
  code: null,
  concurrent: 1,
  ...fields,
});

test("takes times from calls that succeeded, by nearest rank", () => {
  const times = Array.from({ length: 100 }, (_, index) => call({ durationMs: index + 1 }));
  const failed = call({ durationMs: 9999, code: "TIMEOUT", inputTokens: 0, outputTokens: 0 });
  const { providers, calls, errors } = summarizeCalls([...times, failed]);
  expect({ calls, errors }).toEqual({ calls: 101, errors: 1 });
  expect(providers).toMatchObject([
    { p50_ms: 50, p95_ms: 95, error_rate: 0.0099, errors_by_code: { TIMEOUT: 1 } },
  ]);
});

test("has no times and no cost where there are none", () => {
  const { providers, usage } = summarizeCalls([call({ code: "API_ERROR" })]);
  expect(providers).toMatchObject([{ p50_ms: null, p95_ms: null }]);
  expect(usage).toEqual({ input_tokens: 1, output_tokens: 2, total_tokens: 3 });
  expect(summarizeCalls([])).toMatchObject({ calls: 0, highest_concurrency: 0, providers: [] });
});
