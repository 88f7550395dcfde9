import type { ModelEntry } from "@faculties/providers";

/** The provider and model of a call; the entry is present for models that the registry lists. */
export type Target = {
  provider: string;
  model: string;
  entry?: ModelEntry | undefined;
  /** The model that was asked for and is gone. */
  replaces?: ModelEntry | undefined;
};

/** Whether images may be sent to a model. Unknown models are assumed to see. */
export function canSee({ provider, entry }: Target): boolean {
  return entry?.images ?? provider !== "cli";
}

/** The model that `auto` stands for at each provider, in order of preference. */
export const AUTO_MODELS: Readonly<Record<string, string>> = {
  openai: "gpt-6.1-sol",
  google: "gemini-3.8-flash",
  xai: "grok-4.7",
  anthropic: "claude-sonnet-5-5",
  openrouter: "openrouter/auto",
};

/** The models that judge well at a price that fits the work, best first. */
export const JUDGE_MODELS: readonly string[] = [
  "openai/gpt-6.1-sol",
  "anthropic/claude-opus-5-5",
  "google/gemini-4-argon",
  "xai/grok-4.7",
];

/** A router forwards to other models: an answer is named after the model that gave it, and the conversation stays with that model. */
export function isRouter({ provider, model }: { provider: string; model: string }): boolean {
  return provider === "openrouter" && model === "openrouter/auto";
}
