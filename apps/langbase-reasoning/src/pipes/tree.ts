import type { ReasoningTreeInput } from "@faculties/schemas/langbase-reasoning/reasoning-tree";
import {
  answerShape,
  lenientItems,
  lenientText,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { section, task, wantedConfidence } from "./task.ts";

export const TreeShape = answerShape({
  branches: lenientItems("content", {
    name: lenientText,
    content: lenientText,
    thought: lenientText,
    confidence: lenientUnit,
  }),
  recommended: lenientText,
});

export const treeExample = {
  thought: "what the approaches have in common and where they part",
  confidence: 0.8,
  branches: [
    {
      name: "a short name",
      content: "the approach, thought through to its consequences",
      confidence: 0.7,
    },
  ],
  recommended: "the name of the most promising branch",
};

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
