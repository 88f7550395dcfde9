/** The providers that are not servers of the user's own, by the names that stand before a model's. */
export const VENDORS: readonly string[] = [
  "openai",
  "google",
  "xai",
  "anthropic",
  "openrouter",
  "cli",
];
