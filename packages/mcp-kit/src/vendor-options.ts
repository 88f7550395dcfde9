import { option } from "./define-option.ts";

/** The keys and addresses of model vendors, for the servers that ask several of them. */
export const vendorOptions = {
  openaiKey: option.secret({ env: "OPENAI_API_KEY", describe: "Key for OpenAI" }),
  openaiBaseUrl: option.url({ env: "OPENAI_BASE_URL", describe: "Another address for OpenAI" }),
  googleKey: option.secret({ env: "GOOGLE_API_KEY", describe: "Key for Google's Gemini" }),
  googleBaseUrl: option.url({ env: "GOOGLE_BASE_URL", describe: "Another address for Gemini" }),
  xaiKey: option.secret({ env: "XAI_API_KEY", describe: "Key for xAI" }),
  xaiBaseUrl: option.url({ env: "XAI_BASE_URL", describe: "Another address for xAI" }),
  anthropicKey: option.secret({ env: "ANTHROPIC_API_KEY", describe: "Key for Anthropic" }),
  anthropicBaseUrl: option.url({
    env: "ANTHROPIC_BASE_URL",
    describe: "Another address for Anthropic",
  }),
  openrouterKey: option.secret({ env: "OPENROUTER_API_KEY", describe: "Key for OpenRouter" }),
  openrouterBaseUrl: option.url({
    env: "OPENROUTER_BASE_URL",
    describe: "Another address for OpenRouter",
  }),
};
