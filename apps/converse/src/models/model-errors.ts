import { CodedError } from "@faculties/errors";
import { shownName } from "../domain/shown-name.ts";

/** No provider is configured; `wanted` is the provider of the requested model. */
export function nothingConfigured(wanted?: string): CodedError {
  return new CodedError(
    "PROVIDER_UNAVAILABLE",
    "Provider not available. Check API key configuration. No provider is configured: set OPENAI_API_KEY, GOOGLE_API_KEY, XAI_API_KEY, ANTHROPIC_API_KEY, OPENROUTER_API_KEY or COMPATIBLE_BASE_URL in the environment of this server, or sign in to claude, codex or gemini on this machine, and start it again. `converse doctor` checks the set-up.",
    { details: wanted === undefined ? {} : { provider: wanted } },
  );
}

/** `provider` is the preferred provider, which the message uses as an example. */
export function modelNotFound(
  given: string,
  provider: string,
  suggestions: readonly string[],
): CodedError {
  const name = shownName(given);
  const hint =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(", ")}?`
      : "`converse models` lists those that are known.";
  return new CodedError(
    "MODEL_NOT_FOUND",
    `Model not found: ${name}. ${hint} A model that is not listed is named with its provider, as in ${provider}/some-model.`,
    { details: { model: name, provider, ...(suggestions.length > 0 && { suggestions }) } },
  );
}

export function noModelAt(provider: string): CodedError {
  const message = `Provider not available: ${provider} has no model that can chat. Load one there.`;
  return new CodedError("PROVIDER_UNAVAILABLE", message, { details: { provider } });
}

export function cannotSee(model: string, provider: string, seeing: readonly string[]): CodedError {
  const others = seeing.length > 0 ? ` These can: ${seeing.join(", ")}.` : "";
  return new CodedError("INVALID_INPUT", `${model} cannot see images.${others}`, {
    details: { model, provider, suggestions: [...seeing] },
  });
}
