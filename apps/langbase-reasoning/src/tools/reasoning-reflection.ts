import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningReflectionInput,
  ReasoningReflectionOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { reflectRepeatedly } from "../model/reflect-repeatedly.ts";
import { findSubject } from "../store/find-subject.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { THINKS } from "./annotations.ts";

export const reasoningReflection = defineTool({
  name: "reasoning_reflection",
  title: "Reflection",
  description: "Critique and improve reasoning.",
  toolset: "core",
  input: ReasoningReflectionInput,
  output: ReasoningReflectionOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { subject, line } = await store.read(async (unit) => {
      const found = await findSubject(unit, input);
      return { subject: found, line: await openLine(unit, found.sessionId, "reflection", pipes) };
    });

    const { answers, last, improved } = await reflectRepeatedly(model, call, {
      input,
      subject,
      line,
    });
    const { data } = last;
    const content = data.thought ?? last.text;
    const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
    const findings = {
      strengths: data.strengths,
      weaknesses: data.weaknesses,
      recommendations: data.recommendations,
      improved_reasoning: improved ?? null,
    };
    const thought = await store.write(async (unit) => {
      const session = await unit.sessions.enter(subject.sessionId, "reflection");
      const added = await unit.thoughts.add(session, {
        content,
        confidence,
        mode: "reflection",
        metadata: findings,
        ...(subject.thought && {
          parentId: subject.thought.id,
          branchId: subject.thought.branchId,
        }),
      });
      for (const answer of answers) await answer.record(unit, session.id, added);
      return added;
    }, withinSession(subject.sessionId));

    return {
      thought_id: thought.id,
      session_id: thought.sessionId,
      content,
      confidence,
      ...findings,
      iterations: answers.length,
    };
  },
});
