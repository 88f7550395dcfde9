export type ServerName =
  | "agent-memory"
  | "langbase-reasoning"
  | "orchestrator-resources"
  | "converse"
  | "gan-audit";

/** The purpose of each server, in a sentence. */
export const SERVERS: Readonly<Record<ServerName, { title: string; purpose: string }>> = {
  "agent-memory": {
    title: "Memory",
    purpose: "Decisions that supersede each other, found again by words and meaning.",
  },
  "langbase-reasoning": {
    title: "Reasoning",
    purpose: "Thoughts in lines, trees and graphs; decisions and probabilities that are computed.",
  },
  "orchestrator-resources": {
    title: "Runs",
    purpose: "Graphs that really run, child processes with their logs, a blackboard.",
  },
  converse: {
    title: "Second opinion",
    purpose: "Ask one model, or let several answer and learn from each other.",
  },
  "gan-audit": {
    title: "Review",
    purpose: "Step-by-step thinking whose code is judged, and fixed where possible.",
  },
};

export const SERVER_NAMES = Object.keys(SERVERS) as ServerName[];
