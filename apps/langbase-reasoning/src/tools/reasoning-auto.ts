import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAutoInput,
  ReasoningAutoOutput,
  ReasoningMode,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { type Routing, routeMode } from "../domain/route-mode.ts";
import { auto, autoTask } from "../prompts/auto.ts";
import { AutoShape } from "../prompts/auto-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAuto = defineTool({
  name: "reasoning_auto",
  title: "Auto",
  description: "Choose a reasoning mode.",
  toolset: "core",
  input: ReasoningAutoInput,
  output: ReasoningAutoOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { session_id } = input;
    const ruled = routeMode(input.content, input.hints);
    if (!(await model.isThere(call))) {
      if (session_id !== undefined) await store.read((unit) => unit.sessions.find(session_id));
      return view(ruled, session_id, ["Chosen by rules, not by a model."]);
    }
    const answer = await model.ask(call, {
      tool: "reasoning_auto",
      input,
      pipe: auto,
      task: autoTask(input.content, input.hints),
      shape: AutoShape,
      line: await store.read((unit) => openLine(unit, session_id, "auto", pipes)),
    });
    await store.write((unit) => answer.record(unit, session_id ?? null), withinSession(session_id));

    const { data } = answer;
    const mode = modeOf(data.recommended_mode ?? data.mode);
    if (mode === undefined)
      return view(ruled, session_id, ["The model named no known mode, so that rules chose one."]);
    const alternatives = data.alternative_modes.flatMap((other) => {
      const known = modeOf(other.mode);
      if (known === undefined || known === mode) return [];
      const { confidence = DEFAULT_CONFIDENCE / 2, rationale = "" } = other;
      return [{ mode: known, confidence, rationale }];
    });
    const chosen = {
      mode,
      confidence: data.confidence ?? DEFAULT_CONFIDENCE,
      rationale: data.rationale ?? data.thought ?? "",
      complexity: data.complexity ?? ruled.complexity,
      alternatives,
    };
    return view(chosen, session_id, []);
  },
});

/** The mode of that name; to choose again is no choice. */
function modeOf(name: string | undefined): ReasoningMode | undefined {
  const mode = ReasoningMode.safeParse(name?.trim().toLowerCase()).data;
  return mode === "auto" ? undefined : mode;
}

function view(routing: Routing, sessionId: string | undefined, notes: readonly string[]) {
  return withNotes(
    {
      recommended_mode: routing.mode,
      confidence: routing.confidence,
      rationale: routing.rationale,
      complexity: routing.complexity,
      alternative_modes: routing.alternatives,
      ...(sessionId !== undefined && { session_id: sessionId }),
    },
    notes,
  );
}
