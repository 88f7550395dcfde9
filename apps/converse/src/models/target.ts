import type { ModelEntry } from "@faculties/providers";

/** Which model of which provider a call goes to; the entry is there for those that the registry lists. */
export type Target = { provider: string; model: string; entry?: ModelEntry | undefined };

/** Whether images may be sent to it. A model that nothing is known of gets the benefit of the doubt. */
export function canSee({ provider, entry }: Target): boolean {
  return entry?.images ?? provider !== "cli";
}

/** What `auto` stands for at each provider that has a list of its own; it is looked for in this order. */
export const AUTO_MODELS: Readonly<Record<string, string>> = {
  openai: "gpt-6.1-sol",
  google: "gemini-3.8-flash",
  xai: "grok-4.7",
  anthropic: "claude-sonnet-5-5",
  openrouter: "openrouter/auto",
};

/** A model that stands for others: an answer is named after the one that gave it, and a conversation stays with it. */
export function isRouter({ provider, model }: { provider: string; model: string }): boolean {
  return provider === "openrouter" && model === "openrouter/auto";
}
