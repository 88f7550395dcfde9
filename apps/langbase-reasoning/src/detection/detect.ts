import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningDetectBiasesInput,
  ReasoningDetectBiasesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-detect-biases";
import type {
  ReasoningDetectFallaciesInput,
  ReasoningDetectFallaciesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-detect-fallacies";
import type { Context } from "../context.ts";
import {
  findBiases,
  findFallacies,
  isAskedFor,
  unknownBiases,
} from "../domain/detection/detect-by-rules.ts";
import {
  assessFindings,
  type Finding,
  readFindings,
  snakeCase,
} from "../domain/detection/findings.ts";
import { withNotes } from "../domain/with-notes.ts";
import { joinWords } from "../domain/words.ts";
import { biasTask, detection, DetectionShape, fallacyTask } from "../pipes/detection.ts";
import { findSubject, type SubjectInput } from "../sessions/find-subject.ts";
import { noHistory } from "../sessions/history.ts";
import { addDetections } from "../store/detections.ts";
import { sessionKeys } from "../store/lock-keys.ts";
import { enterSession } from "../store/sessions.ts";

/** The share was measured on public sets of labelled texts; the README has the figures. */
const RULES_NOTES = {
  bias: "Rules looked for typical English wording, not a model. They find about 1 in 7 biased texts, most of them sunk costs: finding nothing means little.",
  fallacy:
    "Rules looked for typical English wording, not a model. They find about 1 in 17 fallacious texts: finding nothing means little.",
};

export async function detectBiases(
  context: Context,
  input: ReasoningDetectBiasesInput,
  call: ToolCall,
): Promise<ReasoningDetectBiasesOutput> {
  const named = input.check_types?.map(snakeCase) ?? [];
  const types = named.length > 0 ? named : undefined;

  const found = await detect(context, call, {
    tool: "reasoning_detect_biases",
    kind: "bias",
    input,
    task: (content) => biasTask(content, types),
    rules: (content) => findBiases(content, types),
    isWanted: ({ type }) => isAskedFor(type, types),
  });
  const unruled = unknownBiases(types);
  const uncovered =
    found.byRules && unruled.length > 0 ? [`There is no rule for ${joinWords(unruled)}.`] : [];

  return withNotes(
    {
      session_id: found.sessionId,
      thought_id: found.thoughtId,
      detections: found.findings.map(({ type, ...finding }) => ({ bias_type: type, ...finding })),
      reasoning_quality: found.quality,
      overall_assessment: found.assessment,
    },
    [...found.notes, ...uncovered],
  );
}

export async function detectFallacies(
  context: Context,
  input: ReasoningDetectFallaciesInput,
  call: ToolCall,
): Promise<ReasoningDetectFallaciesOutput> {
  const { check_formal: formal, check_informal: informal } = input;
  const categories = [...(formal ? ["formal"] : []), ...(informal ? ["informal"] : [])];

  const found = await detect(context, call, {
    tool: "reasoning_detect_fallacies",
    kind: "fallacy",
    input,
    task: (content) => fallacyTask(content, categories),
    rules: (content) => findFallacies(content, { formal, informal }),
    isWanted: ({ category = "informal" }) => categories.includes(category),
  });

  return withNotes(
    {
      session_id: found.sessionId,
      thought_id: found.thoughtId,
      detections: found.findings.map(({ type, category = "informal", ...finding }) => ({
        fallacy_type: type,
        category,
        ...finding,
      })),
      argument_validity: found.quality,
      overall_assessment: found.assessment,
    },
    found.notes,
  );
}

type DetectionRequest = {
  tool: string;
  kind: "bias" | "fallacy";
  input: SubjectInput;
  task(content: string): string;
  rules(content: string): Finding[];
  isWanted(finding: Finding): boolean;
};

type DetectionResult = {
  sessionId: string;
  thoughtId: string | null;
  findings: Finding[];
  /** Null unless a model judged it. */
  quality: number | null;
  assessment: string;
  notes: string[];
  /** Whether rules found them instead of a model. */
  byRules: boolean;
};

/** Finds faults in a text by the model, or by rules if there is no model or no usable answer, and stores them. */
async function detect(
  { store, model }: Context,
  call: ToolCall,
  { tool, kind, input, task, rules, isWanted }: DetectionRequest,
): Promise<DetectionResult> {
  const subject = await store.read((tx) => findSubject(tx, input));
  const asks = await model.isThere(call);
  const answer = asks
    ? await model.ask(call, {
        tool,
        input,
        pipe: detection,
        task: task(subject.content),
        shape: DetectionShape,
        history: noHistory(subject.sessionId),
      })
    : undefined;
  const byRules = answer === undefined || answer.fallback;
  const findings = byRules
    ? rules(subject.content)
    : readFindings(subject.content, answer.data.detections).filter(isWanted);
  const stated = kind === "bias" ? answer?.data.reasoning_quality : answer?.data.argument_validity;
  const thoughtId = subject.thought?.id ?? null;
  const sessionId = await store.write(
    async (tx, now) => {
      const session = await enterSession(tx, subject.sessionId, "detection", now);
      const source = { sessionId: session.id, thoughtId, detectionType: kind };
      await addDetections(tx, source, findings, now);
      await answer?.record(tx, session.id, now);
      return session.id;
    },
    { locks: sessionKeys(subject.sessionId) },
  );
  return {
    sessionId,
    thoughtId,
    findings,
    quality: byRules ? null : (stated ?? null),
    assessment:
      (byRules ? undefined : (answer.data.overall_assessment ?? answer.data.thought)) ??
      assessFindings(findings, kind),
    notes: [...(answer?.notes ?? []), ...(byRules ? [RULES_NOTES[kind]] : [])],
    byRules,
  };
}
