/** The five servers, in the order of the page. */
export const SERVER_NAMES = [
  "agent-memory",
  "langbase-reasoning",
  "orchestrator-resources",
  "converse",
  "gan-audit",
] as const;

export type ServerName = (typeof SERVER_NAMES)[number];

export function isServerName(name: string): name is ServerName {
  return (SERVER_NAMES as readonly string[]).includes(name);
}
