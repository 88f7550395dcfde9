import { defineTool } from "@faculties/mcp-kit";
import { ConsensusInput, ConsensusOutput } from "@faculties/schemas/converse/consensus";
import { TimeBudget } from "../models/time-budget.ts";
import type { Context } from "../context.ts";
import { asksForRoots } from "../attachments/allowed-directories.ts";
import { withoutSecrets } from "../domain/without-secrets.ts";

export const consensusTool = defineTool({
  name: "consensus",
  title: "Consensus",
  description:
    "Ask several AI models the same question at the same time and compare their answers: do GPT, Gemini, Grok and other AIs agree about a design or proposal? A judge writes the conclusion: what is agreed, what is disputed. For one model use chat. It costs a call per model and one for the judge.",
  hasView: true,
  input: ConsensusInput,
  output: ConsensusOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  isLong: () => true,
  usesRoots: ({ relevant_files: files = [], images = [] }, context: Context) =>
    asksForRoots([...files, ...images], context),
  async run(input, context: Context, call) {
    const budget = new TimeBudget(context.settings.requestTimeoutMs);
    const { runConsensus } = await import("../consensus/run-consensus.ts");
    return runConsensus(withoutSecrets(input, context.redact), context, call, budget);
  },
});
