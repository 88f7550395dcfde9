import { aggregateExample, generateExample, refineExample, scoreExample } from "./got-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe-prompt.ts";
import { section, task } from "./task.ts";

export const got: PipePrompt = {
  key: "got",
  description: "Grows, rates, merges and refines the nodes of a graph of thoughts",
  system: systemPrompt(
    "You work on a graph of thoughts. Each request names one operation.",
    `generate: continuations of a thought that differ from each other. ${formOf(generateExample)}`,
    `score: how good a thought is for the problem, by relevance, validity, depth and novelty. ${formOf(scoreExample)}`,
    `aggregate: merge thoughts into one that says more than each. ${formOf(aggregateExample)}`,
    `refine: criticise a thought and improve it. ${formOf(refineExample)}`,
  ),
};

type NodeTask = { content: string; problem: string | undefined };

export function generateTask({
  content,
  problem,
  count,
  siblings,
}: NodeTask & { count: number; siblings: readonly string[] }): string {
  return task(
    `Operation: generate. Give ${count} continuations.`,
    section("problem", problem),
    section("thought", content),
    section("present_continuations", siblings.join("\n\n")),
  );
}

export function scoreTask({ content, problem }: NodeTask): string {
  return task("Operation: score.", section("problem", problem), section("thought", content));
}

export function aggregateTask(contents: readonly string[], problem: string | undefined): string {
  const thoughts = contents.map((content) => section("thought", content));
  return task("Operation: aggregate.", section("problem", problem), ...thoughts);
}

export function refineTask({ content, problem }: NodeTask): string {
  return task("Operation: refine.", section("problem", problem), section("thought", content));
}
