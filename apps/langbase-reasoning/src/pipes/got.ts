import {
  answerShape,
  lenientItems,
  lenientText,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { section, task } from "./task.ts";

const node = { content: lenientText, thought: lenientText, confidence: lenientUnit };

export const GenerateShape = answerShape({
  nodes: lenientItems("content", node),
  continuations: lenientItems("content", node),
});

export const generateExample = {
  nodes: [{ content: "a continuation, complete in itself", confidence: 0.8 }],
};

export const ScoreShape = answerShape({
  relevance: lenientUnit,
  validity: lenientUnit,
  depth: lenientUnit,
  novelty: lenientUnit,
  score: lenientUnit,
  rationale: lenientText,
});

export const scoreExample = {
  relevance: 0.9,
  validity: 0.8,
  depth: 0.6,
  novelty: 0.5,
  rationale: "why these figures",
};

export const MergeShape = answerShape({});

export const aggregateExample = {
  thought: "the one insight that the thoughts give together",
  confidence: 0.8,
};

export const RefineShape = answerShape({ critique: lenientText });

export const refineExample = {
  critique: "what is wrong with the thought",
  thought: "the thought, improved accordingly",
  confidence: 0.85,
};

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
