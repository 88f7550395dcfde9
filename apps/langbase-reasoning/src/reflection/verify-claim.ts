import type { ToolCall } from "@faculties/mcp-kit";
import {
  type ReasoningVerifyInput,
  type ReasoningVerifyOutput,
  VERDICTS,
} from "@faculties/schemas/langbase-reasoning/reasoning-verify";
import type { Context } from "../context.ts";
import { checkEquations } from "../domain/check-equations.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted } from "../domain/words.ts";
import type { ModelAnswer } from "../model-calls/ask-model.ts";
import { reflection, verifyExample, VerifyShape, verifyTask } from "../pipes/reflection.ts";
import { noHistory } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

type Verdict = (typeof VERDICTS)[number];
type Pass = ModelAnswer<ReturnType<typeof VerifyShape.parse>["data"]>;

const UNSURE = 0.5;

/** Computes the equations of a claim, and lets a model judge it several times, each time blind. */
export async function verifyClaim(
  { store, model }: Context,
  input: ReasoningVerifyInput,
  call: ToolCall,
): Promise<ReasoningVerifyOutput> {
  const { claim, session_id } = input;
  const checks = checkEquations(claim);
  const asks = await model.isThere(call);
  // No history: a pass that knew the line of thought would be led by it.
  const answers = !asks
    ? []
    : await Promise.all(
        Array.from({ length: input.passes }, () =>
          model.ask(call, {
            tool: "reasoning_verify",
            input,
            pipe: reflection,
            task: verifyTask(claim, input.context),
            shape: VerifyShape,
            example: verifyExample,
            history: noHistory(session_id),
          }),
        ),
      );
  const passes = answers.map(toPass);
  const wrong = checks.filter(({ holds }) => !holds).length;
  const counts = new Map(
    VERDICTS.map((verdict) => [verdict, passes.filter((pass) => pass.verdict === verdict).length]),
  );
  const judged = majorityOf(counts, passes.length);
  const verdict =
    wrong > 0 ? "fails" : passes.length > 0 ? judged : checks.length > 0 ? "holds" : "undecided";
  const agreement = passes.length === 0 ? null : (counts.get(verdict) ?? 0) / passes.length;
  const result = {
    claim,
    verdict,
    agreement,
    passes,
    checks,
    held: checks.length - wrong,
    failed: wrong,
  } as const;
  const thought = {
    content: `${claim}\nVerified: ${verdict}.`,
    confidence: agreement ?? UNSURE,
    mode: "reflection",
    metadata: result,
  } as const;
  const { sessionId } = await recordThought(store, session_id, thought, ...answers);
  return withNotes({ session_id: sessionId, ...result }, [
    ...new Set(answers.flatMap(({ notes }) => notes)),
    ...(wrong > 0
      ? [`${counted(wrong, "equation")} of the claim did not hold, which decides.`]
      : []),
    ...(passes.length === 0
      ? ["No model judged it: only the equations in the claim were computed, nothing else."]
      : []),
  ]);
}

function toPass({ data, text }: Pass) {
  const said = data.verdict?.trim().toLowerCase() ?? "";
  const verdict: Verdict = VERDICTS.find((one) => said.startsWith(one)) ?? "undecided";
  return {
    verdict,
    confidence: data.confidence ?? null,
    reason: data.reason ?? data.thought ?? text,
  };
}

/** The verdict of more than half of the passes. */
function majorityOf(counts: ReadonlyMap<Verdict, number>, passes: number): Verdict {
  const [verdict] = [...counts].find(([, count]) => count > passes / 2) ?? [];
  return verdict ?? "undecided";
}
