import { defineTool } from "@faculties/mcp-kit";
import {
  RecordDecisionInput,
  RecordDecisionOutput,
} from "@faculties/schemas/agent-memory/record-decision";
import type { Context } from "../context.ts";
import { requireWriter } from "../domain/access.ts";
import { recordDecision } from "../decisions/record-decision.ts";

export const recordDecisionTool = defineTool({
  name: "record_decision",
  title: "Record a decision",
  description:
    "Remember a decision: save what was just decided or agreed on, with its reasons, so that later sessions know and follow it (an architecture choice, a technology, a convention, a rule). Not for progress notes or facts about people. Search first and reuse the existing target name. Fails if the target already has an active decision: then use supersede_decision.",
  toolset: "write",
  input: RecordDecisionInput,
  output: RecordDecisionOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  },
  usesRoots: (_, { project }: Context) => project.asksClient,
  async run(input, context: Context, { roots }): Promise<RecordDecisionOutput> {
    requireWriter(context.access);

    const project = await context.project.find(roots);
    const id = await recordDecision(context, input, project);

    return { status: "success", message: `Recorded ${id}.`, decision_id: id };
  },
});
