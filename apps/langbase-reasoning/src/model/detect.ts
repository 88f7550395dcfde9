import type { Context } from "../context.ts";
import { assessFindings } from "../domain/detection/assess-findings.ts";
import type { Finding } from "../domain/detection/finding.ts";
import { readFindings } from "../domain/detection/read-findings.ts";
import { soundness } from "../domain/detection/soundness.ts";
import { DetectionShape } from "../prompts/detection-shape.ts";
import { detection } from "../prompts/detection.ts";
import { findSubject } from "../store/find-subject.ts";
import { openThread } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import type { Asker } from "./model.ts";

type Detective = {
  tool: string;
  kind: "bias" | "fallacy";
  input: {
    content?: string | undefined;
    thought_id?: string | undefined;
    session_id?: string | undefined;
  };
  task(content: string): string;
  rules(content: string): Finding[];
  isWanted(finding: Finding): boolean;
};

export type Detected = {
  sessionId: string;
  thoughtId: string | null;
  findings: Finding[];
  quality: number;
  assessment: string;
  notes: string[];
  /** Whether rules found it instead of a model. */
  ruled: boolean;
};

const RULES_NOTE = "Found by rules that know English wording only; a model finds more.";

/** Finds faults in a text by the model, or by rules where there is no model or no usable answer, and stores them. */
export async function detect(
  { store, model, pipes }: Context,
  call: Asker,
  detective: Detective,
): Promise<Detected> {
  const { kind, input } = detective;
  const { subject, line } = await store.read(async (unit) => {
    const found = await findSubject(unit, input);
    return { subject: found, line: await openThread(unit, found.sessionId, "detection", pipes) };
  });
  const asks = await model.isThere(call);
  const answer = asks
    ? await model.ask(call, {
        tool: detective.tool,
        input,
        pipe: detection,
        task: detective.task(subject.content),
        shape: DetectionShape,
        line,
      })
    : undefined;
  const ruled = answer === undefined || answer.fallback;
  const findings = ruled
    ? detective.rules(subject.content)
    : readFindings(subject.content, answer.data.detections).filter(detective.isWanted);
  const stated = kind === "bias" ? answer?.data.reasoning_quality : answer?.data.argument_validity;
  const sessionId = await store.write(async (unit) => {
    const session = await unit.sessions.enter(subject.sessionId, "detection");
    const place = { sessionId: session.id, thoughtId: subject.thought?.id ?? null };
    await unit.detections.add({ ...place, detectionType: kind }, findings);
    await answer?.record(unit, session.id);
    return session.id;
  }, withinSession(subject.sessionId));
  return {
    sessionId,
    thoughtId: subject.thought?.id ?? null,
    findings,
    quality: stated ?? soundness(findings),
    assessment:
      answer?.data.overall_assessment ?? answer?.data.thought ?? assessFindings(findings, kind),
    notes: ruled ? [RULES_NOTE] : [],
    ruled,
  };
}
