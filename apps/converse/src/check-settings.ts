import { ConfigError } from "@faculties/mcp-kit";
import { requireAddress } from "./models/require-address.ts";
import type { Settings } from "./settings.ts";

const AGENTS = ["claude", "codex", "gemini", "off"];

/** Refuses values that could only fail later, in the middle of a call. */
export function checkSettings(settings: Settings): void {
  const addresses = {
    OPENAI_BASE_URL: settings.openaiBaseUrl,
    GOOGLE_BASE_URL: settings.googleBaseUrl,
    XAI_BASE_URL: settings.xaiBaseUrl,
    ANTHROPIC_BASE_URL: settings.anthropicBaseUrl,
    OPENROUTER_BASE_URL: settings.openrouterBaseUrl,
  };
  for (const [variable, address] of Object.entries(addresses)) {
    if (address !== undefined) requireAddress(variable, address);
  }
  const unknown = settings.cliAgents?.find((name) => !AGENTS.includes(name));
  if (unknown !== undefined) {
    throw new ConfigError(`CONVERSE_CLI must be of ${AGENTS.join(", ")}, not "${unknown}".`);
  }
}
