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
  usesRoots: (_, { project }: Context) => project.asksClient,
  async run(
    { old_decision_ids: givenIds, ...text },
    context: Context,
    { roots },
  ): Promise<SupersedeDecisionOutput> {
    requireWriter(context.access);

    const project = await context.project.find(roots);
    const replaced = { oldIds: givenIds, project };
    const { id, oldIds: superseded } = await supersedeDecision(context, text, replaced);

    return {
      status: "success",
      message: `Recorded ${id}; superseded ${superseded.join(", ")}.`,
      decision_id: id,
    };
  },
});
