import { ConfigError } from "@faculties/mcp-kit";

const AGENTS = ["claude", "codex", "gemini", "off"];

/** Refuses the name of an agent that could only fail later, in the middle of a call. */
export function requireAgents(names: readonly string[] = []): void {
  const unknown = names.find((name) => !AGENTS.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(`CONVERSE_CLI must be of ${AGENTS.join(", ")}, not "${unknown}".`);
}
