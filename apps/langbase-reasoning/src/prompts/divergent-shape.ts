import { answerShape } from "../domain/answer/answer-shape.ts";
import { lenientItems, lenientText, lenientUnit } from "../domain/answer/lenient-fields.ts";

export const DivergentShape = answerShape({
  perspectives: lenientItems("viewpoint", {
    viewpoint: lenientText,
    perspective: lenientText,
    novelty_score: lenientUnit,
    novelty: lenientUnit,
  }),
  synthesis: lenientText,
});

export const divergentExample = {
  thought: "the assumptions that were challenged, and what that opens up",
  confidence: 0.75,
  perspectives: [{ viewpoint: "an unusual way to see it, with its reason", novelty_score: 0.8 }],
  synthesis: "what the perspectives say together",
};
