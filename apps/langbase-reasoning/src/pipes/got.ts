import {
  answerShape,
  lenientItems,
  lenientNumber,
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

// The four are on one scale, which can only be told from all of them.
const rating = lenientNumber(0, 100);

const ratings = {
  relevance: rating,
  validity: rating,
  depth: rating,
  novelty: rating,
  score: rating,
  rationale: lenientText,
};

export const ScoreShape = answerShape({
  ...ratings,
  ratings: lenientItems("rationale", { item: lenientNumber(0, Infinity), ...ratings }),
});

export const scoreExample = {
  relevance: 0.9,
  validity: 0.8,
  depth: 0.6,
  novelty: 0.5,
  rationale: "why these figures",
};

export const scoresExample = { ratings: [{ item: 1, ...scoreExample }] };

export const MergeShape = answerShape({}, { needsThought: true });

export const aggregateExample = {
  thought: "the one insight that the thoughts give together",
  confidence: 0.8,
};

export const RefineShape = answerShape({ critique: lenientText }, { needsThought: true });

export const refineExample = {
  critique: "what is wrong with the thought",
  thought: "the thought, improved accordingly",
  confidence: 0.85,
};

export const got: PipePrompt = {
  key: "got",
  description: "Grows, rates, merges and refines the nodes of a graph of thoughts",
  system: systemPrompt(
    "You work on a graph of thoughts. Each request names one operation. A path holds the thoughts between the root and the thought that follows it.",
    `generate: continuations of a thought that differ from each other. ${formOf(generateExample)}`,
    `score: how good a thought is for the problem, by relevance, validity, depth and novelty. ${formOf(scoreExample)}
Of several numbered thoughts rate each on its own merits: ${JSON.stringify(scoresExample)}`,
    `aggregate: merge thoughts into one that says more than each. ${formOf(aggregateExample)}`,
    `refine: criticise a thought and improve it. ${formOf(refineExample)}`,
  ),
};

/** A node with what leads to it. */
type NodeTask = {
  problem: string | undefined;
  root: string | undefined;
  thoughts: readonly { content: string; path: readonly string[] }[];
};

const LONGEST_ABOVE = 4_000;

/** Problem and root once, then each thought behind the path that leads to it. */
function nodeSections({ problem, root, thoughts }: NodeTask) {
  return [
    section("problem", problem),
    section("root", root?.slice(0, LONGEST_ABOVE)),
    ...thoughts.flatMap(({ content, path }) => [
      section(
        "path",
        path.map((above, index) => `${index + 1}. ${above.slice(0, LONGEST_ABOVE)}`).join("\n"),
      ),
      section("thought", content),
    ]),
  ];
}

export function generateTask(
  seen: NodeTask,
  { count, siblings }: { count: number; siblings: readonly string[] },
): string {
  return task(
    `Operation: generate. Give ${count} continuations.`,
    ...nodeSections(seen),
    section("present_continuations", siblings.join("\n\n")),
  );
}

export function scoreTask({ problem, root, thoughts }: NodeTask): string {
  if (thoughts.length === 1)
    return task("Operation: score.", ...nodeSections({ problem, root, thoughts }));
  const numbered = thoughts.map(({ content, path }, index) =>
    section(`thought_${index + 1}`, [...path.slice(-1), content].join("\n→ ")),
  );
  return task(
    `Operation: score. Rate each of the ${thoughts.length} thoughts by its number.`,
    ...nodeSections({ problem, root, thoughts: [] }),
    ...numbered,
  );
}

export function aggregateTask(seen: NodeTask): string {
  return task("Operation: aggregate.", ...nodeSections(seen));
}

export function refineTask(seen: NodeTask): string {
  return task("Operation: refine.", ...nodeSections(seen));
}
