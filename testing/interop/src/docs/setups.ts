import { consultConverse } from "./setups/converse.ts";
import { auditRepository } from "./setups/gan-audit.ts";
import { reasonOnScript } from "./setups/langbase-reasoning.ts";
import { orchestrateNode } from "./setups/orchestrator-resources.ts";

export type Setup = {
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** The values of placeholders that the page has from the start. */
  names?: Record<string, string>;
};

/** How the servers of the pages are started; what a page needs of a vendor is emulated on loopback. */
export const setups: Record<string, () => Promise<Setup>> = {
  "agent-memory": async () => ({
    args: ["--enable-reflection", "--role", "admin"],
    env: { AGENT_MEMORY_SECRET: "for-the-documentation", AGENT_MEMORY_COOLDOWN_MS: "0" },
  }),
  converse: consultConverse,
  "gan-audit": auditRepository,
  "langbase-reasoning": reasonOnScript,
  "orchestrator-resources": orchestrateNode,
};
