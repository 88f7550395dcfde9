import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAnalyzePerspectivesInput,
  ReasoningAnalyzePerspectivesOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { describePowerMatrix } from "../domain/describe-power-matrix.ts";
import { powerMatrix } from "../domain/quadrants.ts";
import { sharedInterests } from "../domain/shared-interests.ts";
import { levelsOf, weighStakeholders } from "../domain/weigh-stakeholders.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { decision, perspectivesTask } from "../prompts/decision.ts";
import { PerspectivesShape } from "../prompts/decision-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAnalyzePerspectives = defineTool({
  name: "reasoning_analyze_perspectives",
  title: "Perspectives",
  description: "Map stakeholders by power and interest.",
  toolset: "decide",
  input: ReasoningAnalyzePerspectivesInput,
  output: ReasoningAnalyzePerspectivesOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { topic, stakeholders = [], session_id } = input;
    const tool = "reasoning_analyze_perspectives";
    const complete = levelsOf(stakeholders);
    const asks = complete === undefined || (await model.isThere(call));
    const answer = asks
      ? await model.ask(call, {
          tool,
          input,
          pipe: decision,
          task: perspectivesTask(topic, stakeholders, input.context),
          shape: PerspectivesShape,
          line: await store.read((unit) => openLine(unit, session_id, "decision", pipes)),
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
    const sessionId = await store.write(async (unit) => {
      const session = await unit.sessions.enter(session_id, "perspectives");
      const thought = await unit.thoughts.add(session, {
        content: `${topic}\n${result.synthesis}`,
        confidence: answer?.data.confidence ?? DEFAULT_CONFIDENCE,
        mode: "perspectives",
        metadata: result,
      });
      await answer?.record(unit, session.id, thought);
      return session.id;
    }, withinSession(session_id));

    return withNotes({ session_id: sessionId, ...result }, notes);
  },
});
