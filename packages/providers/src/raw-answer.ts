import type { AdapterSettings } from "./adapter-settings.ts";
import { costOf, type ModelEntry } from "./model-entry.ts";
import type { ModelResponse, Source, Usage } from "./model-provider.ts";
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
  /** As the vendor lists them: repeated, or not addresses at all. */
  sources?: readonly FoundSource[] | undefined;
  refusedParameters?: readonly string[] | undefined;
};

type FoundSource = { url?: string | undefined; title?: string | null | undefined };

type UsageDetails = {
  cached?: number | undefined;
  cacheWrites?: number | undefined;
  searches?: number | undefined;
};

/** Counts that add up, even if the vendor gave none. */
export function usageOf(inputTokens = 0, outputTokens = 0, details: UsageDetails = {}): Usage {
  const { cached = 0, cacheWrites = 0, searches = 0 } = details;
  return {
    inputTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    // A vendor that counts its cache apart from the input must not make the rest negative.
    ...(cached > 0 && { cachedInputTokens: Math.min(cached, inputTokens) }),
    ...(cacheWrites > 0 && { cacheWriteTokens: Math.min(cacheWrites, inputTokens) }),
    ...(searches > 0 && { searches }),
  };
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
  const text = withoutThoughts(raw.text);
  if (text.trim() === "") throw emptyAnswer(raw, provider, model);
  const costUsd = raw.costUsd ?? costOf(entry, raw.usage);
  const sources = cleanSources(raw.sources ?? [], redact);
  const { refusedParameters = [] } = raw;
  return {
    text: redact(text),
    usage: raw.usage,
    model: redact(raw.model ?? model),
    finish: raw.finish,
    ...(costUsd !== undefined && { costUsd }),
    ...(raw.threadId !== undefined && { threadId: raw.threadId }),
    ...(sources.length > 0 && { sources }),
    ...(refusedParameters.length > 0 && { refusedParameters: [...refusedParameters] }),
  };
}

const THOUGHTS = /^\s*<(think|thinking)>[\s\S]*?(?:<\/\1>\s*|$)/i;

/** Some servers leave a model's thoughts in front of its answer. Tags in the middle of a text belong to the text. */
function withoutThoughts(text: string): string {
  return text.replace(THOUGHTS, "");
}

const MOST_SOURCES = 50;
const LONGEST_URL = 2000;
const LONGEST_TITLE = 300;

function cleanSources(
  sources: readonly FoundSource[],
  redact: AdapterSettings["redact"],
): Source[] {
  const byUrl = new Map<string, Source>();
  for (const { url = "", title } of sources) {
    if (byUrl.size >= MOST_SOURCES || url.length > LONGEST_URL || !isWebAddress(url)) continue;
    const known = byUrl.get(url);
    const name = redact(title ?? "")
      .trim()
      .slice(0, LONGEST_TITLE);
    if (known === undefined || (known.title === undefined && name !== "")) {
      byUrl.set(url, { url: redact(url), ...(name !== "" && { title: name }) });
    }
  }
  return [...byUrl.values()];
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
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
