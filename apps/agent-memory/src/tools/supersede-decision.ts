import { defineTool } from "@faculties/mcp-kit";
import {
  SupersedeDecisionInput,
  SupersedeDecisionOutput,
} from "@faculties/schemas/agent-memory/supersede-decision";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { supersedeDecision } from "../decisions/record-decision.ts";

export const supersedeDecisionTool = defineTool({
  name: "supersede_decision",
  title: "Supersede decisions",
  description:
    "Replace an old decision that is no longer valid with a new one when you changed your mind: the old one stays in the history as superseded. Name every active decision of the target in old_decision_ids (search_decisions returns the ids). An agent cannot replace a decision that a person recorded; that is refused.",
  toolset: "write",
  input: SupersedeDecisionInput,
  output: SupersedeDecisionOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  },
  async run(
    { old_decision_ids: oldIds, ...text },
    context: Context,
  ): Promise<SupersedeDecisionOutput> {
    requireWriter(context.access);

    const { id, oldIds: superseded } = await supersedeDecision(context, text, oldIds);

    return {
      status: "success",
      message: `Recorded ${id}; superseded ${superseded.join(", ")}.`,
      decision_id: id,
    };
  },
});
