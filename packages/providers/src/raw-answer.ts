import type { AdapterSettings } from "./adapter-settings.ts";
import { costOf, type ModelEntry } from "./model-entry.ts";
import type { ModelResponse, Usage } from "./model-provider.ts";
import { ProviderError } from "./provider-error.ts";
import { providerTitle } from "./provider-settings.ts";

/** A vendor's answer as the adapter reads it, before it is checked and redacted. */
export type RawAnswer = {
  text: string;
  /** The vendor or the model declined on safety grounds. */
  refused: boolean;
  finish: ModelResponse["finish"];
  model: string | undefined;
  usage: Usage;
  /** The vendor's own figure; it overrides the registry's prices. */
  costUsd?: number | undefined;
  threadId?: string | undefined;
};

/** Counts that add up, even if the vendor gave none. */
export function usageOf(inputTokens = 0, outputTokens = 0): Usage {
  return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
}

/** Turns a vendor's answer into ours: throws if it has no text, and redacts the text. */
export function finishAnswer(
  raw: RawAnswer,
  call: {
    provider: string;
    model: string;
    entry: ModelEntry | undefined;
    redact: AdapterSettings["redact"];
  },
): ModelResponse {
  const { provider, model, entry, redact } = call;
  if (raw.text.trim() === "") throw emptyAnswer(raw, provider, model);
  const costUsd = raw.costUsd ?? costOf(entry, raw.usage);
  return {
    text: redact(raw.text),
    usage: raw.usage,
    model: redact(raw.model ?? model),
    finish: raw.finish,
    ...(costUsd !== undefined && { costUsd }),
    ...(raw.threadId !== undefined && { threadId: raw.threadId }),
  };
}

function emptyAnswer(raw: RawAnswer, provider: string, model: string): ProviderError {
  const details = { provider };
  if (raw.refused) {
    const message = `${providerTitle(provider)} refused the request on safety grounds. Rephrase it or use another model.`;
    return new ProviderError("SAFETY_ERROR", message, { details });
  }
  const hint =
    raw.finish === "length"
      ? "It used up its output tokens before the answer: allow more, or ask for less effort."
      : "Try again or use another model.";
  return new ProviderError("NO_RESPONSE_CONTENT", `${model} gave no text. ${hint}`, { details });
}
