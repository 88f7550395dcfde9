import type { ReasoningTreeInput } from "@faculties/schemas/langbase-reasoning";
import { formOf, type PipePrompt, systemPrompt } from "./pipe-prompt.ts";
import { section, task, wantedConfidence } from "./task.ts";
import { treeExample } from "./tree-shape.ts";

export const tree: PipePrompt = {
  key: "tree",
  description: "Explores distinct approaches and recommends one",
  system: systemPrompt(
    "You explore a thought along distinct approaches. Find approaches that differ in kind, not in degree; think each through; recommend the most promising one.",
    formOf(treeExample),
  ),
};

export function treeTask(input: ReasoningTreeInput): string {
  return task(
    section("content", input.content),
    `Give at least 2 and at most ${input.max_branches} branches.`,
    wantedConfidence(input.confidence),
  );
}
