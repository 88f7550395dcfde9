import type { Setup } from "../setups.ts";

/** With every module, and with two programs that children may be; without heartbeats, and with marks that hardly fade. */
export async function orchestrateNode(): Promise<Setup> {
  return {
    args: ["--enable-all", "--allow-command", "node,npm"],
    env: {
      ORCHESTRATOR_HEARTBEAT_INTERVAL_MS: "3600000",
      ORCHESTRATOR_STIG_HALF_LIFE_MS: "2000000000",
    },
  };
}
