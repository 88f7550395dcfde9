import { CodedError } from "@faculties/errors";
import { defineTool } from "@faculties/mcp-kit";
import { GetDecisionInput, GetDecisionOutput } from "@faculties/schemas/agent-memory/get-decision";
import type { Context } from "../context.ts";
import { getDecision } from "../decisions/get-decision.ts";

export const getDecisionTool = defineTool({
  name: "get_decision",
  title: "Get a decision",
  description:
    "Read one decision whole: its full rationale, its consequences, and its lineage, which is what it replaced and what replaced it. Use it after search_decisions, whose results are previews, or with a target to learn what is in force on it. Give either the id or the target.",
  toolset: "read",
  input: GetDecisionInput,
  output: GetDecisionOutput,
  annotations: {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  usesRoots: ({ target }, { project }: Context) => target !== undefined && project.asksClient,
  async run({ id, target }, context: Context, { roots }): Promise<GetDecisionOutput> {
    if ((id === undefined) === (target === undefined))
      throw new CodedError("INVALID_INPUT", "Give either id or target, and not both.", {
        isCallersFault: true,
      });

    const projects = await context.project.visible(target === undefined ? undefined : roots);
    const found = await getDecision(context, { id, target, projects });

    return { status: "success", message: null, ...found };
  },
});
