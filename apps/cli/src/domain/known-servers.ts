/** The servers that this command knows, with what each gives an agent. */
export const knownServers = [
  { name: "agent-memory", summary: "decisions that supersede each other, found again in time" },
  { name: "converse", summary: "answers of other vendors' models, alone or in debate" },
  { name: "gan-audit", summary: "step-by-step thinking with adversarial judges" },
  { name: "langbase-reasoning", summary: "reasoning in lines, trees and graphs" },
  { name: "orchestrator-resources", summary: "graphs, runs and a blackboard as resources" },
] as const;

export type ServerName = (typeof knownServers)[number]["name"];

export const serverNames: readonly ServerName[] = knownServers.map(({ name }) => name);
