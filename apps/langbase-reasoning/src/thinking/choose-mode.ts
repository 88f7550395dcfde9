import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningAutoInput,
  ReasoningAutoOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-auto";
import { ReasoningMode } from "@faculties/schemas/langbase-reasoning/reasoning-mode";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import {
  type ChosenMode,
  MEASURED,
  routeMode,
  type Routing,
  TOOL_OF_MODE,
} from "../domain/route-mode.ts";
import { withNotes } from "../domain/with-notes.ts";
import { auto, autoExample, AutoShape, autoTask } from "../pipes/auto.ts";
import { readBackground } from "../sessions/history.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { findSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";
import { listCheckpoints } from "../store/checkpoints.ts";

/** Chooses a mode by the model, or by rules if there is no model or no usable answer. */
export async function chooseMode(
  { store, model }: Context,
  input: ReasoningAutoInput,
  call: ToolCall,
): Promise<ReasoningAutoOutput> {
  const { session_id } = input;
  const ruled = routeMode(input.content, input.hints);
  if (!(await model.isThere(call))) {
    return toContract(await withoutImpossible(store, ruled, session_id), session_id, [RULED]);
  }
  const answer = await model.ask(call, {
    tool: "reasoning_auto",
    input,
    pipe: auto,
    task: autoTask(input.content, input.hints),
    shape: AutoShape,
    example: autoExample,
    history: await store.read((tx) => readBackground(tx, session_id)),
  });
  await store.write((tx, now) => answer.record(tx, session_id ?? null, now), {
    locks: sessionKeys(session_id),
  });

  const { data } = answer;
  const mode = modeNamed(data.recommended_mode ?? data.mode);
  if (mode === undefined)
    return toContract(await withoutImpossible(store, ruled, session_id), session_id, [
      "The model named no known mode.",
      RULED,
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
  return toContract(await withoutImpossible(store, chosen, session_id), session_id, answer.notes);
}

const RULED = `Chosen by rules, not by a model: on prompts that they were not written for they are right ${MEASURED.right} times in ${MEASURED.of}.`;

/** Going back needs a checkpoint; without one the next best mode is recommended. */
async function withoutImpossible(
  store: Store,
  routing: Routing,
  sessionId: string | undefined,
): Promise<Routing> {
  const checkpoints = await store.read(async (tx) => {
    if (sessionId === undefined) return [];
    await findSession(tx, sessionId);
    return listCheckpoints(tx, sessionId);
  });
  if (routing.mode !== "backtracking" || checkpoints.length > 0) return routing;
  const [next, ...alternatives] = routing.alternatives;
  return {
    ...routing,
    mode: next?.mode ?? "linear",
    confidence: next?.confidence ?? routing.confidence,
    rationale: "It asks to go back, but there is no checkpoint in this session to go back to",
    alternatives,
  };
}

/** The mode with that name. `auto` does not count: it would only ask for another choice. */
function modeNamed(name: string | undefined): ChosenMode | undefined {
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
      recommended_tool: TOOL_OF_MODE[routing.mode],
      confidence: routing.confidence,
      rationale: routing.rationale,
      complexity: routing.complexity,
      alternative_modes: routing.alternatives,
      ...(sessionId !== undefined && { session_id: sessionId }),
    },
    notes,
  );
}
