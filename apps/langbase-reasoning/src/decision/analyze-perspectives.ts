import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningAnalyzePerspectivesInput,
  ReasoningAnalyzePerspectivesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-analyze-perspectives";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import {
  describePowerMatrix,
  levelsOf,
  powerMatrix,
  sharedInterests,
  weighStakeholders,
} from "../domain/stakeholders.ts";
import { withNotes } from "../domain/with-notes.ts";
import {
  decision,
  perspectivesExample,
  PerspectivesShape,
  perspectivesTask,
} from "../pipes/decision.ts";
import { readBackground } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Maps stakeholders by power and interest, and finds where they agree and disagree. */
export async function analyzePerspectives(
  { store, model }: Context,
  input: ReasoningAnalyzePerspectivesInput,
  call: ToolCall,
): Promise<ReasoningAnalyzePerspectivesOutput> {
  const { topic, stakeholders = [], session_id } = input;
  const complete = levelsOf(stakeholders);
  const asks = complete === undefined || (await model.isThere(call));
  const answer = asks
    ? await model.ask(call, {
        tool: "reasoning_analyze_perspectives",
        input,
        pipe: decision,
        task: perspectivesTask(topic, stakeholders, input.context),
        shape: PerspectivesShape,
        example: perspectivesExample,
        history: await store.read((tx) => readBackground(tx, session_id)),
      })
    : undefined;
  const { weighed, notes } =
    answer === undefined
      ? { weighed: complete ?? [], notes: ["Conflicts are not looked for without a model."] }
      : weighStakeholders(stakeholders, answer.data.stakeholders);
  const power_matrix = powerMatrix(weighed);
  const said = answer?.data.alignments.flatMap(({ stakeholders: names, area }) =>
    area === undefined ? [] : [{ stakeholders: names, area }],
  );
  const alignments = said ?? sharedInterests(stakeholders);
  const result = {
    topic,
    power_matrix,
    conflicts:
      answer?.data.conflicts.flatMap(({ stakeholders: names, issue }) =>
        issue === undefined ? [] : [{ stakeholders: names, issue }],
      ) ?? [],
    alignments,
    synthesis:
      answer?.data.synthesis ??
      answer?.data.thought ??
      describePowerMatrix(power_matrix, alignments),
  };
  const thought = {
    content: `${topic}\n${result.synthesis}`,
    confidence: answer?.data.confidence ?? DEFAULT_CONFIDENCE,
    mode: "perspectives",
    metadata: result,
  } as const;
  const { sessionId } = await recordThought(store, session_id, thought, answer);

  return withNotes({ session_id: sessionId, ...result }, [...(answer?.notes ?? []), ...notes]);
}
