export type Setup = { args?: string[]; env?: Record<string, string> };

/** How the servers of the pages are started; what a page needs of a vendor is emulated on loopback. */
export const setups: Record<string, () => Promise<Setup>> = {
  "agent-memory": async () => ({
    args: ["--enable-reflection", "--role", "admin"],
    env: { AGENT_MEMORY_SECRET: "for-the-documentation", AGENT_MEMORY_COOLDOWN_MS: "0" },
  }),
};
