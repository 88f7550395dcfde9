import type { ConsensusPhases } from "@faculties/schemas/converse/consensus-phases";
import type { UsageTotals } from "@faculties/schemas/converse/usage";

export type Message = {
  role: "user" | "assistant";
  model?: string;
  at: string;
  content: string;
  files?: string[];
  images?: number;
  usage?: UsageTotals;
  response_time_ms?: number;
  phases?: ConsensusPhases;
};

export type Conversation = {
  id: string;
  title: string;
  provider: string;
  model: string;
  message_count: number;
  updated_at: string;
  usage: UsageTotals;
  messages: Message[];
};
