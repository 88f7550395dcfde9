import { firstGeneration } from "./first-generation.ts";
import type { ClientKind } from "./interop-client.ts";
import { langchain } from "./langchain.ts";
import { openaiAgents } from "./openai-agents.ts";
import { secondGeneration } from "./second-generation.ts";
import { vercelAi } from "./vercel-ai.ts";

/** The clients that every server has to get along with. */
export const clientKinds: readonly ClientKind[] = [
  secondGeneration("2025"),
  secondGeneration("2026"),
  firstGeneration,
  vercelAi,
  langchain,
  openaiAgents,
];
