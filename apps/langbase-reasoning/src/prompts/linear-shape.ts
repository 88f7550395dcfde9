import { answerShape } from "../domain/answer/answer-shape.ts";

export const LinearShape = answerShape({});

export const linearExample = {
  thought: "the next step of the reasoning, complete in itself",
  confidence: 0.85,
  metadata: {},
};
