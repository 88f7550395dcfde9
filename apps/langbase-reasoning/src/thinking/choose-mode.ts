import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningAutoInput,
  ReasoningAutoOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-auto";
import { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { routeMode, type Routing } from "../domain/route-mode.ts";
import { withNotes } from "../domain/with-notes.ts";
import { auto, AutoShape, autoTask } from "../pipes/auto.ts";
import { readBackground } from "../sessions/history.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { findSession } from "../store/sessions.ts";

/** Chooses a mode by the model, or by rules if there is no model or no usable answer. */
export async function chooseMode(
  { store, model }: Context,
  input: ReasoningAutoInput,
  call: ToolCall,
): Promise<ReasoningAutoOutput> {
  const { session_id } = input;
  const ruled = routeMode(input.content, input.hints);
  if (!(await model.isThere(call))) {
    if (session_id !== undefined) await store.read((tx) => findSession(tx, session_id));
    return toContract(ruled, session_id, ["Chosen by rules, not by a model."]);
  }
  const answer = await model.ask(call, {
    tool: "reasoning_auto",
    input,
    pipe: auto,
    task: autoTask(input.content, input.hints),
    shape: AutoShape,
    history: await store.read((tx) => readBackground(tx, session_id)),
  });
  await store.write((tx, now) => answer.record(tx, session_id ?? null, now), {
    locks: sessionKeys(session_id),
  });

  const { data } = answer;
  const mode = modeNamed(data.recommended_mode ?? data.mode);
  if (mode === undefined)
    return toContract(ruled, session_id, [
      "The model named no known mode, so that rules chose one.",
    ]);
  const alternatives = data.alternative_modes.flatMap((other) => {
    const known = modeNamed(other.mode);
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
  return toContract(chosen, session_id, []);
}

/** The mode with that name. `auto` does not count: it would only ask for another choice. */
function modeNamed(name: string | undefined): ReasoningMode | undefined {
  const mode = ReasoningMode.safeParse(name?.trim().toLowerCase()).data;
  return mode === "auto" ? undefined : mode;
}

function toContract(
  routing: Routing,
  sessionId: string | undefined,
  notes: readonly string[],
): ReasoningAutoOutput {
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
