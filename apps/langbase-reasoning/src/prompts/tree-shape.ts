import { answerShape } from "../domain/answer/answer-shape.ts";
import { lenientItems, lenientText, lenientUnit } from "../domain/answer/lenient-fields.ts";

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
