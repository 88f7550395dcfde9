import { formOf, type PipePrompt, systemPrompt } from "./pipe-prompt.ts";
import { reflectionExample } from "./reflection-shape.ts";
import { list, section, task } from "./task.ts";

export const reflection: PipePrompt = {
  key: "reflection",
  description: "Examines reasoning and improves it",
  system: systemPrompt(
    "You examine reasoning, not its topic. Judge whether its steps follow, what it takes for granted and what it leaves out; say how to improve it; then improve it.",
    formOf(reflectionExample),
  ),
};

export function reflectionTask(content: string, focusAreas: readonly string[] | undefined): string {
  return task(section("reasoning", content), section("focus", list(focusAreas)));
}

/** The whole of a session, with the figures that were computed from it. */
export function evaluationTask(thoughts: readonly string[], figures: string): string {
  const numbered = thoughts.map((thought, index) => `${index + 1}. ${thought}`).join("\n");
  return task(
    "Evaluate this whole session of thoughts: its quality, its coherence, and what to do next.",
    section("session", numbered),
    section("figures", figures),
  );
}
