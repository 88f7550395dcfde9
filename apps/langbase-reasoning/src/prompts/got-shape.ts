import { answerShape } from "../domain/answer/answer-shape.ts";
import { lenientItems, lenientText, lenientUnit } from "../domain/answer/lenient-fields.ts";

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
